import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ASKS_FOR_SCHEME = /prefers-color-scheme/;
const OF_A_THEME = /^.*\[data-theme[^{]*\{[^}]*\}/gm;
const ONLY_THE_SCHEME = /\{\s*color-scheme: (?:light|dark);\s*\}$/;

/** Why a look at the colours is enough in the dark (test/e2e/inspect.ts): `light-dark()` gives nothing but colours. */
test("habit: the pages differ between light and dark in colours alone", () => {
  const files = globSync("src-renderer/**/*.{css,ts,tsx,html}", { cwd: ROOT });
  const texts = files.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));
  expect(texts.filter(({ text }) => ASKS_FOR_SCHEME.test(text)).map(({ file }) => file)).toEqual([]);
  const themed = texts.flatMap(({ text }) => text.match(OF_A_THEME) ?? []);
  expect(themed).toHaveLength(2);
  expect(themed.filter((rule) => !ONLY_THE_SCHEME.test(rule))).toEqual([]);
});
