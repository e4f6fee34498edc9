import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { soundPdf } from "../fixtures/pdfs.ts";
import { signedPdf } from "../fixtures/signed.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

function folder(): string {
  const made = temporaryFolder("verify-pdf");
  onTestFinished(() => made.remove());
  return made.path;
}

function changed(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

test("verify of a sealed PDF says apart whether it is intact, who sealed it, and SIMULATED", async () => {
  const dir = folder();
  const bundle = path.join(dir, "nda.asice");
  expect(await countersign(["run", path.join(EXAMPLES, "nda/nda.flow.yaml"), "--bundle", bundle])).toMatchObject({
    code: 0,
  });
  const sealed = execFileSync("unzip", ["-p", bundle, "documents/01-nda.pdf"], { maxBuffer: 1 << 26 });
  const file = path.join(dir, "nda.pdf");
  writeFileSync(file, sealed);
  const whole = await countersign(["verify", file]);
  expect(whole).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toMatch(
    /^Sealed by: Countersign SIMULATED seal \(.+\), certificate SHA-256 [\da-f]{64}\nSIMULATED: .+\n.+nda\.pdf: intact\n$/,
  );
  writeFileSync(file, changed(sealed, 1000));
  const broken = await countersign(["verify", file]);
  expect(broken).toMatchObject({ code: 1, err: "" });
  expect(broken.out).toMatch(/\nSIMULATED: .+\n.+nda\.pdf: NOT INTACT, .+\n$/);
  const asJson = await countersign(["verify", file, "--json"]);
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({
    ...{ file, intact: false, simulated: true, problem: expect.stringMatching(/\w/) },
    signer: expect.stringContaining("Countersign SIMULATED seal"),
  });
  writeFileSync(file, Buffer.concat([sealed, Buffer.from("\n%more\n")]));
  expect((await countersign(["verify", file])).out).toContain("does not cover the whole file");
});

test("a PDF that another program signed is not judged, nor called simulated", async () => {
  const dir = folder();
  const file = path.join(dir, "theirs.PDF");
  writeFileSync(file, await signedPdf(dir, { before: "sent by mail\r\n" }));
  const { code, out } = await countersign(["verify", file, "--json"]);
  expect(JSON.parse(out)).toMatchObject({ intact: null, simulated: null });
  expect(code).toBe(1);
  expect((await countersign(["verify", file])).out).toContain("NO SEAL of Countersign, the signature in it is another");
});

test("a PDF without a seal is told so, and what is no PDF is refused", async () => {
  const dir = folder();
  const file = path.join(dir, "plain.pdf");
  writeFileSync(file, await soundPdf(1));
  const plain = await countersign(["verify", file]);
  expect(plain.code).toBe(1);
  expect(plain.out).toBe(
    `Sealed by: nobody that can be read\nWhether it is simulated cannot be told\n${file}: NO SEAL of Countersign, the file has no signature\n`,
  );
  writeFileSync(file, "Dear all,");
  const text = await countersign(["verify", file]);
  expect(text).toMatchObject({ code: 2, out: "" });
  expect(text.err).toContain(`${file} is no PDF`);
  writeFileSync(file, "");
  expect(await countersign(["verify", file])).toMatchObject({ code: 2 });
  expect(await countersign(["verify", path.join(dir, "gone.pdf")])).toMatchObject({ code: 2 });
});
