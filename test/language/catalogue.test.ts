import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rulesPage } from "../../scripts/rules-page.ts";
import { analyse, exampleText, type Rule, ruleCatalogue } from "../../src-shared/language/index.ts";

/** T004 always reports a type that is not `relative`, so T002 cannot stand alone. */
const company: Readonly<Record<string, readonly string[]>> = { T002: ["T004"] };

function found(text: string, { targetApiVersion }: Rule): string[] {
  return [
    ...new Set(
      analyse(text, targetApiVersion === undefined ? {} : { targetApiVersion }).diagnostics.map(({ rule }) => rule),
    ),
  ];
}

describe.each(ruleCatalogue)("$id: $what", (entry) => {
  test("its failing example breaks this rule and no other", () => {
    const { id, severity, fails } = entry;
    const text = exampleText(fails);
    expect(found(text, entry).sort()).toEqual([id, ...(company[id] ?? [])].sort());
    const diagnostic = analyse(text, { targetApiVersion: entry.targetApiVersion ?? "0.48.0" }).diagnostics.find(
      ({ rule }) => rule === id,
    );
    expect(diagnostic?.severity).toBe(severity);
  });

  test("its passing example breaks none", () => {
    expect(found(exampleText(entry.passes), entry)).toEqual([]);
  });
});

test("every rule that the sources name is in the catalogue, once", () => {
  const ids = ruleCatalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const folder = join(import.meta.dirname, "../../src-shared/language");
  const sources = globSync("**/*.ts", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
  const named = sources.flatMap((source) => [...source.matchAll(/"([A-Z]\d{3})"/g)].map(([, id = ""]) => id));
  expect([...new Set(named)].sort()).toEqual([...ids].sort());
});

test("docs/rules.md is what scripts/make-rules.ts writes", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/rules.md"), "utf8");
  expect(page === rulesPage(), "docs/rules.md is stale: run `npm run rules`").toBe(true);
});
