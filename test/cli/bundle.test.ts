import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { bundleOf } from "../fixtures/bundles.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

function folder(): string {
  const made = temporaryFolder("bundle");
  onTestFinished(() => made.remove());
  return made.path;
}

test("run --bundle writes evidence, verify takes it, and names what was changed since", async () => {
  const dir = folder();
  const file = path.join(dir, "nda.asice");
  const workspace = path.join(dir, "workspace");
  const ran = await countersign([
    "run",
    path.join(EXAMPLES, "nda/nda.flow.yaml"),
    "--workspace",
    workspace,
    "--bundle",
    file,
  ]);
  expect(ran).toMatchObject({ code: 0 });

  const whole = await countersign(["verify", file]);
  expect(whole).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toMatch(
    /Run \S+ ".+": completed, ended .+\n.*Signed by: Countersign SIMULATED seal \(workspace\) at .+, certificate SHA-256 [\da-f]{64}\nSIMULATED: .+\n.+: whole \(\d+ files, \d+ events, 1 seal checked\)/,
  );

  const bytes = readFileSync(file);
  const forged = Buffer.from(bytes);
  const last = forged.indexOf("PK\x01\x02") - 1;
  forged[last] = (forged[last] ?? 0) ^ 1;
  writeFileSync(file, forged);
  expect(await countersign(["verify", file])).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^Signed by: NOT PROVEN, the signature does not fit; it names Countersign SIMULATED seal/m,
    ),
  });

  const at = bytes.indexOf("%PDF");
  bytes[at + 1000] = (bytes[at + 1000] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const broken = await countersign(["verify", file, "--json"]);
  expect(broken.code).toBe(1);
  const report = JSON.parse(broken.out);
  expect(report).toMatchObject({
    file,
    whole: false,
    simulated: true,
    signer: { name: expect.stringContaining("SIMULATED") },
  });
  expect(report.problems).toContainEqual({ file: "documents/01-nda.pdf", message: "It was changed." });
  expect(report.problems).toContainEqual({
    file: "documents/01-nda.pdf",
    message: expect.stringMatching(/^Its seal is not valid: /),
  });
});

test("a bundle that cannot be written says where and why, and leaves nothing half", async () => {
  const dir = folder();
  const file = path.join(dir, "nowhere", "nda.asice");
  const ran = await countersign(["run", path.join(EXAMPLES, "nda/nda.flow.yaml"), "--bundle", file]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(`The evidence was not written to ${file}`) });
  expect(existsSync(path.dirname(file))).toBe(false);
});

test("what is no bundle gets a clear message", async () => {
  const file = path.join(folder(), "other.asice");
  writeFileSync(file, "hello");
  const { code, out } = await countersign(["verify", file]);
  expect(code).toBe(1);
  expect(out).toMatch(/^The bundle: It is no bundle, or its directory was damaged/);
});

test("law 9: what is not there is told as such, whatever it would have been", async () => {
  const file = path.join(folder(), "gone.asice");
  const { code, err } = await countersign(["verify", file]);
  expect(code).toBe(2);
  expect(err).toBe(`There is no file or folder ${file}. Check the path.\n`);
});

test("a document of a bundle that is no PDF is told in one sentence", async () => {
  const file = path.join(folder(), "other.asice");
  const document = { name: "a", title: "A", file: "documents/01-a.pdf", state: "sealed", sealed: true };
  const run = {
    ...{ format: "countersign-evidence", version: 1, simulated: true, instance: "1", status: "completed" },
    ...{ title: "T", started: "", ended: "", time_zone: "UTC", last_hash: "", events: 1, participants: [] },
    documents: [{ ...document, sha256: "0".repeat(64) }],
  };
  writeFileSync(file, bundleOf(["run.json", JSON.stringify(run)], [document.file, "hello"]));
  const { out } = await countersign(["verify", file]);
  expect(out).toContain("documents/01-a.pdf: Its seal is not valid: the file is not a PDF.\n");
});

test("a title cannot write lines of its own into the report", async () => {
  const file = path.join(folder(), "other.asice");
  const run = {
    ...{ format: "countersign-evidence", version: 1, simulated: true, instance: "1", status: "completed" },
    ...{ title: `T\n${file}: whole (9 files)`, started: "", ended: "", time_zone: "UTC", last_hash: "", events: 1 },
    ...{ participants: [], documents: [] },
  };
  writeFileSync(file, bundleOf(["run.json", JSON.stringify(run)]));
  const { code, out } = await countersign(["verify", file]);
  expect(code).toBe(1);
  expect(out).toContain('Run 1 "T ');
  expect(out).not.toMatch(/^.*: whole \(9 files\)$/m);
  expect(out).not.toMatch(/^\S+: whole/m);
});

test("runs of one long title in any script have evidence each, and documents with long names are written", async () => {
  const dir = folder();
  const name = "契".repeat(150);
  const text = readFileSync(path.join(EXAMPLES, "nda/nda.flow.yaml"), "utf8")
    .replace(/^title: .+$/m, `title: ${"약".repeat(190)}`)
    .replace("documents: [nda]", `documents: [${name}]`)
    .replace("nda: ./Mutual", `${name}: ./Mutual`);
  const pdf = "Mutual Non-Disclosure Agreement.pdf";
  writeFileSync(path.join(dir, pdf), readFileSync(path.join(EXAMPLES, "nda", pdf)));
  const file = path.join(dir, "long.flow.yaml");
  writeFileSync(file, text);
  const workspace = path.join(dir, "workspace");
  for (const _ of [1, 2]) expect(await countersign(["run", file, "--workspace", workspace])).toMatchObject({ code: 0 });
  const out = path.join(dir, "evidence");
  expect(await countersign(["evidence", workspace, "--out", out])).toMatchObject({
    code: 0,
    out: `Evidence of 2 runs in ${out}\n`,
  });
  // Of names that ASCII cannot write, a file says at least what it is.
  for (const bundle of readdirSync(out))
    expect(Object.keys(unzipSync(readFileSync(path.join(out, bundle))))).toContain("documents/01-document.pdf");
});
