import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const folder = temporaryFolder("cli-check");
afterAll(() => folder.remove());

function file(name: string, text: string): string {
  writeFileSync(path.join(folder.path, name), text);
  return name;
}
const check = (...args: readonly string[]) => countersign(["check", ...args], { cwd: folder.path });

/** Two of three sign, in each of two groups that share their members, and one of them never hears the outcome. */
const flow = (people: number) => {
  const names = Array.from({ length: people }, (_, index) => `p${index}`);
  return JSON.stringify({
    title: "Groups",
    process: {
      "dsl-version": "0.3.0",
      stages: [
        {
          vote: {
            actions: [{ notify: { users: names, methods: { email: { message: "invitation" } } } }],
            expect: {
              "signed-by-group-of": names.map((_, index) => ({
                users: [names[index], names[(index + 1) % people], names[(index + 3) % people]],
                documents: ["contract"],
                count: 2,
              })),
            },
          },
        },
        {
          end: {
            actions: [
              { notify: { users: names.slice(1), kind: "confirmation", methods: { email: { message: "done" } } } },
            ],
            expect: {},
          },
        },
      ],
    },
    process_parameters: {
      documents: { contract: "./contract.pdf" },
      users: Object.fromEntries(names.map((name) => [name, { id_type: "email", id: `${name}@example.test` }])),
      messages: { invitation: "Please sign", done: "Done" },
    },
    duration: 30,
  });
};

