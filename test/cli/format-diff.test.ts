import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { exampleText } from "../../src-shared/language/index.ts";
import { command, countersign as inThisProcess } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";

const folder = temporaryFolder("cli-format");
afterAll(() => folder.remove());

const place = (name: string): string => path.join(folder.path, name);

function file(name: string, text: string): string {
  writeFileSync(place(name), text);
  return name;
}

const countersign = (...args: readonly string[]) => inThisProcess(args, { cwd: folder.path });
const sound = exampleText({});
const untidy = `# kept\n${sound.replace("{ users: [alice], documents: [contract] }", "{users:  [ alice ], documents: [contract]}   # too")}`;

describe("countersign format", () => {
  test("exit 0: writes the form, keeps comments and the file's rights, and leaves nothing beside it", async () => {
    const name = file("untidy.flow.yaml", untidy);
    chmodSync(place(name), 0o640);
    expect(await countersign("format", name)).toMatchObject({ code: 0, out: "untidy.flow.yaml formatted\n", err: "" });
    expect(readFileSync(place(name), "utf8")).toBe(
      untidy.replace("{users:  [ alice ], documents: [contract]}", "{ users: [alice], documents: [contract] }"),
    );
    expect(statSync(place(name)).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path).filter((entry) => entry.endsWith(".tmp"))).toEqual([]);
    expect(await countersign("format", name)).toMatchObject({ code: 0, out: "", err: "" });
  });

  test("a link stays a link: the file that it leads to is brought into form, in its own folder, with its rights", async () => {
    mkdirSync(place("real"));
    const real = path.join("real", "linked.flow.yaml");
    file(real, untidy);
    chmodSync(place(real), 0o666);
    symlinkSync(real, place("link.flow.yaml"));
    expect(await countersign("format", "link.flow.yaml")).toMatchObject({ code: 0, err: "" });
    expect(lstatSync(place("link.flow.yaml")).isSymbolicLink()).toBe(true);
    expect(readFileSync(place(real), "utf8")).toContain("{ users: [alice], documents: [contract] }   # too");
    expect(statSync(place(real)).mode & 0o777).toBe(0o666);
    expect(readdirSync(place("real"))).toEqual(["linked.flow.yaml"]);
  });

  test("S009: a file that is not UTF-8 is left as it is, byte for byte", async () => {
    const latin = Buffer.from(untidy.replace("# kept", "# Åsa"), "latin1");
    writeFileSync(place("latin.flow.yaml"), latin);
    for (const command of ["format", "lint", "run"]) {
      const { code, err } = await countersign(command, "latin.flow.yaml");
      expect(code, command).not.toBe(0);
      expect(err, command).toContain("Byte C5 in line 1 is not UTF-8");
    }
    expect(readFileSync(place("latin.flow.yaml")).equals(latin)).toBe(true);
  });

  test("- formats standard input to standard output; a file that is not there keeps no other from being done", async () => {
    const formed = untidy.replace(
      "{users:  [ alice ], documents: [contract]}",
      "{ users: [alice], documents: [contract] }",
    );
    expect(await command(["format", "-"], { input: untidy })).toEqual({ code: 0, out: formed, err: "" });
    const name = file("after-gone.flow.yaml", untidy);
    const { code, err } = await countersign("format", "gone.flow.yaml", name);
    expect({ code, err }).toEqual({ code: 2, err: "gone.flow.yaml: there is no such file. Check the path.\n" });
    expect(readFileSync(place(name), "utf8")).toBe(formed);
  });

  test("--check: exit 1 and nothing written where one is not in form", async () => {
    const [good, bad] = [file("good.flow.yaml", sound), file("bad.flow.yaml", untidy)];
    const { code, out } = await countersign("format", "--check", good, bad);
    expect(code).toBe(1);
    expect(out).toMatch(/^bad\.flow\.yaml is not in form: .*\n$/);
    expect(readFileSync(place(bad), "utf8")).toBe(untidy);
  });

  test("exit 1: a text that does not parse is left as it is, and the others are done", async () => {
    const [broken, bad] = [file("broken.flow.yaml", "a: [b\n"), file("bad2.flow.yaml", untidy)];
    const { code, out, err } = await countersign("format", broken, bad);
    expect(code).toBe(1);
    expect(out).toBe("bad2.flow.yaml formatted\n");
    expect(err).toMatch(/^broken\.flow\.yaml: left as it is/);
    expect(readFileSync(place(broken), "utf8")).toBe("a: [b\n");
  });

  test("exit 2 and what to do for a file that is not there, and for a folder", async () => {
    expect(await countersign("format", folder.path)).toEqual({
      code: 2,
      out: "",
      err: `${folder.path}: it is a folder. Name the file in it.\n`,
    });
    expect(await countersign("format", "none.yaml")).toMatchObject({
      code: 2,
      err: "none.yaml: there is no such file. Check the path.\n",
    });
  });
});

