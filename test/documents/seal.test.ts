import { randomBytes, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fontkit from "@pdf-lib/fontkit";
import { degrees, PDFDocument, type PDFFont, PDFName } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { embedFonts } from "../../src-main/documents/evidence/embed-fonts.ts";
import { addEvidencePages, textsOf } from "../../src-main/documents/evidence/evidence-pages.ts";
import { visualRuns } from "../../src-main/documents/evidence/printable-text.ts";
import { FONTS } from "../../src-main/documents/fonts.ts";
import { createDocuments, sha256Hex } from "../../src-main/documents/index.ts";
import { removeUnreachable } from "../../src-main/documents/intake/flatten-pdf.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { CATALOG, drawnSignature, handmadePdf, PAGES, page, soundPdf, stream, vastPicture } from "../fixtures/pdfs.ts";
import {
  evidence,
  folderWithCertificate,
  openDocuments,
  SIGNING_TIME,
  sealed,
  sharedDocuments,
  temporaryFolder,
} from "./harness.ts";
import { poppler, textOf } from "./poppler.ts";

test("seal: a list of more items than a call takes arguments is gone through like any other", async () => {
  const pdf = await PDFDocument.create();
  const last = pdf.context.register(pdf.context.obj({ Last: 1 }));
  pdf.catalog.set(PDFName.of("Long"), pdf.context.obj([...Array<number>(140_000).fill(0), last]));
  removeUnreachable(pdf.context);
  expect(pdf.context.lookup(last)).toBeDefined();
});

test("seal: fonts whose tables were decoded for an earlier document write as fonts that are read anew", async () => {
  const saved = async (text: string, fonts: (pdf: PDFDocument) => Promise<PDFFont>) => {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const font = await fonts(pdf);
    pdf.addPage().drawText(text, { font });
    return Buffer.from(await pdf.save()).toString("latin1");
  };
  const anew = async (pdf: PDFDocument) => {
    pdf.registerFontkit(fontkit);
    const embed = async (file: string) => pdf.embedFont(await readFile(new URL(file, FONTS)), { subset: true });
    const regular = await embed("DejaVuSansCondensed.ttf");
    await embed("DejaVuSansCondensed-Bold.ttf");
    return regular;
  };
  // The ligature and the two letters share a glyph, which remembers what it was asked for first.
  for (const text of ["\ufb01ne", "fine", "\ufb01ne"])
    expect(await saved(text, async (pdf) => (await embedFonts(pdf, [text])).regular.main)).toBe(
      await saved(text, anew),
    );
});

describe("seal: the signature", () => {
  test("another reader finds it valid, covering the whole document, and of the PAdES kind", async () => {
    const pdf = await sealed(sharedDocuments(), await soundPdf(2));
    const report = await poppler("pdfsig", pdf);
    expect(report).toContain("Signature is Valid.");
    expect(report).toContain("Total document signed");
    expect(report).toContain("Signature Type: ETSI.CAdES.detached");
    expect(report).toContain("Signer Certificate Common Name: Countersign SIMULATED seal (Åsas värld)");
    expect(report.match(/^Signature #/gm)).toHaveLength(1);
  });

  test("its CMS binds the certificate and leaves the time to the PDF, as PAdES asks", async () => {
    const pdf = Buffer.from(await sealed(sharedDocuments(), await soundPdf(1)));
    const contents = /\/Contents <([0-9a-f]+)>/.exec(pdf.toString("latin1"))?.[1] ?? "";
    expect(contents).toContain("060b2a864886f70d010910022f"); // signing-certificate-v2
    expect(contents).toContain("06092a864886f70d010904"); // message-digest
    expect(contents).not.toContain("06092a864886f70d010905"); // signing-time
    expect(pdf.toString("latin1")).toContain("/M (D:20261121102030Z)");
  });

  test("U5: name and reason say SIMULATED", async () => {
    const pdf = Buffer.from(await sealed(sharedDocuments(), await soundPdf(1))).toString("latin1");
    expect(pdf).toMatch(/\/Reason \(SIMULATED /);
    expect(pdf).toMatch(/\/Name \(SIMULATED /);
  });

  test("sealing the same document twice gives two good seals", async () => {
    const documents = sharedDocuments();
    const pdf = await soundPdf(1);
    const seals = await Promise.all([sealed(documents, pdf), sealed(documents, pdf)]);
    for (const seal of seals) expect(await documents.verifySeal(seal)).toMatchObject({ valid: true });
  });

  test("a document that is not in the store, or damaged there, is not sealed", async () => {
    const documents = sharedDocuments();
    const missing = evidence("00".repeat(32));
    expect(await documents.seal({ evidence: missing, signingTime: SIGNING_TIME })).toMatchObject({
      ok: false,
      error: { code: "blob_missing" },
    });
    const sha256 = await documents.blobs.put(await soundPdf(1));
    await writeFile(documents.blobs.path(sha256), await soundPdf(2));
    expect(await documents.seal({ evidence: evidence(sha256), signingTime: SIGNING_TIME })).toMatchObject({
      ok: false,
      error: { code: "blob_damaged" },
    });
  });
});

describe("seal: the pages", () => {
  test("U5: every original page keeps its content and bears the footer line", async () => {
    const pdf = await sealed(sharedDocuments(), await soundPdf(3));
    for (const number of [1, 2, 3]) {
      const text = await textOf(pdf, number, number);
      expect(text).toContain(`Page ${number}`);
      expect(text).toContain("SIMULATED · Countersign · document 1001");
    }
  });

  test.each([
    [[["Åsa", "sign"]], "signed by Åsa"],
    [
      [
        ["Åsa", "sign"],
        ["Åsa", "sign"],
        ["Bo", "approve"],
        ["Łukasz", "sign"],
      ],
      "signed by Åsa, Łukasz",
    ],
    [[["李", "sign"]], "signed by 1 person"],
    [Array.from({ length: 30 }, (_, n) => [`signer-${n}`, "sign"] as const), "signed by 30 people"],
    [[["Bo", "approve"]], "document 1001"],
  ] as const satisfies readonly (readonly [readonly (readonly [string, "sign" | "approve"])[], string])[])(
    "the footer line names who signed, or counts them: %j",
    async (acts, line) => {
      const participants = acts.map(([name, verb]) => ({
        ...{
          name,
          verb,
          at: "2026-03-02T10:15:00Z",
          authentication: null,
          fullName: null,
          contact: null,
          signature: null,
        },
      }));
      const pdf = await sealed(sharedDocuments(), await soundPdf(1), { participants });
      expect((await textOf(pdf, 1, 1)).trim()).toMatch(new RegExp(`${line}$`));
    },
  );

  test("a full name that the flow gives stands beside the name that the flow uses", async () => {
    const act = { name: "lender", at: "2026-03-02T10:15:00Z", authentication: null, fullName: "Henrik Dahl" } as const;
    const contact = "henrik@bank.example, +46701740605";
    const pdf = await sealed(sharedDocuments(), await soundPdf(1), {
      participants: [{ ...act, contact, verb: "sign", signature: null }],
    });
    const pages = (await textOf(pdf, 2, 2)).replaceAll(/\s+/g, " ");
    expect(pages).toContain("Henrik Dahl (lender)");
    for (const part of contact.split(", ")) expect(pages).toContain(part);
    expect((await textOf(pdf, 1, 1)).trim()).toMatch(/signed by Henrik Dahl$/);
  });

  test("G16: it is called by its author's title, never by what the file's metadata says", async () => {
    const original = await PDFDocument.load(await soundPdf(2, "Draft 7 of a secretary"), { updateMetadata: false });
    const packet = original.context.stream("<dc:title>Draft 8 of a secretary</dc:title>", { Type: "Metadata" });
    original.catalog.set(PDFName.of("Metadata"), original.context.register(packet));
    const bytes = await original.save();
    expect(Buffer.from(bytes).toString("latin1")).toContain("Draft 8");
    const titled = { documentTitle: "Avtal för Łódź \u202e" };
    const [pdf, again] = [
      await sealed(sharedDocuments(), bytes, titled),
      await sealed(sharedDocuments(), bytes, titled),
    ];
    expect(await poppler("pdfinfo", pdf)).toMatch(/^Title: +Avtal för Łódź \\u202e$/m);
    expect(Buffer.from(pdf).toString("latin1")).not.toContain("Draft 8");
    expect((await PDFDocument.load(pdf)).catalog.has(PDFName.of("Metadata"))).toBe(false);
    expect(await textOf(pdf, 3)).toMatch(/Mutual NDA – Avtal för Łódź .*Name in the flow contract/s);
    expect(Buffer.from(pdf).equals(Buffer.from(again))).toBe(true);
  });

  test("the same document, evidence, certificate and time give the same bytes", async () => {
    const [documents, pdf] = [sharedDocuments(), await soundPdf(2)];
    expect(Buffer.from(await sealed(documents, pdf)).equals(Buffer.from(await sealed(documents, pdf)))).toBe(true);
  });

  test.each([
    [0, { x: 50, y: 44, width: 300, height: 466 }],
    [90, { x: 50, y: 60, width: 316, height: 450 }],
    [180, { x: 50, y: 60, width: 300, height: 466 }],
    [270, { x: 34, y: 60, width: 316, height: 450 }],
  ])("the footer lies below a page turned by %i degrees, never on it", async (angle, grown) => {
    const original = await PDFDocument.create();
    const added = original.addPage([400, 600]);
    added.setRotation(degrees(angle));
    added.setCropBox(50, 60, 300, 450);
    const pdf = await sealed(sharedDocuments(), await original.save());
    const [after] = (await PDFDocument.load(pdf)).getPages();
    expect(after?.getCropBox()).toEqual(grown);
    // As the reader sees it, the line's words stand below what was the page.
    const words = (await poppler("pdftotext", pdf, "-bbox", "-cropbox", "-l", "1")).split("\n");
    const footer = words.find((line) => line.includes(">SIMULATED<")) ?? "";
    const yMin = Number(/yMin="([\d.]+)"/.exec(footer)?.[1]);
    expect(yMin).toBeGreaterThanOrEqual(angle % 180 === 0 ? 450 : 300);
  });

  test("names in several scripts are printed, Chinese, Japanese and Korean too; a character without a glyph, or unseen, as its code", async () => {
    const names = [
      "Åsa Öberg",
      "Łukasz Żółć",
      "Ἀθηνᾶ Ζωή",
      "Юлия Щербак",
      "Ñandú Ærø",
      "田中 Aiko",
      "やまだ カナ",
      "王小明",
      "陳大文",
      "김철수",
    ];
    const unseen = ["\u202eevil\u202c", "b\u200b", "s\u00ad", "x\u200cy", "esc\u001b", "❤\ufe0f"];
    const participants = [...names, ...unseen, "علی\u200cرضا", "Zoë 🎈"].map((name) => ({
      name,
      verb: "sign" as const,
      at: "2026-03-02T10:15:00Z",
      authentication: null,
      fullName: null,
      contact: null,
      signature: null,
    }));
    const pdf = await sealed(sharedDocuments(), await soundPdf(1), { participants });
    const text = await textOf(pdf, 2);
    for (const name of names) expect(text.normalize("NFC")).toContain(name.normalize("NFC"));
    expect(text).toContain("Zoë [U+1F388]");
    for (const shown of ["[U+202E]evil[U+202C]", "b[U+200B]", "s[U+00AD]", "x[U+200C]y", "esc[U+001B]", "❤[U+FE0F]"])
      expect(text).toContain(shown);
    // Between letters that it shapes, a joiner is seen.
    expect(text.match(/\[U\+200C\]/g)).toHaveLength(1);
    expect(text.replace(/\s+/g, " ")).toContain("written as their Unicode codes, such as [U+202E].");
  });

  test.each(["JP", "SC", "TC", "KR"])(
    "each glyph of Noto Sans %s begins at four bytes: a subset keeps it whole",
    async (script) => {
      const file = await readFile(join(import.meta.dirname, `../../resources/fonts/NotoSans${script}.ttf`));
      const table = (tag: string) => {
        const entry =
          12 +
          16 *
            Array.from({ length: file.readUInt16BE(4) }).findIndex(
              (_, at) => file.toString("latin1", 12 + 16 * at, 16 + 16 * at) === tag,
            );
        return file.subarray(
          file.readUInt32BE(entry + 8),
          file.readUInt32BE(entry + 8) + file.readUInt32BE(entry + 12),
        );
      };
      expect(table("head").readInt16BE(50), "offsets of four bytes").toBe(1);
      const loca = table("loca");
      const offsets = Array.from({ length: loca.length / 4 }, (_, at) => loca.readUInt32BE(4 * at));
      expect(offsets.length).toBeGreaterThan(6000);
      expect(offsets.filter((offset) => offset % 4 !== 0)).toEqual([]);
    },
  );

  test("U5: signatures are shown as they were given; one that cannot be shown is told and costs no seal", async () => {
    const at = "2026-03-02T10:15:00Z";
    const signed = (name: string, kind: "drawn" | "typed" | "image", bytes: Uint8Array) => ({
      ...({
        name,
        verb: "sign",
        at,
        authentication: null,
        fullName: null,
        contact: null,
        signature: { kind, bytes },
      } as const),
    });
    const huge = Buffer.from(drawnSignature());
    huge.writeUInt32BE(8_000, 16);
    huge.writeUInt32BE(8_000, 20);
    const pdf = await sealed(sharedDocuments(), await soundPdf(1), {
      participants: [
        signed("Åsa", "drawn", drawnSignature()),
        signed("田中", "typed", new TextEncoder().encode("Aiko 田 🎈")),
        signed("Huge", "image", huge),
        signed("Broken", "image", drawnSignature().slice(0, 60)),
        signed("Neither", "image", new Uint8Array([1, 2, 3])),
      ],
    });
    expect(await poppler("pdfsig", pdf)).toContain("Signature is Valid.");
    const text = (await textOf(pdf, 2)).replace(/\s+/g, " ");
    expect(text).toContain("Aiko 田 [U+1F388]");
    expect(text.match(/SIMULATED signature/g)).toHaveLength(2);
    expect(text).toContain("The signature of Huge could not be shown here (the picture has 8000 × 8000 pixels");
    for (const name of ["Broken", "Neither"])
      expect(text).toContain(`The signature of ${name} could not be shown here`);
    expect((await poppler("pdfimages", pdf, "-list")).match(/^ *\d+ +\d+ image /gm)).toHaveLength(1);
  });

  test("vast pictures of many signers cost no seal: what does not fit is reported", async () => {
    // Twelve of a size that was taken once, four and six equal; and one of the largest that is taken now.
    const [first, second, third, late] = [9, 4, 5, 6].map((colour) => vastPicture(3_160, colour));
    const large = [...Array(4).fill(first), second, third, ...Array(6).fill(late)];
    const participants = [...large, vastPicture(1_414, 12)].map((bytes, n) => ({
      name: `Signer ${n}`,
      verb: "sign" as const,
      at: "2026-03-02T10:15:00+01:00",
      authentication: null,
      fullName: null,
      contact: null,
      signature: { kind: "image" as const, bytes },
    }));
    const pdf = await sealed(sharedDocuments(), await soundPdf(1), { participants });
    const text = (await textOf(pdf, 2)).replace(/\s+/g, " ");
    // The first four are equal, and are one.
    for (const n of [3, 5, 12]) expect(text).not.toContain(`The signature of Signer ${n} could`);
    expect(text).toContain(
      "The signature of Signer 11 could not be shown here (the pictures before it have too many pixels)",
    );
  }, 60_000);

  test("a name that is written from right to left leaves the words and numbers around it as they are", async () => {
    const at = "2026-03-02T10:15:00Z";
    const history = ["דוד לוי", "محمد علي"].map((name) => ({ at, text: `${name} signed Contract 2026` }));
    const text = await textOf(await sealed(sharedDocuments(), await soundPdf(1), { history, title: "חוזה 12" }), 2);
    // poppler answers in reading order, with marks of direction, and puts the space between two directions where it likes.
    const plain = text.replace(/[\u202a-\u202e\u200e\u200f\s]/gu, "").normalize("NFKC");
    for (const expected of ["דוד לוי signed Contract 2026", "محمد علي signed Contract 2026", "חוזה 12"])
      expect(plain).toContain(expected.replace(/\s/g, ""));
    expect(plain).not.toContain("Unicodecodes");
  });

  test.each<[string, readonly string[]]>([
    ["signed", ["signed"]],
    ["", []],
    ["דוד signed", ["דוד", " signed"]],
    ["by דוד לוי, 2026", ["by ", "דוד לוי", ", 2026"]],
    ["בית 12 (א) ב", [" )א( ב", "12", "בית "]],
  ])("UAX #9: %j stands on the page as %j", (line, runs) => {
    expect(visualRuns(line)).toEqual(runs);
  });

  test("U5: the evidence says SIMULATED, what was sealed, who acted, and both times", async () => {
    const pdf = await soundPdf(2);
    const text = await textOf(await sealed(sharedDocuments(), pdf), 3);
    // In letters of its own, beside those of the footer and of the seal's name.
    expect(text).toMatch(/SIMULATED(?! (·|seal))/);
    expect(text).toContain("This document was signed in a rehearsal.");
    for (const expected of [
      sha256Hex(pdf),
      "0199f3a2-5c1e-7c3a-9f40-1b2c3d4e5f60",
      "Sealed (flow time) 2026-03-02 10:17:00 +01:00",
      "Sealed (wall time) 2026-11-21 10:20:30 UTC",
      "Åsa Öberg Signed 2026-03-02 10:15:00 +01:00 sms_otp (simulated)",
      "Łukasz Żółć Approved 2026-03-02 10:16:00 +01:00 None",
      "Åsa Öberg signed contract.",
      "5e".repeat(32),
    ]) {
      expect(text).toContain(expected);
    }
  });

  test("a long history flows over several pages and loses nothing", async () => {
    const history = Array.from({ length: 400 }, (_, index) => ({
      at: "2026-03-02T10:15:00Z",
      text: `Event ${index} of Åsa ${"and some more words ".repeat(index % 9)}ends here ${index}.`,
    }));
    const documents = sharedDocuments();
    const text = (await textOf(await sealed(documents, await soundPdf(1), { history }), 2)).replace(/\s+/g, " ");
    for (const { text: sentence } of [history[0], history[199], history[399]].filter((event) => event !== undefined)) {
      expect(text).toContain(sentence.slice(0, 12));
      expect(text).toContain(sentence.slice(-14));
    }
    expect(text.match(/ends here \d+\./g)).toHaveLength(400);
    const pages = Number(/Evidence 1 of (\d+)/.exec(text)?.[1]);
    expect(pages).toBeGreaterThan(8);
    expect(text).toContain(`Evidence ${pages} of ${pages}`);
  });

  test("what follows the history never stands alone on the last page", async () => {
    const original = await soundPdf(1);
    const historyOf = (length: number) =>
      Array.from({ length }, (_, index) => ({ at: "2026-03-02T10:15:00Z", text: `Act ${index}.` }));
    const pagesFor = async (length: number) => {
      const [document, given] = [await PDFDocument.create(), evidence("5e".repeat(32), { history: historyOf(length) })];
      const context = {
        originalPages: 1,
        signedAt: new Date(SIGNING_TIME).toISOString(),
        signer: "Seal",
        signatures: [],
        notes: [],
      };
      return addEvidencePages(document, await embedFonts(document, textsOf(given, [])), given, context).length;
    };
    // The shortest history that needs a page more than the one before it.
    const least = await pagesFor(1);
    let [fits, runsOver] = [1, 40];
    while (runsOver - fits > 1) {
      const length = Math.floor((fits + runsOver) / 2);
      if ((await pagesFor(length)) > least) runsOver = length;
      else fits = length;
    }
    const pdf = await sealed(sharedDocuments(), original, { history: historyOf(runsOver) });
    const pages = Number(/Evidence 1 of (\d+)/.exec(await textOf(pdf, 2))?.[1]);
    expect(pages).toBe(least + 1);
    expect(await textOf(pdf, 1 + pages)).toMatch(/Act \d+\.[\s\S]*Hash of the last event/);
  });

  test("very long words and empty texts do not break the layout", async () => {
    const documents = sharedDocuments();
    const more = {
      title: "x".repeat(5000),
      documentName: "",
      documentId: "9".repeat(400),
      history: [{ at: "", text: "" }],
    };
    const pdf = await sealed(documents, await soundPdf(1), more);
    expect(await documents.verifySeal(pdf)).toMatchObject({ valid: true });
  });
});

describe("seal: what the original brings along", () => {
  test("a filled form becomes content and can no longer be changed", async () => {
    const original = await PDFDocument.create();
    const added = original.addPage([400, 600]);
    const field = original.getForm().createTextField("applicant.name");
    field.setText("Wilma");
    field.addToPage(added, { x: 50, y: 300, width: 200, height: 24 });
    const pdf = await sealed(sharedDocuments(), await original.save());
    expect(await textOf(pdf, 1, 1)).toContain("Wilma");
    expect(await textOf(pdf, 2)).toContain("The original was a form.");
    expect(
      (await PDFDocument.load(pdf))
        .getForm()
        .getFields()
        .map((found) => found.getName()),
    ).toEqual(["Signature1"]);
  });

  test("scripts do not get into a sealed document", async () => {
    const original = await PDFDocument.create();
    original.addPage();
    original.addJavaScript("open", "app.alert('hello')");
    const pdf = await sealed(sharedDocuments(), await original.save());
    const { catalog } = await PDFDocument.load(pdf);
    expect(catalog.lookup(PDFName.of("Names"))?.toString() ?? "").not.toContain("JavaScript");
  });

  test("content that leaves its graphics state open cannot move the footer", async () => {
    const wild = stream("q q 0.1 0 0 0.1 200 200 cm 1 1 1 rg BT");
    const pdf = await sealed(sharedDocuments(), handmadePdf([CATALOG, PAGES, page("/Contents 4 0 R"), wild]));
    const words = await poppler("pdftotext", pdf, "-bbox", "-l", "1");
    const yMin = Number(/yMin="([\d.]+)"[^>]*>SIMULATED</.exec(words)?.[1]);
    expect(yMin).toBeGreaterThanOrEqual(400);
  });
});

describe("the workspace's certificate", () => {
  test("U5: is made once, says SIMULATED, and is the same after a restart", async () => {
    const dir = temporaryFolder();
    const pdf = await soundPdf(1);
    const before = openDocuments(dir);
    const one = await before.verifySeal(await sealed(before, pdf));
    await before.close();
    const after = openDocuments(dir);
    const two = await after.verifySeal(await sealed(after, pdf));
    expect(two.certificateSha256).toBe(one.certificateSha256);
    const file = JSON.parse(await readFile(join(dir, "seal-certificate.json"), "utf8"));
    const certificate = new X509Certificate(file.certificate);
    const says = "CN=Countersign SIMULATED seal (Åsas värld)\nO=SIMULATED - no legal effect";
    expect([certificate.subject, certificate.issuer]).toEqual([says, says]);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect(certificate.ca).toBe(false);
  });

  test("its key rests encrypted", async () => {
    const dir = folderWithCertificate();
    const { protectedKey } = JSON.parse(await readFile(join(dir, "seal-certificate.json"), "utf8"));
    const resting = Buffer.from(protectedKey, "base64");
    const rsa = Buffer.from("06092a864886f70d010101", "hex");
    expect(resting.includes(rsa)).toBe(false);
    expect(Buffer.from(openSecretBox(join(dir, "secret.key")).reveal(resting)).includes(rsa)).toBe(true);
  });

  test.each([
    ["damaged", async (dir: string) => writeFile(join(dir, "seal-certificate.json"), "{")],
    ["locked with another key", async (dir: string) => writeFile(join(dir, "secret.key"), randomBytes(32))],
  ])("%s: a clear error, and the file is left alone", async (_what, spoil) => {
    const dir = folderWithCertificate();
    await spoil(dir);
    const left = await readFile(join(dir, "seal-certificate.json"), "utf8");
    const documents = createDocuments({ dir, secretBox: openSecretBox(join(dir, "secret.key")) });
    const sha256 = await documents.blobs.put(await soundPdf(1));
    const result = await documents.seal({ evidence: evidence(sha256), signingTime: SIGNING_TIME });
    await documents.close();
    expect(result).toMatchObject({
      ok: false,
      error: { code: "certificate_unusable", message: expect.stringContaining("seal-certificate.json") },
    });
    expect(await readFile(join(dir, "seal-certificate.json"), "utf8")).toBe(left);
  });
});
