import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { command, finished, countersign as inThisProcess, startCommand } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const FLOW = path.join(EXAMPLES, "nda/nda.flow.yaml");
const PDF = path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf");
const MIB = 1024 * 1024;

let top: TemporaryFolder;
let folder: string;
beforeEach(() => {
  top = temporaryFolder("cli-named-files");
  folder = path.join(top.path, "flow");
  mkdirSync(folder);
  copyFileSync(PDF, path.join(top.path, "nda.pdf"));
});
afterEach(() => top.remove());

const at = (name: string) => path.join(folder, name);
/** Writes the flow with another path of its document, and answers the line of that. */
function flowWith(document: string, name = "a.flow.yaml"): number {
  const text = readFileSync(FLOW, "utf8").replace("./Mutual Non-Disclosure Agreement.pdf", document);
  writeFileSync(at(name), text);
  return text.slice(0, text.indexOf(document)).split("\n").length;
}
const sparse = (file: string, size: number) => {
  writeFileSync(file, "");
  truncateSync(file, size);
};
const countersign = (...args: readonly string[]) => inThisProcess(args, { cwd: folder, env: { TMPDIR: top.path } });

describe.skipIf(process.platform === "win32")("files that a flow names, or a person", () => {
  test("R007, S004: lint tells at its place what is no file of the flow's folder, and reads none of it", async () => {
    symlinkSync("../nda.pdf", at("link.pdf"));
    symlinkSync("/dev/zero", at("zero.pdf"));
    symlinkSync("loop.pdf", at("loop.pdf"));
    execFileSync("mkfifo", [at("pipe.pdf")]);
    mkdirSync(at("in.pdf"));
    sparse(at("large.pdf"), 51 * MIB);
    sparse(at("huge.pdf"), 20 * 1024 * MIB);
    const reported: readonly (readonly [string, string])[] = [
      ["../nda.pdf", "R007: .* leads out of this file's folder"],
      ["./link.pdf", "R007: .* leads out of this file's folder"],
      ["./zero.pdf", "R007: .* leads out of this file's folder"],
      ["./pipe.pdf", "R007: .* leads to something that is not a file"],
      ["./loop.pdf", "R007: .* leads to something that is not a file"],
      ["./in.pdf", "R007: .* leads to something that is not a file"],
      ["./large.pdf", "R007: .* has more than 50 MiB"],
      ["./huge.pdf", "R007: .* has more than 50 MiB"],
      ["/dev/zero", "S004: "],
      ["file:///etc/hostname.pdf", "S004: "],
    ];
    const lines = reported.map(([document], index) => flowWith(document, `${index}.yaml`));
    flowWith("./gone.pdf", "gone.yaml");
    const { code, out, err } = await countersign("lint", ...reported.map((_, index) => `${index}.yaml`), "gone.yaml");
    expect({ code, err }).toEqual({ code: 1, err: "" });
    for (const [index, [, output]] of reported.entries())
      expect(out).toMatch(new RegExp(`^${index}\\.yaml:${lines[index]}:\\d+: error ${output}`, "m"));
    expect(out).toContain(`${reported.length} errors`);
  });

  test.each<[string, string, RegExp, () => void]>([
    [
      "out of the folder",
      "../nda.pdf",
      /leads out of the folder of the file that names it.* \[R007\]/,
      () => undefined,
    ],
    ["to a device", "/dev/zero", /leads out of the folder of the file that names it.* \[R007\]/, () => undefined],
    ["to a pipe", "./p.pdf", /a device, a pipe or a socket.* \[R007\]/, () => execFileSync("mkfifo", [at("p.pdf")])],
  ])("R007: run imports nothing where a document leads %s", async (_, document, output, prepare) => {
    prepare();
    const line = flowWith(document);
    const { code, out, err } = await countersign("run", "a.flow.yaml");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`, line ${line}: the document "nda" (${document}) was refused, so nothing was imported: `);
    expect(err).toMatch(output);
    expect(readdirSync(top.path).sort()).toEqual(["flow", "nda.pdf"]);
  });

  test("no command waits for a pipe, or reads a device or what is too long", async () => {
    execFileSync("mkfifo", [at("pipe.yaml"), at("pipe.zip")]);
    sparse(at("long.yaml"), 20 * 1024 * MIB);
    sparse(at("long.zip"), 201 * MIB);
    const noFile = "it is a device, a pipe or a socket. Name an ordinary file.";
    for (const args of [["lint"], ["format"]]) {
      const { code, out, err } = await countersign(...args, "pipe.yaml", "/dev/zero", "long.yaml");
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(`pipe.yaml: ${noFile}\n/dev/zero: ${noFile}\nlong.yaml: it is longer than 64 MiB`);
    }
    expect(await countersign("diff", FLOW, "pipe.yaml")).toEqual({ code: 2, out: "", err: `pipe.yaml: ${noFile}\n` });
    for (const [file, why] of [
      ["pipe.yaml", noFile],
      ["long.yaml", "At most 1 MiB are read."],
      ["pipe.zip", noFile],
      ["long.zip", "At most 200 MiB are read."],
    ] as const) {
      const { code, err } = await countersign("run", file);
      expect(code).toBe(2);
      expect(err).toContain(why);
    }
  });

  test("serve: credentials are an ordinary file; one that others may read is used, and told of", async () => {
    execFileSync("mkfifo", [at("pipe.json")]);
    const workspace = path.join(top.path, "workspace");
    const options = ["--workspace", workspace, "--port", "0", "--credentials", "pipe.json"];
    const refused = await command(["serve", ...options], { cwd: folder });
    expect(refused).toEqual({
      code: 2,
      out: "",
      err: "pipe.json was not read: it is a device, a pipe or a socket. Name an ordinary file.\n",
    });
    const serve = async () => {
      const child = startCommand(["serve", "--workspace", workspace, "--port", "0", "--credentials", "c.json"], {
        cwd: folder,
      });
      const ended = finished(child);
      child.stdout?.once("data", () => child.kill("SIGTERM"));
      return ended;
    };
    expect(await serve()).toMatchObject({ code: 0, err: expect.not.stringContaining("others may read it") });
    chmodSync(at("c.json"), 0o644);
    expect(await serve()).toMatchObject({ code: 0, err: expect.stringContaining("c.json holds secrets, and others") });
  });
});
