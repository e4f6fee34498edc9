import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Whoever meets an id in code, tests or decisions finds it in docs: first in a row of a table, or as a page. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const READ = "{src-main,src-shared,src-renderer,test,docs}/**/*.{ts,tsx,css,md}";

/** Rules of the engine, the language and the check; laws, promises and parts of the interface; decisions; pages. */
const IDS = [
  /\b(?:[GUCY]\d{1,2}|[A-Z]\d{3})\b/g,
  /\b(?:[Ll]aw|[Pp]romise|[Ii]nterface)[\s*(]+\d+(?:\.\d+)?\b/g,
  /\bdecisions?[\s*/]+\d{4}\b|\(0\d{3}\)/g,
  /(?<![\w./\\-])[a-z]+\.md\b(?!\.\w)|\bdocs\/[a-z]+\.md\b/g,
];

/** What looks like an id and is none: a byte, and a finding that a test makes up. */
const NO_IDS = new Set(["C0", "X999"]);

/** "Law\n * 3" is "law 3", and "docs/rules.md" is "rules.md". */
const plain = (id: string): string =>
  /^[A-Z]\d/.test(id)
    ? id
    : id
        .toLowerCase()
        .replace(/^docs\//, "")
        .replace(/^decisions|^(?=\(0)/, "decision")
        .replace(/[\s*(/]+/, " ")
        .replace(")", "");

const idsIn = (text: string): readonly string[] =>
  IDS.flatMap((pattern) => text.match(pattern) ?? [])
    .map(plain)
    .filter((id) => !NO_IDS.has(id));

/** What the pages explain: the first cell of each row, each decision by its number, and each page. */
function explained(): ReadonlySet<string> {
  const pages = globSync("docs/*.md", { cwd: ROOT });
  const rows = pages.flatMap((page) => [...read(page).matchAll(/^\| \[?([\w. ]+?)\]?(?:\(#\w+\))? \|/gm)]);
  const decisions = globSync("docs/decisions/*.md", { cwd: ROOT }).map((page) => path.basename(page).slice(0, 4));
  return new Set([
    ...rows.map(([, id = ""]) => id),
    ...decisions.map((number) => `decision ${number}`),
    ...pages.map((page) => path.basename(page)),
  ]);
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

test("every id that code, tests and docs mention is explained in docs", () => {
  const known = explained();
  const files = globSync(READ, { cwd: ROOT, exclude: (name) => name.endsWith("node_modules") });
  const unknown = files.flatMap((file) =>
    idsIn(read(file))
      .filter((id) => !known.has(id))
      .map((id) => `${file}: ${id}`),
  );
  expect([...new Set(unknown)].sort()).toEqual([]);
});

test("ids are told from other words, across lines too", () => {
  const text =
    "[G12] law\n * 3, docs/decisions/0700-x.md (decision 0422) (0301) docs/rules.md `a/b.md` Interface (2.6) G promises 7";
  expect(idsIn(text)).toEqual([
    "G12",
    "law 3",
    "interface 2.6",
    "decision 0700",
    "decision 0422",
    "decision 0301",
    "rules.md",
  ]);
});
