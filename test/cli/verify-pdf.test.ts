import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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

const OTHERS = (how: string) => `Signed by: Lind & Partners AB, ${how}; not checked here, a PDF reader or pdfsig does`;

test.each([false, true])(
  "a PDF that another program signed is not judged, nor called simulated; packed: %s",
  async (packed) => {
    const dir = folder();
    const file = path.join(dir, "theirs.PDF");
    writeFileSync(file, await signedPdf(dir, { before: "sent by mail\r\n", packed }));
    const { code, out } = await countersign(["verify", file, "--json"]);
    expect(JSON.parse(out)).toEqual({
      ...{ file, intact: null, signer: null, certificateSha256: null, simulated: null },
      ...{ problem: "it was signed with another program", otherSigners: ["Lind & Partners AB"] },
    });
    expect(code).toBe(1);
    expect((await countersign(["verify", file])).out).toBe(
      `Sealed by: nobody\n${OTHERS("with another program")}\nWhether it is simulated cannot be told\n${file}: no seal of Countersign, it was signed with another program\n`,
    );
  },
);

test("a seal on what others had signed is judged alone; who signed before is named", async () => {
  const dir = folder();
  writeFileSync(path.join(dir, "theirs.pdf"), await signedPdf(dir));
  const flow = path.join(dir, "signed.flow.yaml");
  writeFileSync(flow, FLOW);
  const bundle = path.join(dir, "signed.asice");
  expect(await countersign(["run", flow, "--bundle", bundle])).toMatchObject({ code: 0 });
  const file = path.join(dir, "sealed.pdf");
  writeFileSync(file, execFileSync("unzip", ["-p", bundle, "documents/01-theirs.pdf"]));
  const { code, out } = await countersign(["verify", file]);
  expect(out).toMatch(/^Sealed by: Countersign SIMULATED seal /);
  expect(out).toContain(
    `\n${OTHERS("before it was sealed")}\nSIMULATED: nothing that Countersign signed or sealed in it has legal effect\n${file}: intact\n`,
  );
  expect(code).toBe(0);
  const added = Buffer.concat([readFileSync(file), Buffer.from("\n%more\n")]);
  writeFileSync(file, added);
  const broken = JSON.parse((await countersign(["verify", file, "--json"])).out);
  expect(broken).toMatchObject({ intact: false, otherSigners: ["Lind & Partners AB"] });
  const at = added.lastIndexOf("/Contents <");
  writeFileSync(file, added.fill("0", at + "/Contents <".length, at + 500).subarray(0, added.length - 7));
  expect(await countersign(["verify", file])).toMatchObject({ code: 1 });
});

const FLOW = `
title: Signed before
process:
  dsl-version: "0.3.0"
  stages:
    - signing: { actions: [], expect: { signed-by: { users: [bob], documents: [theirs] } } }
process_parameters:
  documents: { theirs: ./theirs.pdf }
  users:
    bob: { id_type: email, id: bob@example.test }
`;

test("a PDF that names the same signature, or very many, is read as often as need be", async () => {
  const dir = folder();
  const file = path.join(dir, "many.pdf");
  const size = 2_000_000;
  const ranges = (line: (n: number) => string) =>
    Buffer.concat([
      Buffer.from("%PDF-1.7\n"),
      Buffer.from(Array.from({ length: 40_000 }, (_, n) => line(n)).join("\n")),
    ]);
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length, "0")]);
  for (const line of [() => "/ByteRange [0 9 1999000 1000]", (n: number) => `/ByteRange [0 ${n} ${size - n} ${n}]`]) {
    writeFileSync(file, padded(ranges(line)));
    const { code, out } = await countersign(["verify", file, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out).otherSigners.length).toBeLessThanOrEqual(100);
  }
});

test("a PDF without a seal is told so, and what is no PDF is refused", async () => {
  const dir = folder();
  const file = path.join(dir, "plain.pdf");
  writeFileSync(file, await soundPdf(1));
  const plain = await countersign(["verify", file]);
  expect(plain.code).toBe(1);
  expect(plain.out).toBe(
    `Sealed by: nobody\nWhether it is simulated cannot be told\n${file}: no seal of Countersign, the file has no signature\n`,
  );
  writeFileSync(file, "Dear all,");
  const text = await countersign(["verify", file]);
  expect(text).toMatchObject({ code: 2, out: "" });
  expect(text.err).toContain(`${file} is not a PDF`);
  writeFileSync(file, "");
  expect(await countersign(["verify", file])).toMatchObject({ code: 2 });
  expect(await countersign(["verify", path.join(dir, "gone.pdf")])).toMatchObject({ code: 2 });
});
