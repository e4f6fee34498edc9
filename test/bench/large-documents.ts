import { createCipheriv } from "node:crypto";
import { CATALOG, handmadePdf, PAGES, page } from "../fixtures/pdfs.ts";

/** One page, and bytes that no reader needs and no compression shrinks; others for each number. */
export function documentUpload(mebibytes: number, nth: number) {
  const none = Buffer.alloc(mebibytes * 1_048_576);
  const noise = createCipheriv("aes-256-ctr", Buffer.alloc(32, nth), Buffer.alloc(16)).update(none);
  const head = Buffer.from(`<< /Length ${noise.length} >>\nstream\n`);
  const objects = [CATALOG.replace(">>", "/Noise 4 0 R >>"), PAGES, page()];
  const bytes = handmadePdf([...objects, Buffer.concat([head, noise, Buffer.from("\nendstream")])]);
  return { bytes, fileName: `Scan ${nth}.pdf` };
}
