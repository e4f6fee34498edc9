import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Analysis,
  analyse,
  applyEdits,
  edit,
  type TextRange,
  UneditableText,
} from "../../src-shared/language/index.ts";
import { sound } from "../language/fixture.ts";
import { mutated } from "./mutate.ts";

const regressions = join(import.meta.dirname, "regressions");

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

function check(text: string): void {
  const analysis = analyse(text);
  for (const { from, to } of ranges(analysis)) {
    if (!(from >= 0 && from <= to && to <= text.length))
      throw new Error(`range ${from}..${to} in a text of ${text.length}`);
  }
  let looked = 0;
  for (const { rule, pointer, message, fix } of analysis.diagnostics) {
    if (fix === null) continue;
    const fixed = applyEdits(text, fix.edits);
    // Reading every result again would take the time of a thousand more texts.
    if (looked >= 1) continue;
    looked += 1;
    const after = analyse(fixed).diagnostics;
    const stays = after.some((found) => found.rule === rule && found.pointer === pointer && found.message === message);
    if (stays) throw new Error(`the fix of ${rule} at ${pointer} changes nothing`);
    const readable = !analysis.diagnostics.some((found) => found.rule.startsWith("S0"));
    if (readable && after.some((found) => found.rule === "S001")) {
      throw new Error(`the fix of ${rule} at ${pointer} breaks the text`);
    }
  }
  const sound = analysis.diagnostics.every(({ severity }) => severity !== "error");
  if ((analysis.process !== null) !== sound) throw new Error("a process exactly when there is no error");
  JSON.stringify(analysis);
}

function checkEdit(text: string): void {
  try {
    const after = applyEdits(text, edit(text, ["process", "allow-rejections"], false));
    expect(analyse(after).value).toMatchObject({ process: { "allow-rejections": false } });
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error;
  }
}

/** A text that fails is kept as a file, and every later run tries it again. */
function attempt(name: string, text: string): string | null {
  try {
    check(text);
    if (Number(name) % 8 === 1) checkEdit(text);
    return null;
  } catch (error) {
    mkdirSync(regressions, { recursive: true });
    writeFileSync(join(regressions, `language-${name}.txt`), JSON.stringify(text));
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

describe("the language takes any text", () => {
  const kept = readdirSync(regressions).filter((name) => /^language-.*\.txt$/.test(name));
  test.each([...kept, "the sound flow"])("regression %s", (name) => {
    const text: unknown = name === "the sound flow" ? sound : JSON.parse(readFileSync(join(regressions, name), "utf8"));
    expect(text).toBeTypeOf("string");
    check(String(text));
    checkEdit(String(text));
  });

  test("never throws, ranges lie within the text, and fixes apply", { timeout: 60_000 }, () => {
    const failures: string[] = [];
    const runs = Number(process.env.FUZZ_RUNS ?? 2_000);
    for (let seed = 0; seed < runs && failures.length < 5; seed += 1) {
      const failure = attempt(String(seed), mutated(seed));
      if (failure !== null) failures.push(failure);
    }
    expect(failures).toEqual([]);
  });
});
