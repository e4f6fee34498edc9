/** Characters of a document's title. */
const LONGEST = 200;

/**
 * What a document is called whose author gave it no title: `loan-agreement.pdf` is "Loan agreement". What the PDF says of
 * itself is not asked: its author may never have seen it.
 * @param fileName with or without folders before it
 */
export function titleOfFile(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? fileName;
  const name = base
    .replace(/\.pdf$/i, "")
    .replace(/\p{C}+/gu, " ")
    .trim();
  const words = /\s/.test(name) ? name.replace(/\s+/g, " ") : name.replace(/[-_]+/g, " ").trim();
  const [first = "", ...rest] = words === "" ? "Document" : words;
  return [first.toUpperCase(), ...rest].slice(0, LONGEST).join("");
}
