import { stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { encodingProblem } from "../../src-shared/basics/index.ts";
import { companionIn, heldBy } from "../../src-shared/foresight/index.ts";
import { NamedFileError, readNamedFile, withNamedFile } from "../basics/index.ts";
import { Refusal } from "./explain-error.ts";
import { printable } from "./terminal-text.ts";

/** Bytes. Far more than the language accepts, far less than a string can hold. */
const LARGEST_READ = 64 * 1024 * 1024;
const TOO_LONG = "it is longer than 64 MiB, and a flow's text may have at most 1 MiB [S008]. Name a shorter file.";

const READ_ALREADY = "standard input was read already. Name it once, and other files by their names.";
/** Inputs already read to their end: a second read would find them empty, and report a flow as removed. */
const wereRead = new WeakSet<Readable>();

/** The name for standard input on a command line. */
export const STANDARD_INPUT = "-";

/** The text of a file, or of standard input; null, after an error on stderr, if it cannot be read. */
export function readText(file: string): Promise<string | null> {
  return read(file, file, { limit: LARGEST_READ });
}

/**
 * The text of a file that another file names, which must stay within that file's folder; null, after an error on stderr
 * that names both files, if it cannot be read.
 */
export function readNamedText(file: string, namedBy: string): Promise<string | null> {
  // Standard input is only for whoever types the command.
  const here = file === STANDARD_INPUT ? `./${file}` : file;
  return read(here, namedIn(namedBy, file), { limit: LARGEST_READ, within: path.dirname(namedBy) });
}

/** The name in messages of a file that another file names. */
export const namedIn = (namedBy: string, file: string): string => `${namedBy}, flow: ${file}`;

async function read(
  file: string,
  called: string,
  options: Parameters<typeof readNamedFile>[1],
): Promise<string | null> {
  try {
    if (file === STANDARD_INPUT && wereRead.has(process.stdin)) return refused(called, READ_ALREADY);
    const bytes = file === STANDARD_INPUT ? await wholeOf(process.stdin) : await readNamedFile(file, options);
    if (bytes === null) return refused(called, TOO_LONG);
    const problem = encodingProblem(bytes);
    return problem === null ? bytes.toString("utf8") : refused(called, problem);
  } catch (cause) {
    if (!(cause instanceof NamedFileError)) throw cause;
    return refused(called, cause.fault === "too_large" ? TOO_LONG : cause.message);
  }
}

/** What is shown of each kind of file. */
const HELD = {
  flow: "this is a flow",
  expectations: "these are expectations",
  scenarios: "these are scenarios",
} as const;

/**
 * A file's text, as `readText` gives it; null, after a message that says which file to name. That includes a flow in
 * place of its scenarios, or the reverse: otherwise every line would be reported as a problem.
 */
export async function readTextOf(wanted: "flow" | "scenarios", file: string): Promise<string | null> {
  const text = await readText(file);
  return text === null || isOther(wanted, file, text) ? null : text;
}

/** Whether a text is of the other kind; if so, stderr says which file to name. */
export function isOther(wanted: "flow" | "scenarios", file: string, text: string): boolean {
  // For an unparsable text, the file's name decides.
  const named = companionIn(file);
  const held = heldBy(text) ?? (named === null ? null : { part: named, flow: null });
  if (held === null || held.part === wanted) return false;
  const stem = file === STANDARD_INPUT ? "NAME" : file.replace(/(?:\.(?:flow|expect|scenario))?\.(?:ya?ml|json)$/i, "");
  const flow = held.flow === null ? `such as ${stem}.flow.yaml` : path.join(path.dirname(file), held.flow);
  const advice =
    wanted === "scenarios"
      ? `Name a file of its scenarios, such as ${stem}.scenario.yaml.`
      : `Name the flow file that they are about, ${flow}.`;
  refused(file, `${HELD[held.part]}. ${advice}`);
  return true;
}

/** Null if it is too long: piped input has no known size and may never end. */
async function wholeOf(source: Readable): Promise<Buffer | null> {
  wereRead.add(source);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST_READ) return null;
  }
  return Buffer.concat(chunks);
}

function refused(file: string, why: string): null {
  process.stderr.write(printable(`${file}: ${why}\n`));
  return null;
}

/** A file that a command needs. @throws Refusal, with none of the file's contents */
export async function bytesOf(file: string, limit: number): Promise<Buffer> {
  try {
    return await readNamedFile(file, { limit });
  } catch (cause) {
    if (cause instanceof NamedFileError) throw new Refusal(`${file} was not read: ${cause.message}`);
    throw cause;
  }
}

/** How to fix a file of secrets that others may read; null: they may not. */
export async function exposed(file: string): Promise<string | null> {
  const { mode } = await stat(file);
  const isExposed = process.platform !== "win32" && (mode & 0o077) !== 0;
  return isExposed ? `${file} holds secrets, and others may read it: run \`chmod 600\` on it.` : null;
}

/**
 * Checked before a workspace is opened: a mistyped flow file must not leave a new workspace behind. The size is
 * checked when the file is read.
 * @throws Refusal
 */
export async function requireFlowFile(named: string): Promise<void> {
  const file = path.resolve(named);
  try {
    await withNamedFile(file, { limit: Number.MAX_SAFE_INTEGER }, async () => undefined);
  } catch (cause) {
    if (!(cause instanceof NamedFileError)) throw cause;
    throw new Refusal(`The flow file ${file} cannot be read: ${cause.message}`);
  }
}