describe("countersign check", () => {
  test("the examples are checked whole, and nothing more than hints is found", async () => {
    const files = ["nda", "employment", "board", "loan"].map((name) => path.join(EXAMPLES, name, `${name}.flow.yaml`));
    const { code, out, err } = await check("--json", ...files);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const report = JSON.parse(out) as { files: { file: string; verdict: string; findings: { severity: string }[] }[] };
    expect(report.files.map((one) => [one.file, one.verdict])).toEqual(files.map((name) => [name, "checked"]));
    const severities = new Set(report.files.flatMap(({ findings }) => findings.map(({ severity }) => severity)));
    expect([...severities].sort()).toEqual(["hint", "information"]);
  });

  test("X104: the JSON of a finding, with its run, and of the outcomes", async () => {
    const { code, out } = await check("--json", file("groups.json", flow(5)));
    expect(code).toBe(0);
    const [report] = (JSON.parse(out) as { files: { findings: { id: string }[]; outcomes: { status: string }[] }[] })
      .files;
    expect(report).toMatchObject({ file: "groups.json", verdict: "checked", expectations: [] });
    expect(report?.findings.filter(({ id }) => id === "X104")).toEqual([
      {
        id: "X104",
        severity: "warning",
        message: "`p0` is invited, may no longer be needed in stage `vote`, and is never told.",
        pointer: "/process/stages/0/vote/actions/0/notify",
        participants: ["p0"],
        trace: expect.arrayContaining([{ label: "p1 signs contract", who: "p1", does: "signs", document: "contract" }]),
      },
    ]);
    expect(new Set(report?.outcomes.map(({ status }) => status))).toEqual(
      new Set(["completed", "failed", "canceled", "timed_out"]),
    );
  });

  test("a budget that does not last: not decided, and --strict makes it count", async () => {
    const name = file("large.json", flow(14));
    const { code, out } = await check("--json", "--budget", "100", name);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { files: unknown[] }).files).toMatchObject([
      {
        verdict: "not_decided",
        complete: { findings: true, outcomes: true, expectations: true },
        outcomes: expect.arrayContaining([expect.objectContaining({ status: "completed", stage: "end" })]),
        findings: expect.arrayContaining([expect.objectContaining({ id: "X104" })]),
      },
    ]);
    expect((await check("--strict", "--budget", "100", name)).code).toBe(1);
    file(
      "large.expect.yaml",
      "expect:\n  - never: p0 signs contract\n  - before: [p1 signs contract, p0 signs contract]\n",
    );
    expect((await check("--budget", "100", name)).out).toMatch(
      /it can end completed, failed, .*; NOT DECIDED: .*; complete: every finding, every way to end, the verdicts of \d expectations?; missing: the number of states; --budget/,
    );
    const sarif = JSON.parse((await check("--budget", "100", "--sarif", name)).out);
    expect(sarif.runs[0].invocations).toMatchObject([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          {
            level: "warning",
            message: { text: expect.stringMatching(/^Not every run was looked at: more states than the budget/) },
            locations: [{ physicalLocation: { artifactLocation: { uri: "large.json", index: 0 } } }],
          },
        ],
      },
    ]);
  });

  test("--unreduced explores more states to the same outcomes", async () => {
    const name = file("small.json", flow(5));
    const outcomes = async (...args: string[]) => {
      const { out } = await check("--json", ...args, name);
      const [report] = (JSON.parse(out) as { files: { states: number; outcomes: { status: string }[] }[] }).files;
      return { states: report?.states ?? 0, ends: new Set(report?.outcomes.map(({ status }) => status)) };
    };
    const [reduced, whole] = [await outcomes(), await outcomes("--unreduced")];
    expect(whole.states).toBeGreaterThanOrEqual(reduced.states);
    expect(whole.ends).toEqual(reduced.ends);
  });

  test("exit 1: a flow with errors is not checked, and says why; a bare process likewise", async () => {
    const broken = await check("--json", file("broken.yaml", "title: ["));
    expect(broken.code).toBe(1);
    expect((JSON.parse(broken.out) as { files: unknown[] }).files).toMatchObject([
      {
        verdict: "has_errors",
        findings: [],
        errors: expect.arrayContaining([expect.objectContaining({ rule: "S001" })]),
      },
    ]);
    const bare = await check(
      file("bare.yaml", 'dsl-version: "0.3.0"\nstages:\n  - one: { actions: [], expect: {} }\n'),
    );
    expect(bare.code).toBe(1);
    expect(bare.out).toContain("check the flow file that it belongs to");
  });

  test("exit 2: a file that is not there, a budget that is no number", async () => {
    const { code, out, err } = await check("nothing.yaml");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("nothing.yaml");
    expect((await check("--budget", "many", "nothing.yaml")).code).toBe(2);
    expect((await check("--json", "--sarif", "nothing.yaml")).code).toBe(2);
  });

  test("--sarif: findings beside the language's rules, information left out", async () => {
    const { code, out } = await check("--sarif", file("groups.json", flow(5)));
    expect(code).toBe(0);
    const [run] = (
      JSON.parse(out) as {
        runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[];
      }
    ).runs;
    const ids = new Set(run?.results.map(({ ruleId }) => ruleId));
    expect(ids).toContain("X104");
    expect(ids).not.toContain("X113");
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  test("expectations beside the file are read by themselves: what fails has its place and a run", async () => {
    const expected = ["expect:", "  - never: p0 gets contract", "  - before: [p1 signs contract, p0 signs contract]"];
    writeFileSync(path.join(folder.path, "voting.expect.yaml"), expected.join("\n"));
    const flows = [file("voting.flow.yaml", flow(4)), file("bare.yaml", flow(4))];
    const { code, out } = await check(...flows);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^voting\.expect\.yaml:3:5: error X202: `p0 signs contract` can happen before `p1 signs contract`\.\n {4}run: .*p0 signs contract$/m,
    );
    expect(out).toContain("1 of 2 expectations held");
    const json = JSON.parse((await check("--json", ...flows)).out);
    expect(json.files[0].expectations).toMatchObject([
      { index: 0, verdict: "holds" },
      {
        index: 1,
        verdict: "fails",
        trace: [{ label: "p0 signs contract", who: "p0", does: "signs", document: "contract" }],
      },
    ]);
    expect(json.files[1].expectations).toEqual([]);
    const sarif = JSON.parse((await check("--sarif", ...flows)).out);
    expect(sarif.runs[0].results.filter(({ ruleId }: { ruleId: string }) => ruleId === "X202")).toHaveLength(1);
  });

  test("expectations that cannot be read are an error at their place, and one that is not decided is, with --strict", async () => {
    file("typo.flow.yaml", flow(4));
    file("typo.expect.yaml", "expect:\n  - never: p9 signs contract\n");
    expect(await check("typo.flow.yaml")).toMatchObject({
      code: 1,
      out: expect.stringContaining("typo.expect.yaml:2:12: error X201: The flow has no participant `p9`"),
    });
    // Who reads the last line alone sees why the exit code is 1.
    expect((await check("typo.flow.yaml")).out).toContain(
      "0 errors, 2 warnings, 8 hints, 1 error in typo.expect.yaml; ",
    );
    file("typo.expect.yaml", "expect:\n  - never: p0 gets sms\n");
    expect(await check("typo.flow.yaml")).toMatchObject({ code: 0 });
    expect(await check("--budget", "1", "--strict", "typo.flow.yaml")).toMatchObject({ code: 1 });
  });

  test("exit 2: expectations, or scenarios, say which flow file to name", async () => {
    const expected = file("one.expect.yaml", "flow: ./one.flow.yaml\nexpect: [never: completed]\n");
    expect(await check(expected)).toEqual({
      code: 2,
      out: "",
      err: "one.expect.yaml: these are expectations. Name the flow file that they are about, one.flow.yaml.\n",
    });
    for (const broken of ["", "a: [", "- never: completed\n"])
      expect(await check(file("broken.expect.yaml", broken))).toEqual({
        code: 2,
        out: "",
        err: "broken.expect.yaml: these are expectations. Name the flow file that they are about, such as broken.flow.yaml.\n",
      });
    const played = file("two.scenario.yaml", "scenario: it\nsteps: [time-out]\n");
    expect(await check(played)).toEqual({
      code: 2,
      out: "",
      err: "two.scenario.yaml: these are scenarios. Name the flow file that they are about, such as two.flow.yaml.\n",
    });
    for (const command of ["lint", "run"])
      expect(await countersign([command, expected], { cwd: folder.path })).toMatchObject({ code: 2, out: "" });
  });

  test("X201: expectations that cannot be read are not complete in the JSON", async () => {
    const name = file("unread.flow.yaml", flow(4));
    file("unread.expect.yaml", "expect: [nobody]\n");
    const { code, out } = await check("--json", name);
    expect({ code, file: JSON.parse(out).files[0] }).toMatchObject({
      code: 1,
      file: {
        verdict: "checked",
        complete: { findings: true, outcomes: true, expectations: false },
        expectation_errors: [expect.anything()],
      },
    });
  });

  test("a reason that turns the direction of text shows its codes, in JSON too", async () => {
    const name = file("turned.flow.yaml", flow(4));
    file("turned.expect.yaml", 'accept: [{ finding: X104, because: "\\u202Eby phone" }]\n');
    const { out } = await check("--json", name);
    expect(out).toContain("\\u202eby phone");
    expect(out).not.toContain("\u202e");
  });
});
