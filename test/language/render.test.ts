import fc from "fast-check";
import { expect, test } from "vitest";
import { Document, isCollection, isPair, isScalar, Scalar, visit } from "yaml";
import { fitsLine } from "../../src-shared/language/edit/narrow.ts";
import { type BlockStyle, blockYaml, flowYaml } from "../../src-shared/language/edit/render.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { anyFlow, fieldsOf } from "../fixtures/arbitrary-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const words = [
  "contract",
  "Please sign, today",
  "no",
  "1.0.0",
  "42",
  "a: b",
  "a #b",
  "a,b",
  "{a}",
  "a-",
  "a:",
  "Åsa",
  "expect",
];
const keys = [
  "users",
  "documents",
  "messages",
  "expect",
  "notify",
  "stage one",
  "0",
  "true",
  "d: e",
  "a,b",
  "__proto__",
];
const text = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const odd = [
  "two\nlines",
  "a \n\n  b\n",
  "end ",
  'say "hi"',
  "it's",
  `"it's"`,
  "",
  "-",
  "- a",
  "?",
  "~",
  "-.5",
  "1e3",
  "0x1F",
  "%a",
  "a\n---\nb",
];
const scalar = fc.oneof(text, fc.integer(), fc.constantFrom(null, true, false, 0.5, -0, 1e21, ...odd));
const { collection } = fc.letrec<{ value: unknown; collection: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, scalar, tie("collection")),
  collection: fc.oneof(
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), text), tie("value"), { maxKeys: 4 }),
  ),
}));
const style = fc.record({ indent: fc.constantFrom(2, 3, 4), indentLists: fc.boolean() });

/** Texts that we quote beyond what the library does, since an author or an older reader may take them for others. */
const careful = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202f\u3000\ufeff\ufffe\uffff]|\p{Cs}/u.test(value) ||
  /^(?:\d+(?:\.\d+)+|null|true|false|y|n|yes|no|on|off|<<)$/i.test(value) ||
  /^(?:---|\.\.\.)|^\s|[^\S\n]$|\n\s*\n$/.test(value);

function prepared(value: unknown): Document {
  const document = new Document(value, { aliasDuplicateObjects: false, version: "1.2", schema: "core" });
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === "string" && careful(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document;
}

function lay(node: unknown): void {
  if (!isCollection(node)) return;
  for (const item of node.items) {
    const child = isPair(item) ? item.value : item;
    if (!isCollection(child)) continue;
    const key = isPair(item) && isScalar(item.key) ? String(item.key.value) : null;
    if (fitsLine(child.toJSON() as object, key)) child.flow = true;
    else lay(child);
  }
}

/** Without the space within brackets, which the library gives to brackets and braces alike. */
const tight = (text: string): string => text.replace(/\[ (?=\S)|(?<=\S) \](?=[\n,\]} ]|$)/g, (found) => found.trim());
const plainBrackets = (value: unknown): boolean =>
  !/\[ | \]|[[\]]"/.test(JSON.stringify(value).replaceAll(/"\]|\["/g, ""));

function libraryBlock(value: object, { indent, indentLists }: BlockStyle): string {
  const document = prepared(value);
  lay(document.contents);
  return tight(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, indent, indentSeq: indentLists }));
}

function libraryLine(value: unknown): string {
  const document = prepared(value);
  visit(document, {
    Scalar: (_key, node) => {
      if (isScalar(node) && typeof node.value === "string" && node.value.includes("\n"))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return tight(document.toString({ lineWidth: 0, collectionStyle: "flow", doubleQuotedAsJSON: true }).trimEnd());
}

const compared = (value: unknown): boolean => Object.keys(value as object).length > 0 && plainBrackets(value);

test("blocks are written as the library writes them", { timeout: FUZZ_TIMEOUT }, () => {
  fc.assert(
    fc.property(collection.filter(compared), style, (value, chosen) => {
      expect(blockYaml(value, chosen)).toBe(libraryBlock(value as object, chosen));
    }),
    { seed: 7, numRuns: inputs(400) },
  );
});

test("what stands on one line is written as the library writes it", { timeout: FUZZ_TIMEOUT }, () => {
  fc.assert(
    fc.property(collection.filter(compared), (value) => {
      expect(flowYaml(value)).toBe(libraryLine(value));
    }),
    { seed: 7, numRuns: inputs(400) },
  );
});

test("any value is read back as it was written", { timeout: FUZZ_TIMEOUT }, () => {
  const any = fc.oneof(collection, fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(any, style, (value, chosen) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      for (const text of [blockYaml(plain, chosen), flowYaml({ in: plain })]) {
        const found = analyse(text).value as { readonly in: unknown };
        expect(JSON.stringify("in" in Object(found) ? found.in : found)).toBe(JSON.stringify(plain));
      }
    }),
    { seed: 7, numRuns: inputs(60) },
  );
});

test("a flow's process is written as the library writes it", { timeout: FUZZ_TIMEOUT }, () => {
  fc.assert(
    fc.property(anyFlow, style, (flow, chosen) => {
      const { process } = fieldsOf(flow);
      expect(blockYaml(process, chosen)).toBe(libraryBlock(process as object, chosen));
    }),
    { seed: 7, numRuns: inputs(50) },
  );
});
