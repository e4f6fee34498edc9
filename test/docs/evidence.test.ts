import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

/** The check by hand of docs/evidence.md, run as a reader would run it. */

const SCRIPT = path.resolve(import.meta.dirname, "../../docs/examples/check-evidence.sh");
const PAGE = readFileSync(path.resolve(import.meta.dirname, "../../docs/evidence.md"), "utf8");
const TOOLS = ["bash", "unzip", "openssl"];
const missing = TOOLS.filter((tool) => spawnSync(tool, ["-h"]).error !== undefined);

let folder: TemporaryFolder;
const at = (name: string) => path.join(folder.path, name);
beforeAll(async () => {
  folder = temporaryFolder("evidence-docs");
  const flow = path.join(EXAMPLES, "loan/loan.flow.yaml");
  const ran = await countersign(["run", flow, "--workspace", at("workspace"), "--bundle", at("run.asice")]);
  expect(ran).toMatchObject({ code: 0 });
});
afterAll(() => folder.remove());

function check(bundle: string) {
  const { status, stdout, stderr } = spawnSync("bash", [SCRIPT, bundle], { encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

/** A bundle whose files were changed, and packed again. */
function repacked(name: string, change: (files: Record<string, Uint8Array>) => void): string {
  const files = unzipSync(readFileSync(at("run.asice")));
  change(files);
  writeFileSync(at(name), zipSync(files));
  return at(name);
}

describe.skipIf(missing.length > 0)("the check by hand of docs/evidence.md", () => {
  test("finds a bundle whole, and names the certificate that the workspace shows", async () => {
    const { out } = await countersign(["certificate", "show", "--workspace", at("workspace")]);
    const sha256 = /^SHA-256: (.+)$/m.exec(out)?.[1];
    expect(check(at("run.asice"))).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^certificate ${sha256}\n\\d+ files as they were signed\n$`)),
      err: "",
    });
  });

  test("names a file that was changed, taken away or added, and a manifest that was", () => {
    const flipped = (name: string) =>
      repacked("changed.asice", (files) => {
        const bytes = files[name];
        if (bytes) bytes[100] = (bytes[100] ?? 0) ^ 1;
      });
    expect(check(flipped("report.html"))).toMatchObject({ code: 1, err: "report.html was changed\n" });
    expect(check(flipped("META-INF/ASiCManifest.xml"))).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/the signature does not fit\n$/),
    });
    const taken = repacked("taken.asice", (files) => delete files["mails.jsonl"]);
    expect(check(taken)).toMatchObject({ code: 1, err: "mails.jsonl is missing\n" });
    const added = repacked("added.asice", (files) => {
      files["documents/new.pdf"] = Buffer.from("new");
    });
    expect(check(added)).toMatchObject({ code: 1, err: expect.stringMatching(/new\.pdf\na file was added\n$/) });
  });

  test("every file of a bundle stands in the page", () => {
    const names = Object.keys(unzipSync(readFileSync(at("run.asice"))));
    const stated = names.map((name) => (/^(?:documents|signatures)\//.test(name) ? `${name.split("/")[0]}/` : name));
    expect([...new Set(stated)].filter((name) => !PAGE.includes(`\n| ${name} |`))).toEqual([]);
  });
});
