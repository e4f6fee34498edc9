import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/** Where a template that begins at `from` ends, and its text with {0}, {1}… for `${}`, which may hold templates. */
export function templateAt(source: string, from: number): { readonly pattern: string; readonly end: number } {
  let pattern = "";
  let places = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "`") return { pattern, end: at };
    if (source[at] === "\\") {
      at += 1;
      pattern += source[at] ?? "";
    } else if (source.startsWith("${", at)) {
      pattern += `{${places}}`;
      places += 1;
      at = expressionEnd(source, at + 2);
    } else pattern += source[at] ?? "";
  }
  throw new Error("a template that does not end");
}

function expressionEnd(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "`") at = templateAt(source, at + 1).end;
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error("an expression that does not end");
}

/** Code in which a refusal is worded: the calls that make one, and the variables that such calls are given. */
const WORDED =
  /\b(?:fail|failed|refuse|refusal|invalid|tooLarge|DocumentFailure|NamedFileError|RemoteError|min|max)\(|\b(?:const|let) (?:message|reason|why|most)\b[^=\n]*=|\b(?:message|why):/g;
const ROOMS = [
  "src-shared/flow/**/*.ts",
  "src-shared/bridge/*.ts",
  "src-main/{bridge,callbacks,engine,mail,workspace}/**/*.ts",
  "src-{main,shared}/sync/**/*.ts",
  "src-main/documents/intake/{check-envelope,inspect-pdf}.ts",
  "src-main/documents/seal/pkcs12.ts",
  "src-main/basics/named-file.ts",
  "src-main/{host/errors,read-only-app}.ts",
  "src-renderer/app/connection/{results,socket-client,desktop-client}.ts",
];
/** What these refuse, only participants and callers of the service ask for; their pages word it by its code. */
const OTHERS = [
  // What it says goes to the log.
  "src-main/sync/scheduler.ts",
  "src-shared/flow/commands/world.ts",
  "src-main/workspace/{accounts/accounts,participants/participants}.ts",
  "src-main/documents/evidence/evidence*.ts",
];

/** Every sentence with which the host refuses what the app asks, as its English pattern. */
export function refusalSentences(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of globSync(ROOMS, { cwd: root, exclude: OTHERS })) {
    const source = readFileSync(path.join(root, file), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "");
    for (const { index, 0: made } of source.matchAll(WORDED))
      for (const text of textsOf(source, index + made.length)) if (isSentence(text)) found.add(text);
  }
  return found;
}

const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Every text of more than a word in the check of an evidence bundle, as its English pattern. */
export function bundleTexts(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of globSync("src-shared/evidence/*.ts", { cwd: root })) {
    const source = readFileSync(path.join(root, file), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "");
    for (const [, plain = "", template = plain] of source.matchAll(LITERAL)) {
      let places = 0;
      const text = template.replace(/\$\{[^}]*\}/g, () => `{${places++}}`).replace(/\\(.)/g, "$1");
      if (/[a-z}] [a-z]/.test(text)) found.add(text);
    }
  }
  return found;
}

/** The texts up to the end of the call, statement or property that begins before `from`. */
function* textsOf(source: string, from: number): Generator<string> {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    if (sign === "`") {
      const { pattern, end } = templateAt(source, at + 1);
      yield pattern.replace(/\{status\}/g, "{0}");
      at = end;
    } else if (sign === '"' || sign === "'") {
      const end = source.indexOf(sign, at + 1);
      yield source.slice(at + 1, end).replace(/\{status\}/g, "{0}");
      at = end;
    } else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ";")) return;
  }
}

const isSentence = (text: string): boolean =>
  /^[A-Z"“{]/.test(text) && /[a-z] [a-z]/.test(text) && /[.:]$|: \{\d\}$/.test(text);
