import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./harness.ts";

/** Runs one of poppler's tools on a PDF; no reader of ours judges our own seals here. */
export async function poppler(
  tool: "pdfsig" | "pdfinfo" | "pdftotext" | "pdfimages",
  pdf: Uint8Array,
  ...options: string[]
): Promise<string> {
  const file = join(temporaryFolder(), "file.pdf");
  await writeFile(file, pdf);
  const output = tool === "pdftotext" ? ["-"] : [];
  try {
    return (await promisify(execFile)(tool, [...options, file, ...output])).stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error(`${tool} is missing: install poppler-utils, which this test checks seals with.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** The text of one page, or of the pages from it to the end. */
export async function textOf(pdf: Uint8Array, first: number, last?: number): Promise<string> {
  const range = ["-f", String(first), ...(last === undefined ? [] : ["-l", String(last)])];
  return (await poppler("pdftotext", pdf, "-layout", ...range)).replace(/[^\S\n]+/g, " ");
}
