import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSealVerifier, sha256Hex } from "../../src-main/documents/index.ts";
import { nodeCrypto } from "../../src-main/documents/seal/cms.ts";
import { checkDetachedSignature, withoutPadding } from "../../src-shared/evidence/index.ts";
import { soundPdf } from "../fixtures/pdfs.ts";
import { openDocuments, sealed, sharedDocuments, temporaryFolder } from "./harness.ts";

/** The signature's place in a sealed file: from its "<" to after its ">". */
function placeOf(pdf: Buffer): { start: number; end: number } {
  const start = pdf.indexOf("/Contents <") + "/Contents ".length;
  return { start, end: pdf.indexOf(">", start) + 1 };
}

/** A sentence of ours, or its tail. */
const SENTENCE = /^"?(the|its) (?!.*(undefined|null|function|PDF[A-Z]|Expected))/;

describe("verifySeal", () => {
  test("a seal tells who made it and when, and that it covers the whole document", async () => {
    const dir = temporaryFolder();
    const documents = openDocuments(dir);
    const report = await documents.verifySeal(await sealed(documents, await soundPdf(1)));
    const { certificate } = JSON.parse(await readFile(join(dir, "seal-certificate.json"), "utf8"));
    expect(report).toEqual({
      valid: true,
      coversWholeDocument: true,
      sealedOn: { instanceId: "0199f3a2-5c1e-7c3a-9f40-1b2c3d4e5f60", chainHash: "5e".repeat(32) },
      signer: "Countersign SIMULATED seal (Åsas värld)",
      signedAt: "2026-11-21T10:20:30.000Z",
      certificateSha256: sha256Hex(new X509Certificate(certificate).raw),
    });
  });

  test("the command line checks a file without a workspace", async () => {
    const pdf = await sealed(sharedDocuments(), await soundPdf(1));
    const seals = createSealVerifier();
    onTestFinished(() => seals.close());
    expect(await seals.verify(pdf)).toMatchObject({ valid: true, coversWholeDocument: true });
  });

  test("one flipped bit anywhere breaks it: 80 places, first and last byte included", async () => {
    const documents = sharedDocuments();
    const pdf = Buffer.from(await sealed(documents, await soundPdf(1)));
    const { start, end } = placeOf(pdf);
    const places = Array.from({ length: 78 }, (_, index) => Math.floor(((index + 1) * pdf.length) / 79));
    for (const at of [0, ...places, pdf.length - 1]) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const report = await documents.verifySeal(changed);
      expect(report.valid, `a flipped bit at ${at} of ${pdf.length}, signature at ${start}..${end}`).toBe(false);
      expect(report.reason).toBeTruthy();
    }
  });

  test("a file that is cut or overwritten is told in a sentence, never in a program's words", async () => {
    const documents = sharedDocuments();
    const pdf = Buffer.from(await sealed(documents, await soundPdf(1)));
    const broken = Array.from({ length: 60 }, (_, at) => Math.floor(((at + 1) * pdf.length) / 61)).flatMap((at) => [
      pdf.subarray(0, at),
      Buffer.concat([pdf.subarray(0, at), Buffer.alloc(200), pdf.subarray(at + 200)]),
    ]);
    const reasons = await Promise.all(broken.map(async (bytes) => (await documents.verifySeal(bytes)).reason ?? ""));
    for (const reason of new Set(reasons)) expect(reason).toMatch(SENTENCE);
  });

  test("one flipped bit in any byte of the signature's container breaks it, also where no signature reaches", async () => {
    const pdf = Buffer.from(await sealed(sharedDocuments(), await soundPdf(1)));
    const { start, end } = placeOf(pdf);
    const container = Buffer.from(pdf.toString("latin1", start + 1, end - 1), "hex");
    const covered = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
    const isUnnoticed = async (cms: Uint8Array) => {
      try {
        return (await checkDetachedSignature(withoutPadding(cms), [covered], nodeCrypto)).problem === null;
      } catch (error) {
        return !(error instanceof Error);
      }
    };
    expect(await isUnnoticed(container)).toBe(true);
    // What fills the rest of the place is zero, as the last digits of the container may be: three bytes of it will do.
    const used = container.toString("hex").replace(/0+$/, "").length / 2 + 3;
    const unnoticed: number[] = [];
    for (let at = 0; at < used; at += 1) {
      const changed = Buffer.from(container);
      changed[at] = (changed[at] ?? 0) ^ 1;
      if (await isUnnoticed(changed)) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
  });

  test("a changed document is told from a changed signature", async () => {
    const documents = sharedDocuments();
    const pdf = Buffer.from(await sealed(documents, await soundPdf(1)));
    const document = Buffer.from(pdf);
    const at = document.indexOf("rehearsed");
    document.write("REHEARSED", at);
    expect(await documents.verifySeal(document)).toMatchObject({
      valid: false,
      coversWholeDocument: true,
      reason: "the document was changed after it was sealed",
    });
    const signature = Buffer.from(pdf);
    const value = signature.toString("latin1").indexOf("0000000000", placeOf(pdf).start) - 20;
    signature.write(signature.toString("latin1", value, value + 2) === "11" ? "22" : "11", value);
    expect(await documents.verifySeal(signature)).toMatchObject({
      valid: false,
      reason: "the signature does not fit its certificate",
    });
  });

  test("bytes added after the seal, or an update that a viewer would show, break it", async () => {
    const documents = sharedDocuments();
    const pdf = Buffer.from(await sealed(documents, await soundPdf(1)));
    const start = pdf.lastIndexOf("startxref");
    const update = `\n1 0 obj\n<< >>\nendobj\nxref\n1 1\n${String(pdf.length + 1).padStart(10, "0")} 00000 n \ntrailer\n<< /Size 2 /Prev ${start} >>\nstartxref\n${pdf.length + 20}\n%%EOF\n`;
    for (const added of ["\n", " ", "%", update]) {
      const report = await documents.verifySeal(Buffer.concat([pdf, Buffer.from(added)]));
      expect(report).toMatchObject({ valid: false, coversWholeDocument: false });
    }
  });

  test("something hidden in the rest of the signature's place breaks it", async () => {
    const documents = sharedDocuments();
    const pdf = Buffer.from(await sealed(documents, await soundPdf(1)));
    pdf.write("2f4a53", placeOf(pdf).end - 7);
    expect(await documents.verifySeal(pdf)).toMatchObject({
      valid: false,
      reason: "the signature's container is malformed",
    });
  });

  test("a rewritten copy of a sealed document is not sealed", async () => {
    const documents = sharedDocuments();
    const copy = await (await PDFDocument.load(await sealed(documents, await soundPdf(1)))).save();
    expect(await documents.verifySeal(copy)).toMatchObject({ valid: false, coversWholeDocument: false });
  });

  test("another workspace's seal is valid, and told apart by its certificate", async () => {
    const mine = sharedDocuments();
    const theirs = openDocuments(temporaryFolder());
    const pdf = await soundPdf(1);
    const [one, two] = await Promise.all([sealed(mine, pdf), sealed(theirs, pdf)]);
    const reports = [await mine.verifySeal(one), await mine.verifySeal(two)];
    expect(reports.map((report) => report.valid)).toEqual([true, true]);
    expect(reports[0]?.certificateSha256).not.toBe(reports[1]?.certificateSha256);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["no PDF", Buffer.from("hello")],
    ["a header only", Buffer.from("%PDF-1.7\n%%EOF")],
  ])("%s is a report, never a crash", async (_what, bytes) => {
    const report = await sharedDocuments().verifySeal(bytes);
    expect(report).toMatchObject({ valid: false, coversWholeDocument: false, signer: null });
  });
});
