import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { command, countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const folder = temporaryFolder("cli-lint");
afterAll(() => folder.remove());

/** Written into the test's folder; the command is started there, so that messages hold short paths. */
function file(name: string, text: string): string {
  writeFileSync(path.join(folder.path, name), text);
  return name;
}
const lint = (...args: readonly string[]) => countersign(["lint", ...args], { cwd: folder.path });

const MISSPELT = 'process:\n  dsl-version: "0.3.0"\n  stages:\n    - one: { action: [], expect: {} }\n';

describe("countersign lint", () => {
  test.skipIf(process.platform === "win32")("exit 2: a device is not read", async () => {
    const { code, out, err } = await lint("/dev/zero");
    expect({ code, out, err }).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(/^\/dev\/zero: it is a device, a pipe or a socket\. Name an ordinary file\.\n$/),
    });
  });

  test("exit 0: the examples have no errors, and each file is reported", async () => {
    const files = ["nda", "employment", "board", "loan"].map((name) => path.join(EXAMPLES, name, `${name}.flow.yaml`));
    const { code, out, err } = await lint("--format", "json", ...files);
    expect(err).toBe("");
    expect(code).toBe(0);
    const report = JSON.parse(out) as { files: { file: string; diagnostics: { severity: string }[] }[] };
    expect(report.files.map((each) => each.file)).toEqual(files);
    expect(report.files.flatMap((each) => each.diagnostics).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("S003, S005: exit 1 and the exact JSON, with lines and columns from 1 and the fix as edits", async () => {
    const { code, out, err } = await lint("--format", "json", file("misspelt.flow.yaml", MISSPELT));
    expect(err).toBe("");
    expect(code).toBe(1);
    const at = (column: number, end: number) => ({ start: { line: 4, column }, end: { line: 4, column: end } });
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          file: "misspelt.flow.yaml",
          diagnostics: [
            {
              rule: "S005",
              severity: "error",
              message: expect.stringContaining("`actions`"),
              pointer: "/process/stages/0/one",
              range: at(7, 10),
            },
            {
              rule: "S003",
              severity: "error",
              message: expect.stringContaining("did you mean `actions`?"),
              pointer: "/process/stages/0/one/action",
              range: at(14, 20),
              fix: { title: "Rename to `actions`", edits: [{ range: at(14, 20), insert: "actions" }] },
            },
          ],
        },
      ],
    });
  });

  test("S001: a file that is no YAML is a diagnostic with its place, not a fault", async () => {
    const broken = file("broken.yaml", "title: x\nprocess: }\n");
    const { code, out, err } = await command(["lint", broken], { cwd: folder.path });
    expect(err).toBe("");
    expect(code).toBe(1);
    expect(out).toMatch(/^broken\.yaml:2:10: error S001: .+\n/m);
    expect(out).toMatch(/\n1 file: \d+ errors?, 0 warnings, 0 hints\n$/);
  });

  test("warnings and hints alone exit 0, and text is the default format", async () => {
    const unused =
      'process:\n  dsl-version: "0.3"\n  stages: [ { one: { actions: [], expect: {} } } ]\n' +
      "process_parameters:\n  messages: { hello: Hi }\n";
    const { code, out } = await lint(file("warned.yaml", unused));
    expect(code).toBe(0);
    expect(out).toContain("warned.yaml:2:16: hint V004:");
    expect(out).toContain("warned.yaml:5:15: warning R004:");
  });

  test.each([
    ["a file that is not there", ["gone.yaml"], "gone.yaml: there is no such file. Check the path.\n"],
    ["a folder", ["."], ".: it is a folder. Name the file in it.\n"],
  ])("exit 2 and one sentence for %s", async (_, args, sentence) => {
    expect(await lint(...args)).toEqual({ code: 2, out: "", err: sentence });
  });

  test("exit 2: an unknown format is reported with those that there are", async () => {
    const { code, out, err } = await lint("--format", "xml", "x.yaml");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Allowed choices are text, json, sarif.");
  });

  test("a text full of problems: the first 1,000 are printed, the rest are counted", async () => {
    const stage = (_: unknown, at: number) =>
      `    - s${at}: { actions: [], expect: { signed-by: { users: [nobody], documents: [none], x: 1 } } }\n`;
    const stages = Array.from({ length: 900 }, stage).join("");
    const { code, out } = await lint(file("full.flow.yaml", `process:\n  dsl-version: "0.3.0"\n  stages:\n${stages}`));
    const lines = out.trimEnd().split("\n");
    expect(code).toBe(1);
    expect(lines).toHaveLength(1_002);
    const [more, summary] = lines.slice(-2);
    const total = Number(/: (\d+) errors/.exec(summary ?? "")?.[1]);
    expect(more).toBe(`full.flow.yaml: and ${total - 1_000} more problems; --format json lists all.`);
  });

  test("exit 2: a file that is not there is reported, and the others are checked all the same", async () => {
    const { code, out, err } = await lint("gone.yaml", file("misspelt2.yaml", MISSPELT), "gone-too.yaml");
    expect({ code, err }).toEqual({
      code: 2,
      err: "gone.yaml: there is no such file. Check the path.\ngone-too.yaml: there is no such file. Check the path.\n",
    });
    expect(out).toMatch(/^misspelt2\.yaml:4:7: error S005: .*\n.* error S003: .*\n1 file: 2 errors/);
  });

  test("- is standard input", async () => {
    const { code, out, err } = await command(["lint", "-"], { input: MISSPELT });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toMatch(/^-:4:7: error S005: /);
  });

  test("exit 2 without a file, and for a command that there is not; each says where its own help is", async () => {
    for (const [args, help] of [
      [["lint"], "Run `countersign lint --help` to see how it is used."],
      [["account", "add"], "Run `countersign account add --help` to see how it is used."],
      [["account", "ad"], "Run `countersign account --help` to see how it is used."],
      [["lnit", "x.yaml"], "Run `countersign help` for the commands."],
    ] as const) {
      const { code, out, err } = await countersign(args);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(help);
    }
  });
});
