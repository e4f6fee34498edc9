/** PDFs for the tests, good and bad, made at run time. */
import { constants, crc32, deflateSync } from "node:zlib";
import { PDFDocument, PDFName, StandardFonts } from "pdf-lib";

const DATE = new Date("2026-01-12T08:00:00Z");

/** A sound document whose pages say "Page n". */
export async function soundPdf(pages: number, title?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    document.addPage([595, 842]).drawText(`Page ${number}`, { x: 72, y: 740, size: 14, font });
  }
  document.setCreationDate(DATE);
  if (title !== undefined) document.setTitle(title);
  return document.save();
}

/** A sound document with a script and an attached file. */
export async function activePdf(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await soundPdf(1), { updateMetadata: false });
  document.addJavaScript("open", "app.alert('hello')");
  await document.attach(Buffer.from("MZ"), "a.exe", { creationDate: DATE, modificationDate: DATE });
  return document.save();
}

/**
 * A PDF by hand: object 1 is the catalog; the cross-reference table fits. `trailer` adds entries to the trailer.
 * Streams are written as Latin-1.
 */
export function handmadePdf(objects: readonly (string | Buffer)[], trailer = ""): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const body = typeof object === "string" ? Buffer.from(object, "latin1") : object;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

export const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
export const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

export function page(more = ""): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] ${more} >>`;
}

export function stream(content: string, entries = ""): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

export function encryptedPdf(): Uint8Array {
  const secret = "00".repeat(32);
  return handmadePdf(
    [CATALOG, PAGES, page(), `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${secret}> /U <${secret}> >>`],
    `/Encrypt 4 0 R /ID [<${"01".repeat(16)}> <${"01".repeat(16)}>]`,
  );
}

/** A few kilobytes that unpack to gigabytes of zeros inside an object stream. */
export function bombPdf(mebibytes: number): Uint8Array {
  const head = deflateSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  // Past the two bytes of the zlib header the flushed block stands alone, so it can be repeated.
  const block = head.subarray(2);
  const packed = Buffer.concat([head.subarray(0, 2), ...Array.from({ length: mebibytes }, () => block)]);
  const bomb = Buffer.concat([
    Buffer.from(`<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
  return handmadePdf([CATALOG, PAGES, page(), bomb]);
}

/** A page that holds nothing but a fax-coded picture, all black: what a scanner makes. */
export async function scannedPage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const [columns, rows] = [200, 100];
  // In Group 4 coding a 1 bit repeats the white row before it; read the other way round, white is black.
  const picture = pdf.context.stream(new Uint8Array(Math.ceil(rows / 8)).fill(0xff), {
    ...{
      Type: "XObject",
      Subtype: "Image",
      Width: columns,
      Height: rows,
      BitsPerComponent: 1,
      ColorSpace: "DeviceGray",
    },
    Filter: "CCITTFaxDecode",
    DecodeParms: { K: -1, Columns: columns, Rows: rows, BlackIs1: true },
  });
  const page = pdf.addPage([columns, rows]);
  page.node.setXObject(PDFName.of("Scan"), pdf.context.register(picture));
  const drawn = pdf.context.stream(`q ${columns} 0 0 ${rows} 0 0 cm /Scan Do Q`);
  page.node.addContentStream(pdf.context.register(drawn));
  return pdf.save();
}

/** A line drawn across a PNG of 90 × 30 pixels with nothing behind it, as the participants' page makes them. */
export function drawnSignature(): Uint8Array {
  const [width, height] = [90, 30];
  const rows = Array.from({ length: height }, (_, y) => {
    const pixels = Array.from({ length: width }, (_, x) => {
      const inked = Math.abs(y - 15 - 10 * Math.sin(x / 7)) < 1.5;
      return [20, 20, 80, inked ? 255 : 0];
    });
    return [0, ...pixels.flat()];
  });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.concat([size, Buffer.from([8, 6, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
