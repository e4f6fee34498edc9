import { realpath, stat } from "node:fs/promises";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { analyse, format as formatText } from "../../src-shared/language/index.ts";
import { writeFileAtomically } from "../basics/index.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { readText, STANDARD_INPUT } from "./read-text.ts";

/**
 * `countersign format FILE…` brings flow files into the house's form; `check` writes nothing. `-` is standard input,
 * whose form goes to standard output. Exit 0: all in form, or brought into it; 1: with `check`, one is not; or a text
 * does not parse, and is left alone; 2: a file cannot be read. A failing file does not stop the others.
 */
export async function format(
  files: readonly string[],
  { check = false }: { readonly check?: boolean },
): Promise<number> {
  let code = DONE;
  for (const file of files) {
    const text = await readText(file);
    code = Math.max(code, text === null ? NOT_DONE : await formatOne(file, text, check));
  }
  return code;
}

/** @returns the exit code for this file. */
async function formatOne(file: string, text: string, check: boolean): Promise<number> {
  const broken = analyse(text).diagnostics.find(({ rule }) => unformattable.test(rule));
  if (broken !== undefined) {
    process.stderr.write(`${file}: left as it is, the text has to be corrected first. ${broken.message}\n`);
    return FOUND;
  }
  const edits = formatText(text);
  if (check && edits.length > 0) {
    process.stdout.write(`${file} is not in form: run \`countersign format\` on it.\n`);
    return FOUND;
  }
  if (check) return DONE;
  if (file === STANDARD_INPUT) process.stdout.write(applyEdits(text, edits));
  else if (edits.length > 0) {
    // Writes to the target of a link, and keeps its permissions.
    const real = await realpath(file);
    const { mode } = await stat(real);
    await writeFileAtomically(real, Buffer.from(applyEdits(text, edits), "utf8"), mode & 0o7777, {
      exactly: true,
    });
    process.stdout.write(`${file} formatted\n`);
  }
  return DONE;
}

/** Rules on the text itself: a text that breaks them cannot be read, or not safely. */
const unformattable = /^S00[12789]$/;
