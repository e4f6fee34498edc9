import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { encodingProblem } from "../../src-shared/language/index.ts";

/** Bytes. Far above what the language takes, far below what a string can hold. */
const LARGEST_READ = 64 * 1024 * 1024;

/** The name by which a command line means standard input. */
export const STANDARD_INPUT = "-";

/** A file's text, or that of standard input; null, after saying why on stderr, where it cannot be read. */
export async function readText(file: string): Promise<string | null> {
  try {
    const { size } = file === STANDARD_INPUT ? { size: 0 } : await stat(file);
    if (size > LARGEST_READ)
      return refused(file, `it has ${size} bytes, and a flow's text may have at most 1 MiB [S008].`);
    const bytes = file === STANDARD_INPUT ? await buffer(process.stdin) : await readFile(file);
    const problem = encodingProblem(bytes);
    return problem === null ? bytes.toString("utf8") : refused(file, problem);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[code ?? ""];
    return refused(file, `${why ?? message}.`);
  }
}

function refused(file: string, why: string): null {
  process.stderr.write(`${file}: ${why}\n`);
  return null;
}