describe("countersign diff", () => {
  const before = file("before.flow.yaml", sound);
  const after = file("after.flow.yaml", sound.replace("contract: ./contract.pdf", "contract: ./deed.pdf"));

  test("exit 1 and a sentence per change", async () => {
    expect(await command(["diff", before, after], { cwd: folder.path })).toMatchObject({
      code: 1,
      out: "Document contract: ./contract.pdf → ./deed.pdf\n",
    });
  });

  test("--format json gives keys and values beside the sentence", async () => {
    const { code, out } = await countersign("diff", "--format", "json", before, after);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      before,
      after,
      changes: [
        {
          key: "document.changed",
          values: { name: "contract", before: "./contract.pdf", value: "./deed.pdf" },
          text: "Document contract: ./contract.pdf → ./deed.pdf",
        },
      ],
    });
  });

  test("exit 0: another layout is no change", async () => {
    const same = file("same.flow.yaml", untidy);
    expect(await countersign("diff", before, same)).toMatchObject({ code: 0, out: "No change of the flow\n" });
  });

  const long = (signer: string) => `${sound.replace("alice@", `${signer}@`)}# ${"x".repeat(1024 * 1024)}\n`;
  const twice = sound.replace("process:\n", "process:\n  stages: []\n");
  test.each([
    ["S001", /:[12]: /, "a: [b\n", "a: [c\n"],
    ["S002", /:4: /, twice, `${twice}\n`],
    ["S007", /:1: /, "a: &a [*a]\n", "a: &b [*b]\n"],
    ["S008", /:1: /, long("alice"), long("mallory")],
    ["S009", /:2: /, "title: a\n\tprocess: b\n", "title: a\n\tprocess: c\n"],
  ])("%s exit 2: a text that was not read as a whole is never said to be the same", async (rule, line, one, other) => {
    const [a, b] = [file(`${rule}-a.flow.yaml`, one), file(`${rule}-b.flow.yaml`, other)];
    for (const format of ["text", "json"]) {
      const { code, out, err } = await countersign("diff", "--format", format, a, b);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      const [first, second] = err.split("\n");
      expect(first).toMatch(line);
      expect(first).toContain(`not compared, since it cannot be read as a whole: ${rule}: `);
      expect([first?.split(":")[0], second?.split(":")[0]]).toEqual([a, b]);
    }
  });

  test("--behaviour tells what people can do in one version alone, each with a run; another file name changes nothing", async () => {
    expect(await countersign("diff", "--behaviour", before, after)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^People can do the same in both \(\d+ common states? compared\)\n$/),
    });
    const approves = file("approves.flow.yaml", sound.replaceAll("signed-by", "approved-by"));
    const { code, out } = await countersign("diff", "--behaviour", before, approves);
    expect(code).toBe(1);
    expect(out).toContain("Gone: `alice signs contract`.\n    run: alice signs contract\n");
    expect(out).toContain("New: `alice approves contract`.\n    run: alice approves contract\n");
    const json = JSON.parse((await countersign("diff", "--behaviour", "--format", "json", before, approves)).out);
    expect(json).toMatchObject({ before, after: approves, verdict: "compared" });
    expect(json.differences).toContainEqual({
      direction: "gained",
      who: "alice",
      message: "New: `alice approves contract`.",
      trace: [{ label: "alice approves contract", who: "alice", does: "approves", document: "contract" }],
    });
    expect(await countersign("diff", "--behaviour", "--budget", "0", before, after)).toMatchObject({ code: 2 });
  });

  test("--behaviour: who is renamed is the same person", async () => {
    const renamed = file("renamed.flow.yaml", sound.replaceAll(/alice(?!@)/g, "anna"));
    expect(await countersign("diff", "--behaviour", before, renamed)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Same participant: alice, now anna\nPeople can do the same in both /),
    });
  });

  test("--behaviour, exit 2: a flow with errors has none", async () => {
    const wrong = file("wrong.flow.yaml", sound.replace("alice]", "alcie]"));
    expect(await countersign("diff", "--behaviour", before, wrong)).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("wrong.flow.yaml: its behaviour cannot be compared: R001: "),
    });
  });

  test("exit 2: an unknown format", async () => {
    expect(await countersign("diff", "--format", "xml", before, after)).toMatchObject({ code: 2 });
  });
});

describe("countersign lint", () => {
  test("V101: --target checks for an older service", async () => {
    const name = file("target.flow.yaml", exampleText({ process: 'dsl-version: "0.3.0"\nallow-rejections: false' }));
    expect(await countersign("lint", name)).toMatchObject({ code: 0 });
    const { code, out } = await countersign("lint", "--target", "0.32.0", name);
    expect(code).toBe(1);
    expect(out).toContain("error V101: `allow-rejections` is not known to this service");
    expect(await countersign("lint", "--target", "new", name)).toMatchObject({ code: 2 });
  });

  test("--format sarif prints a SARIF log", async () => {
    const { code, out } = await countersign(
      "lint",
      "--format",
      "sarif",
      file("s.flow.yaml", sound.replace("0.3.0", "0.3")),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: "2.1.0",
      runs: [{ results: [{ ruleId: "V004", level: "note" }] }],
    });
  });
});
