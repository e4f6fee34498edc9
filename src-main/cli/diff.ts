import { type Analysis, analyse, describeChanges } from "../../src-shared/language/index.ts";
import { readText } from "./read-text.ts";
import { printable } from "./words.ts";

const USAGE = 2;

/**
 * `countersign diff A B`: what B changes in the flow of A, in sentences. Exit 0 no change, 1 changes, 2 usage.
 * Texts that do not parse are compared as far as they could be read, which stderr then says.
 */
export async function diff(before: string, after: string, options: { readonly format: string }): Promise<number> {
  if (options.format !== "text" && options.format !== "json") {
    process.stderr.write(`--format is text or json, not “${options.format}”.\n`);
    return USAGE;
  }
  const read: Analysis[] = [];
  for (const file of [before, after]) {
    const text = await readText(file);
    if (text === null) return USAGE;
    const analysis = analyse(text);
    if (analysis.diagnostics.some(({ rule }) => rule === "S001"))
      process.stderr.write(`${file}: compared as far as it can be read, since the text has errors.\n`);
    read.push(analysis);
  }
  const [old, now] = read;
  const changes = old === undefined || now === undefined ? [] : describeChanges(old, now);
  if (options.format === "json") process.stdout.write(`${JSON.stringify({ before, after, changes }, null, 2)}\n`);
  else
    process.stdout.write(
      changes.length === 0 ? "No change of the flow\n" : printable(changes.map(({ text }) => `${text}\n`).join("")),
    );
  return changes.length === 0 ? 0 : 1;
}
