import { readFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { pkcs12File, type Wanted } from "../fixtures/pkcs12.ts";
import { openDocuments, SIGNING_TIME, sealed, temporaryFolder } from "./harness.ts";

const PASSWORD = "en lång fras";

async function onePage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  return pdf.save();
}

test("the author's own PKCS#12 seals from then on, survives a restart, and is forgotten when told", async () => {
  const dir = temporaryFolder();
  const documents = openDocuments(dir);
  expect(await documents.certificate()).toBeNull();
  const used = await documents.useCertificate(pkcs12File(dir, "own.p12", PASSWORD), PASSWORD);
  expect(used).toMatchObject({ ok: true, value: { name: "Lind & Partners AB", simulated: false } });
  const reports = [await documents.verifySeal(await sealed(documents, await onePage()))];
  await documents.close();

  const again = openDocuments(dir);
  reports.push(await again.verifySeal(await sealed(again, await onePage())));
  const sha256 = used.ok ? used.value.sha256 : "";
  for (const report of reports)
    expect(report).toMatchObject({ valid: true, signer: "Lind & Partners AB", certificateSha256: sha256 });
  expect(await again.certificate()).toMatchObject({
    sha256,
    pem: readFileSync(path.join(dir, "certificate.pem"), "utf8"),
  });

  await again.forgetCertificate();
  expect(await again.certificate()).toBeNull();
});

test("one that is being made does not take the place of the author's own, nor of none", async () => {
  const dir = temporaryFolder();
  const documents = openDocuments(dir);
  const making = () => documents.sign(new Uint8Array(1), SIGNING_TIME);
  await Promise.all([making(), documents.forgetCertificate()]);
  expect(await documents.certificate()).toBeNull();
  await Promise.all([making(), documents.useCertificate(pkcs12File(dir, "own.p12", PASSWORD), PASSWORD)]);
  expect(await documents.certificate()).toMatchObject({ simulated: false });
});

const files: readonly (readonly [string, Wanted & { readonly password?: string; readonly raw?: Buffer }, RegExp])[] = [
  ["another password", { password: "wrong" }, /does not open with this password/],
  ["no password", { password: "" }, /does not open with this password/],
  ["no PKCS#12", { raw: Buffer.from("%PDF-1.7") }, /is not a PKCS#12 file/],
  ["nothing", { raw: Buffer.alloc(0) }, /is not a PKCS#12 file/],
  ["half a file", { raw: Buffer.from("3082096b020103308209", "hex") }, /is not a PKCS#12 file/],
  ["a key of a curve", { key: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] }, /no RSA key/],
  ["a short key", { key: ["rsa:1024"] }, /1024 bits, which is too weak/],
  ["no key", { bundle: ["-nokeys"] }, /no RSA key/],
  ["no certificate", { bundle: ["-nocerts"] }, /no certificate of its key/],
  ["a key for encryption only", { extension: "keyUsage=critical,keyEncipherment" }, /may not sign/],
];

test.each(files)("a file with %s is refused in words, and the certificate stays", async (_, wanted, words) => {
  const dir = temporaryFolder();
  const documents = openDocuments(dir);
  const bytes = wanted.raw ?? pkcs12File(dir, "own.p12", PASSWORD, wanted);
  const used = await documents.useCertificate(bytes, wanted.password ?? PASSWORD);
  expect(used).toMatchObject({
    ok: false,
    error: { code: "certificate_unusable", message: expect.stringMatching(words) },
  });
  expect(await documents.certificate()).toBeNull();
});

test("a certificate that has expired, or is not valid yet, is refused with its day", async () => {
  const dir = temporaryFolder();
  const bytes = pkcs12File(dir, "own.p12", PASSWORD);
  const at = (days: number) => openDocuments(temporaryFolder(), { wallNow: () => Date.now() + days * 86_400_000 });
  const refused = async (days: number) => {
    const used = await at(days).useCertificate(bytes, PASSWORD);
    return used.ok ? "" : used.error.message;
  };
  expect(await refused(60)).toMatch(/expired on \d{4}-\d\d-\d\d/);
  expect(await refused(-2)).toMatch(/valid from \d{4}-\d\d-\d\d only/);
});
