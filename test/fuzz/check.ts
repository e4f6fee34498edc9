import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, type TextRange } from "../../src-shared/basics/index.ts";
import {
  Analyser,
  type Analysis,
  analyse,
  complete,
  definitionAt,
  edit,
  foldingRanges,
  format,
  hover,
  ImpossibleIntent,
  intend,
  rename,
  UneditableText,
} from "../../src-shared/language/index.ts";

const regressions = join(import.meta.dirname, "regressions");

/** Texts that failed once, each a file with the text as JSON; every run tries them again. */
export function keptTexts(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(regressions)
    .filter((name) => /^language-.*\.txt$/.test(name))
    .map((name) => ({ name, text: String(JSON.parse(readFileSync(join(regressions, name), "utf8"))) }));
}

/** Tries a range of seeds; a text that fails is kept as a file. Answers what failed, at most five. */
export function attempts(
  from: number,
  to: number,
  name: string,
  textOf: (seed: number) => string,
  check: (text: string, seed: number) => void,
): string[] {
  const failures: string[] = [];
  for (let seed = from; seed < to && failures.length < 5; seed += 1) {
    const text = textOf(seed);
    try {
      check(text, seed);
    } catch (error) {
      mkdirSync(regressions, { recursive: true });
      writeFileSync(join(regressions, `language-${name}-${seed}.txt`), JSON.stringify(text));
      failures.push(`${name} ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures;
}

function ranges({ diagnostics, outline }: Analysis): TextRange[] {
  const parts = [...outline.participants, ...outline.documents, ...outline.messages, ...outline.reminders];
  return [
    ...diagnostics.flatMap(({ range, related, fix }) => [
      range,
      ...related.map((place) => place.range),
      ...(fix?.edits ?? []).map((place) => place.range),
    ]),
    ...parts.map(({ range }) => range),
    ...outline.stages.flatMap(({ range, nameRange, actions, conditions }) => [
      range,
      nameRange,
      ...[...actions, ...conditions].map((part) => part.range),
    ]),
  ];
}

function mustLieWithin(text: string, places: readonly TextRange[]): void {
  for (const { from, to } of places)
    if (!(from >= 0 && from <= to && to <= text.length))
      throw new Error(`range ${from}..${to} in a text of ${text.length}`);
}

/** Analysis never throws, its ranges lie within the text, and a process is there exactly when there is no error. */
export function checkAnalysis(text: string): Analysis {
  const analysis = analyse(text);
  mustLieWithin(text, ranges(analysis));
  const sound = analysis.diagnostics.every(({ severity }) => severity !== "error");
  if ((analysis.process !== null) !== sound) throw new Error("a process exactly when there is no error");
  JSON.stringify(analysis);
  return analysis;
}

/** The first fix does away with what it fixes, and breaks no text. */
export function checkFix(text: string, { diagnostics }: Analysis): void {
  for (const { fix } of diagnostics) if (fix !== null) applyEdits(text, fix.edits);
  const fixable = diagnostics.find(({ fix }) => fix !== null);
  if (fixable === undefined) return;
  const { rule, pointer, message, fix } = fixable;
  const after = analyse(applyEdits(text, fix?.edits ?? [])).diagnostics;
  const stays = after.some((found) => found.rule === rule && found.pointer === pointer && found.message === message);
  if (stays) throw new Error(`the fix of ${rule} at ${pointer} changes nothing`);
  const readable = !diagnostics.some((found) => found.rule.startsWith("S0"));
  if (readable && after.some((found) => found.rule === "S001"))
    throw new Error(`the fix of ${rule} at ${pointer} breaks the text`);
}

/** Formatting twice is formatting once, and it changes no value. */
export function checkFormat(text: string): void {
  const once = applyEdits(text, format(text));
  if (once === text) return;
  if (applyEdits(once, format(once)) !== once) throw new Error("formatting is not idempotent");
  if (JSON.stringify(analyse(once).value) !== JSON.stringify(analyse(text).value))
    throw new Error("formatting changes a value");
}

/** What an editor asks is answered at every offset that is asked about, within the text. */
export function checkServices(text: string, offset: number): void {
  for (const { range, insert, caret } of complete(text, offset)) {
    mustLieWithin(text, [range]);
    if (caret < 0 || caret > insert.length) throw new Error(`caret ${caret} in ${insert}`);
  }
  const hovered = hover(text, offset);
  const defined = definitionAt(text, offset);
  mustLieWithin(text, [...(hovered ? [hovered.range] : []), ...(defined ? [defined] : []), ...foldingRanges(text)]);
  const renaming = rename(text, offset, "new: name");
  if (renaming.ok && analyse(applyEdits(text, renaming.edits)).diagnostics.some(({ rule }) => rule === "S001"))
    throw new Error("a rename breaks the text");
}

/** The next text through an analyser that has seen this one gives what a fresh look gives. */
export function checkAnalyser(before: string, after: string): void {
  const analyser = new Analyser();
  analyser.analyse(before);
  if (JSON.stringify(analyser.analyse(after)) !== JSON.stringify(analyse(after)))
    throw new Error(`the analyser answers otherwise after ${JSON.stringify(before)}`);
}

/** An edit that is not refused says what was asked for. */
export function checkEdit(text: string): void {
  try {
    const after = applyEdits(text, edit(text, ["process", "allow-rejections"], false));
    const { value } = analyse(after);
    const output = (value as { process?: { "allow-rejections"?: unknown } } | null)?.process?.["allow-rejections"];
    if (output !== false) throw new Error("an edit says something else");
    applyEdits(text, intend(text, { intent: "addStage", at: 0, name: "new" }));
  } catch (error) {
    if (!(error instanceof UneditableText) && !(error instanceof ImpossibleIntent)) throw error;
  }
}
