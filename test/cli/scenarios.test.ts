import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const folder = temporaryFolder("cli-scenarios");
afterAll(() => folder.remove());
copyFileSync(path.join(EXAMPLES, "loan/loan.flow.yaml"), path.join(folder.path, "loan.flow.yaml"));

function file(name: string, text: string): string {
  writeFileSync(path.join(folder.path, name), text);
  return name;
}
const run = (...args: readonly string[]) => countersign(["test", ...args], { cwd: folder.path });

const good = file(
  "good.scenario.yaml",
  "flow: ./loan.flow.yaml\nscenario: It times out\nsteps: [time-out, expect: timed out]\n",
);
const bad = file(
  "bad.scenario.yaml",
  'flow: ./loan.flow.yaml\nscenario: "A <b> & \\"c\\" # \\a"\nsteps:\n  - borrower signs loan\n  - lender signs loan\n',
);
const refused = 'The stage "borrower" does not wait for lender to sign "loan".';

describe("countersign test", () => {
  test("the scenarios of the examples pass", async () => {
    const { code, out } = await run(path.join(EXAMPLES, "loan/loan.scenario.yaml"));
    expect({ code, last: out.trimEnd().split("\n").at(-1) }).toEqual({ code: 0, last: "4 scenarios passed, 0 failed" });
  });

  test("exit 1: one that goes otherwise is told at its line, with what the flow waits for", async () => {
    expect(await run(good, bad)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^ok {6}It times out\nFAILED {2}A <b> & "c" # .*\n {8}bad\.scenario\.yaml:5:5: /),
    });
    const { out } = await run("--reporter", "json", good, bad);
    expect(JSON.parse(out)).toMatchObject({
      files: [
        { file: good, scenarios: [{ name: "It times out", verdict: "passed" }] },
        {
          file: bad,
          scenarios: [{ verdict: "failed", line: 5, column: 5, message: expect.stringContaining(refused) }],
        },
      ],
    });
  });

  test("--reporter tap and junit: whatever a name holds stays one line, and well-formed", async () => {
    const { out: tap } = await run("--reporter", "tap", good, bad);
    expect(tap).toMatch(
      /^TAP version 14\n1\.\.2\nok 1 - It times out\nnot ok 2 - A <b> & "c" \\# .*\n {2}---\n {2}message: /,
    );
    const { out: junit } = await run("--reporter", "junit", good, bad);
    expect(junit).toContain('<testsuite name="bad.scenario.yaml" tests="1" failures="1">');
    expect(junit).toContain('name="A &lt;b&gt; &amp; &quot;c&quot; # \\u0007"><failure message="');
  });

  test("--coverage names what no scenario comes to, with a run that would", async () => {
    const { out } = await run("--coverage", "--reporter", "json", good);
    const [{ coverage }] = JSON.parse(out).files;
    expect(coverage).toMatchObject({ steps: 19 });
    expect(coverage.missing).toHaveLength(18);
    expect(coverage.missing).toContainEqual({
      stage: "guarantee",
      label: "guarantor signs guarantee",
      trace: ["borrower signs loan", "guarantor approves loan", "guarantor signs guarantee"].map((label) =>
        expect.objectContaining({ label }),
      ),
    });
  });

  test("exit 1: a step that nobody can take fails its scenario at its place, and the others are played", async () => {
    const typo = file(
      "typo.scenario.yaml",
      "flow: ./loan.flow.yaml\nscenarios:\n  - scenario: it\n    steps:\n      - borrower sings loan\n  - scenario: that\n    steps:\n      - time-out\n",
    );
    const { code, out } = await run(typo);
    expect(code).toBe(1);
    expect(out).toContain("FAILED  it\n        ");
    expect(out).toContain("typo.scenario.yaml:5:9: `sings` is nothing that a participant does");
    expect(out).toContain("ok      that\n1 scenario passed, 1 failed");
    const open = await run(file("open.scenario.yaml", "flow: ./loan.flow.yaml\nscenarios: [1\n"));
    expect(open.out).toContain("open.scenario.yaml:2:12: error S001:");
    const empty = file("empty.scenario.yaml", "flow: ./loan.flow.yaml\n");
    expect(await run(empty)).toMatchObject({ code: 1, out: expect.stringContaining("The file has no scenario") });
    expect(await run(file("nothing.scenario.yaml", ""))).toMatchObject({
      code: 1,
      out: expect.stringContaining("S005"),
    });
  });

  test("exit 2: a file, or the flow that it names, cannot be read or has errors", async () => {
    expect(await run("none.scenario.yaml")).toMatchObject({ code: 2 });
    const lost = file("lost.scenario.yaml", "flow: ./none.flow.yaml\nscenario: it\nsteps: []\n");
    expect(await run(lost)).toEqual({
      code: 2,
      out: "",
      err: "lost.scenario.yaml, flow: ./none.flow.yaml: there is no such file. Check the path.\n",
    });
    for (const named of ["/etc/hostname", "../../etc/hostname", "-"]) {
      const outside = file("outside.scenario.yaml", `flow: "${named}"\nscenario: it\nsteps: []\n`);
      const { code, err } = await run(outside);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/leads out of the folder of the file that names it|no such file/),
      });
    }
    file("broken.flow.yaml", "title: x\n");
    const broken = file("broken.scenario.yaml", "flow: ./broken.flow.yaml\nscenario: it\nsteps: []\n");
    expect(await run(broken)).toMatchObject({
      code: 2,
      err: expect.stringContaining("its scenarios cannot be played"),
    });
    expect(await run("--reporter", "html", good)).toMatchObject({ code: 2 });
    expect(await run("--reporter", "tap", "--coverage", good)).toMatchObject({ code: 2, out: "" });
  });

  test("--write-missing writes what is missing into a new file, which passes, and never over one", async () => {
    const first = await run("--write-missing", "more.scenario.yaml", good);
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^more\.scenario\.yaml: \d+ scenarios written\n$/),
    });
    const { code, out } = await run("--coverage", "--reporter", "json", "more.scenario.yaml");
    const [{ scenarios }] = JSON.parse(out).files;
    expect({ code, verdicts: new Set(scenarios.map(({ verdict }: { verdict: string }) => verdict)) }).toEqual({
      code: 0,
      verdicts: new Set(["passed"]),
    });
    // Files of one flow cover it together, and are reported once.
    const together = await run("--coverage", "--reporter", "json", good, "more.scenario.yaml");
    expect(JSON.parse(together.out).files.map(({ coverage }: { coverage: unknown }) => coverage)).toEqual([
      { steps: 19, missing: [] },
      { steps: 19, missing: [] },
    ]);
    expect((await run("--coverage", good, "more.scenario.yaml")).out.match(/^.* of 19 steps .*$/gm)).toEqual([
      `${good} and more.scenario.yaml: 19 of 19 steps of the flow come up in a scenario`,
    ]);
    expect(await run("--write-missing", "more.scenario.yaml", good)).toMatchObject({
      code: 2,
      err: expect.stringContaining("it is there already"),
    });
    expect(await run("--write-missing", "again.scenario.yaml", good, "more.scenario.yaml")).toMatchObject({
      code: 0,
      err: expect.stringContaining("nothing is missing"),
    });
    expect(await run("--write-missing", "../out/of.scenario.yaml", good)).toMatchObject({ code: 2 });
  });

  test("no reporter passes on what a terminal obeys: a name that turns the direction of text shows its code", async () => {
    const named = 'flow: ./loan.flow.yaml\nscenario: "\\u202Eit \\e[2J"\nsteps: [time-out]\n';
    const turned = file("turned.scenario.yaml", named);
    for (const reporter of ["pretty", "junit", "tap", "json"]) {
      const { out } = await run("--reporter", reporter, turned);
      expect(out).toContain("u202eit ");
      expect(out).not.toContain("\u202e");
      expect(out).not.toContain("\u001b");
    }
    const { out } = await run("--reporter", "json", turned);
    expect(JSON.parse(out).files[0].scenarios[0].name).toBe("\u202eit \u001b[2J");
  });

  test("two scenarios of one name are two in each report", async () => {
    const one = "  - scenario: it\n    steps: [time-out]\n";
    const twice = file("twice.scenario.yaml", `flow: ./loan.flow.yaml\nscenarios:\n${one}${one}`);
    const { out } = await run("--reporter", "junit", twice);
    expect([...out.matchAll(/ name="(it[^"]*)"/g)].map(([, name]) => name)).toEqual(["it", "it (2)"]);
  });

  test("exit 2: a flow file, or its expectations, say which file holds the scenarios", async () => {
    expect(await run("loan.flow.yaml")).toEqual({
      code: 2,
      out: "",
      err: "loan.flow.yaml: this is a flow. Name a file of its scenarios, such as loan.scenario.yaml.\n",
    });
    const expected = file("loan.expect.yaml", "flow: ./loan.flow.yaml\nexpect: [never: completed]\n");
    expect(await run(expected)).toMatchObject({ code: 2, err: expect.stringContaining("such as loan.scenario.yaml") });
  });

  test("--write-missing looks at its place first: nothing is played, and it says what to do", async () => {
    expect(await run("--write-missing", good, bad)).toEqual({
      code: 2,
      out: "",
      err: `${good}: not written, since it is there already. Name a new file.\n`,
    });
    expect(await run("--write-missing", "none/more.scenario.yaml", bad)).toEqual({
      code: 2,
      out: "",
      err: "none/more.scenario.yaml: not written, since there is no folder none. Make it, or name another file.\n",
    });
  });
});
