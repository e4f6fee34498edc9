import { type Analysis, analyse, describeChanges, whyUnread } from "../../src-shared/language/index.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { readText } from "./read-text.ts";
import { printable } from "./terminal-text.ts";

/**
 * `countersign diff A B`: what B changes in the flow of A, in sentences. Exit 0 no change, 1 changes, 2 a file
 * that was not read as a whole: what is in the rest nobody knows, so nothing is said to differ or to be the same.
 */
export async function diff(
  before: string,
  after: string,
  options: { readonly format: "text" | "json" },
): Promise<number> {
  const [old, now] = [await readFlow(before), await readFlow(after)];
  if (old === null || now === null) return NOT_DONE;
  const changes = describeChanges(old, now);
  if (options.format === "json") process.stdout.write(`${JSON.stringify({ before, after, changes }, null, 2)}\n`);
  else
    process.stdout.write(
      changes.length === 0 ? "No change of the flow\n" : printable(changes.map(({ text }) => `${text}\n`).join("")),
    );
  return changes.length === 0 ? DONE : FOUND;
}

/** Null where it could not be read as a whole, which is then told. */
async function readFlow(file: string): Promise<Analysis | null> {
  const text = await readText(file);
  if (text === null) return null;
  const analysis = analyse(text);
  const unread = whyUnread(text, analysis);
  if (unread === null) return analysis;
  const { rule, line, message } = unread;
  process.stderr.write(
    printable(`${file}:${line}: not compared, since it cannot be read as a whole: ${rule}: ${message}\n`),
  );
  return null;
}
