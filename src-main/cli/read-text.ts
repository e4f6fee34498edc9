import type { Readable } from "node:stream";
import { encodingProblem } from "../../src-shared/language/index.ts";
import { NamedFileError, readNamedFile } from "../basics/index.ts";

/** Bytes. Far above what the language takes, far below what a string can hold. */
const LARGEST_READ = 64 * 1024 * 1024;
const TOO_LONG = "it is longer than 64 MiB, and a flow's text may have at most 1 MiB [S008]. Name a shorter file.";

/** The name by which a command line means standard input. */
export const STANDARD_INPUT = "-";

/**
 * A file's text, or that of standard input; null, after saying why on stderr, where it cannot be read.
 * @param within the folder that a path which stands in another file may not leave
 */
export async function readText(file: string, within?: string): Promise<string | null> {
  const options = { limit: LARGEST_READ, ...(within !== undefined && { within }) };
  try {
    const bytes = file === STANDARD_INPUT ? await wholeOf(process.stdin) : await readNamedFile(file, options);
    if (bytes === null) return refused(file, TOO_LONG);
    const problem = encodingProblem(bytes);
    return problem === null ? bytes.toString("utf8") : refused(file, problem);
  } catch (cause) {
    if (!(cause instanceof NamedFileError)) throw cause;
    return refused(file, cause.fault === "too_large" ? TOO_LONG : cause.message);
  }
}

/** Null where it is too much: what is piped tells no size, and may never end. */
async function wholeOf(source: Readable): Promise<Buffer | null> {
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
  process.stderr.write(`${file}: ${why}\n`);
  return null;
}
