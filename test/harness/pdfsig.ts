import { spawnSync } from "node:child_process";

/** What poppler's pdfsig says of a PDF file's signatures. @throws when pdfsig cannot be started. */
export function pdfsig(file: string): string {
  const { stdout, stderr, error } = spawnSync("pdfsig", [file], { encoding: "utf8" });
  if (error) throw error;
  return `${stdout}${stderr}`;
}

/** True when the file bears exactly one signature, which is valid and covers the whole document. */
export function isSealed(file: string): boolean {
  const output = pdfsig(file);
  return (
    output.match(/^Signature #/gm)?.length === 1 &&
    output.includes("Signature is Valid.") &&
    output.includes("Total document signed")
  );
}
