import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { authenticationProviders } from "../../src-shared/authentication/index.ts";
import type { Translation } from "../../src-shared/basics/index.ts";
import { msg, translated } from "../../src-shared/basics/translatable.ts";
import { expectationsShape, scenariosShape } from "../../src-shared/foresight/index.ts";
import {
  analyse,
  complete,
  exampleText,
  type Field,
  flowShape,
  hover,
  processShape,
  ruleCatalogue,
  type Shape,
} from "../../src-shared/language/index.ts";
import { authenticationFields } from "../../src-shared/language/rules/providers.ts";
import { sound } from "../fixtures/sound-flow.ts";
import { templateAt } from "../harness/sentences.ts";

const root = path.join(import.meta.dirname, "../..");

/** Sentences that stand in the code as data. */
function* docs(shape: Shape): Generator<string> {
  const fields = function* (known: { readonly [key: string]: Field }) {
    for (const { doc, shape: inner } of Object.values(known)) {
      yield doc;
      yield* docs(inner);
    }
  };
  if (shape.kind === "object") {
    yield* fields(shape.fields);
    yield* Object.values(shape.notes ?? {});
  } else if (shape.kind === "list") yield* docs(shape.item);
  else if (shape.kind === "record") yield* docs(shape.value);
  else if (shape.kind === "either") for (const inner of [shape.list, shape.object]) yield* docs(inner);
  else if (shape.kind === "single") {
    if (typeof shape.value.kind === "string") yield* docs(shape.value as Shape);
    else yield* fields(shape.value as { readonly [key: string]: Field });
  }
}

/** Somebody has a key of their own. */
const ONE = { participants: ["alice"], documents: [], stages: [] };

/** Everything that the language says, in English; what consists of places alone reads the same anywhere. */
function allMessages(): ReadonlySet<string> {
  const messages = new Set<string>([
    ...[flowShape, processShape, scenariosShape(ONE), expectationsShape(ONE)].flatMap((shape) => [...docs(shape)]),
    ...Object.values(authenticationProviders).map(({ doc }) => doc),
    ...Object.values(authenticationFields).map(({ doc }) => doc),
  ]);
  for (const file of globSync("src-shared/{basics,changes,language,foresight}/**/*.ts", { cwd: root })) {
    const source = readFileSync(path.join(root, file), "utf8");
    for (const { index, 0: tag } of source.matchAll(/(?<![\w`])msg`/g))
      if (!file.endsWith("translatable.ts")) messages.add(templateAt(source, index + tag.length).pattern);
  }
  return new Set([...messages].filter((pattern) => /\p{L}/u.test(pattern.replace(/\{\d+\}|`[^`]*`/g, ""))));
}

const english = [...allMessages()].sort();
const languages = globSync("language.*.json", { cwd: path.join(root, "resources/locales") });
const read = (file: string) =>
  JSON.parse(readFileSync(path.join(root, "resources/locales", file), "utf8")) as Translation;
const places = (pattern: string) => [...new Set(pattern.match(/\{\d+\}/g))].sort();
const codes = (pattern: string) =>
  pattern
    .split("`")
    .filter((_, at) => at % 2 === 1)
    .sort();

it("finds what the language says in its sources", () => {
  expect(english.length).toBeGreaterThan(150);
  expect(english).toContain("Two stages are called `{0}`: rename one.");
});

it.each(languages)("%s says everything that the language says, and nothing else", (file) => {
  expect(Object.keys(read(file)).sort()).toEqual(english);
});

it.each(languages)("%s has the same places and the same code in every sentence", (file) => {
  for (const [pattern, own] of Object.entries(read(file))) {
    expect(own.trim(), pattern).not.toBe("");
    expect(places(own), pattern).toEqual(places(pattern));
    expect(codes(own), pattern).toEqual(codes(pattern));
  }
});

it("a sentence is told in English where a translation lacks it, and its parts in the translation's language", () => {
  const message = msg`The ${msg`stage`} \`${"{0} $& __proto__"}\` is ${2}`;
  expect(translated(message)).toBe("The stage `{0} $& __proto__` is 2");
  expect(translated(message, { stage: "steget" })).toBe("The steget `{0} $& __proto__` is 2");
  expect(translated(message, { "The {0} `{1}` is {2}": "{2} är {0} `{1}`" })).toBe("2 är stage `{0} $& __proto__`");
  expect(translated(msg`constructor`, {})).toBe("constructor");
});

const marked: Translation = Object.fromEntries(english.map((pattern) => [pattern, `‹${pattern}›`]));

it.each(ruleCatalogue)("$id is told in the reader's language, with its places and fixes", (entry) => {
  const { fails, targetApiVersion } = entry;
  const options = { ...(targetApiVersion !== undefined && { targetApiVersion }) };
  const [plain, own] = [
    analyse(exampleText(fails), options),
    analyse(exampleText(fails), { ...options, translation: marked }),
  ];
  expect(own.diagnostics.length).toBeGreaterThan(0);
  for (const [at, { message, fix, related }] of own.diagnostics.entries()) {
    const texts = [message, ...(fix ? [fix.title] : []), ...related.map((place) => place.message)];
    for (const text of texts) expect(text).toMatch(/^‹.*›/);
    expect(message.replace(/[‹›]/g, "")).toBe(plain.diagnostics[at]?.message);
  }
});

it("hover and completion are told in the reader's language", () => {
  const at = sound.indexOf("allow-rejections");
  expect(hover(sound, at, marked)?.body).toMatch(/^‹.*›$/);
  for (const { detail } of complete(`${sound}\n`, sound.length + 1, marked)) expect(detail).toMatch(/^‹.*›$/);
});
