import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Laws and habits (docs/ids.md): each linted law is shown to bite, and to leave its lawful neighbour alone. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const BIOME = path.join(ROOT, "node_modules/@biomejs/biome/bin/biome");

const IMPORTS = "lint/style/noRestrictedImports";
const GLOBALS = "lint/style/noRestrictedGlobals";
const PROPERTIES = "lint/nursery/noJsRestrictedProperties";

interface Example {
  readonly file: string;
  readonly code: string;
  /** The only rule that must speak, or null where nothing may. */
  readonly rule: string | null;
}

const take = (specifier: string): string => `import * as taken from "${specifier}";\nexport const use = taken;\n`;
const value = (expression: string): string => `export const use = () => ${expression};\n`;
const example = (file: string, code: string, rule: string | null): Example => ({ file, code, rule });
const lines = (count: number): string =>
  `${Array.from({ length: count }, (_, n) => `export const v${n} = ${n};`).join("\n")}\n`;

const LAWS: Readonly<Record<string, readonly Example[]>> = {
  "law 1: renderer and main never import each other": [
    example("src-renderer/app/a.ts", take("../../src-main/host.ts"), IMPORTS),
    example("src-renderer/app/b.ts", 'export type { Host } from "../../src-main/host.ts";\n', IMPORTS),
    example("src-renderer/app/c.ts", value('import("../../src-main/host.ts")'), IMPORTS),
    example("src-main/service/a.ts", take("../../src-renderer/app/shell.ts"), IMPORTS),
    example("src-main/desktop/a.ts", take("../../src-renderer/app/shell.ts"), IMPORTS),
    example("src-main/store/a.ts", take("../../src-renderer/app/shell.ts"), IMPORTS),
    example("src-renderer/app/d.ts", take("../../src-shared/bridge/index.ts"), null),
    example("src-main/service/b.ts", take("../../src-shared/bridge/index.ts"), null),
  ],
  "law 1: src-shared imports neither of them, nor any package but its four": [
    example("src-shared/flow/a.ts", take("../../src-main/host.ts"), IMPORTS),
    example("src-shared/flow/b.ts", take("../../src-renderer/app/shell.ts"), IMPORTS),
    example("src-shared/flow/c.ts", take("undici"), IMPORTS),
    example("src-shared/flow/d.ts", take("@fastify/cookie"), IMPORTS),
    example("src-shared/flow/e.ts", take("zod"), null),
    example("src-shared/flow/f.ts", take("zod/v4/core"), null),
    example("src-shared/flow/g.ts", take("yaml"), null),
    example("src-shared/flow/h.ts", take("temporal-polyfill"), null),
    example("src-shared/sync/a.ts", take("node-diff3"), null),
    example("src-shared/flow/i.ts", take("./types.ts"), null),
    example("src-shared/flow/j.ts", take("../language/index.ts"), null),
  ],
  "law 1: only src-main/desktop imports electron": [
    example("src-main/a.ts", take("electron"), IMPORTS),
    example("src-main/bridge/a.ts", take("electron/main"), IMPORTS),
    example("src-main/store/b.ts", take("electron"), IMPORTS),
    example("src-renderer/app/e.ts", take("electron"), IMPORTS),
    example("src-shared/bridge/a.ts", take("electron"), IMPORTS),
    example("src-main/host.ts", value('import("electron")'), IMPORTS),
    example("src-main/cli/a.ts", take("../desktop/main.ts"), IMPORTS),
    example("src-main/desktop/b.ts", take("electron"), null),
  ],
  "law 1: only src-main/store speaks SQL": [
    example("src-main/engine/a.ts", take("better-sqlite3"), IMPORTS),
    example("src-main/desktop/c.ts", take("better-sqlite3"), IMPORTS),
    example("src-main/engine/b.ts", take("node:sqlite"), IMPORTS),
    example("src-renderer/app/f.ts", take("better-sqlite3"), IMPORTS),
    example("src-main/store/c.ts", take("better-sqlite3"), null),
  ],
  "law 1: the renderer runs in a browser": [
    example("src-renderer/app/g.ts", take("node:fs"), IMPORTS),
    example("src-renderer/app/h.ts", take("react"), null),
  ],
  "law 2: src-shared reads no clock": [
    example("src-shared/flow/k.ts", value("Date.now()"), GLOBALS),
    example("src-shared/flow/l.ts", value("new Date()"), GLOBALS),
    example("src-shared/flow/m.ts", value("performance.now()"), GLOBALS),
    example("src-shared/flow/n.ts", value("setTimeout(() => 1, 1)"), GLOBALS),
    example("src-shared/flow/o.ts", value("setInterval(() => 1, 1)"), GLOBALS),
    example("src-shared/flow/p.ts", value("globalThis"), GLOBALS),
    example(
      "src-shared/flow/q.ts",
      `import { Temporal } from "temporal-polyfill";\n${value("Temporal.Now.instant()")}`,
      PROPERTIES,
    ),
    example(
      "src-shared/flow/r.ts",
      `import { Temporal } from "temporal-polyfill";\n${value("Temporal.Instant.fromEpochMilliseconds(0)")}`,
      null,
    ),
  ],
  "law 2: src-shared makes no id and draws no random number": [
    example("src-shared/flow/s.ts", value("Math.random()"), PROPERTIES),
    example("src-shared/flow/t.ts", value("crypto.randomUUID()"), GLOBALS),
    example("src-shared/flow/u.ts", value("Math.max(1, 2)"), null),
  ],
  "law 2: src-shared knows neither Node nor the DOM nor the network": [
    example("src-shared/flow/v.ts", take("node:crypto"), IMPORTS),
    example("src-shared/flow/w.ts", value("process.env"), GLOBALS),
    example("src-shared/flow/x.ts", value("window"), GLOBALS),
    example("src-shared/flow/y.ts", value("document.title"), GLOBALS),
    example("src-shared/flow/z.ts", value('fetch("http://127.0.0.1")'), GLOBALS),
    example("src-shared/flow/za.ts", value("new Uint8Array(1)"), null),
  ],
  "law 9: nothing is caught and dropped": [
    example(
      "src-main/engine/c.ts",
      "export function run(f: () => void): void {\n  try {\n    f();\n  } catch {}\n}\n",
      "lint/suspicious/noEmptyBlockStatements",
    ),
  ],
  "habits: files stay under 500 lines": [
    example("src-main/engine/d.ts", lines(501), "lint/style/noExcessiveLinesPerFile"),
    example("src-main/engine/e.ts", lines(500), null),
  ],
  "habits: no import cycle, of types neither": [
    example(
      "src-main/engine/f.ts",
      'import { g } from "./g.ts";\nexport const f = () => g;\n',
      "lint/suspicious/noImportCycles",
    ),
    example(
      "src-main/engine/g.ts",
      'import { f } from "./f.ts";\nexport const g = () => f;\n',
      "lint/suspicious/noImportCycles",
    ),
    example(
      "src-main/engine/fa.ts",
      'import type { B } from "./fb.ts";\nexport type A = B | null;\n',
      "lint/suspicious/noImportCycles",
    ),
    example(
      "src-main/engine/fb.ts",
      'import type { A } from "./fa.ts";\nexport type B = readonly A[];\n',
      "lint/suspicious/noImportCycles",
    ),
  ],
  "habits: no any, no forgotten promise, no focused or skipped test": [
    example("src-main/engine/h.ts", "export type Loose = any;\n", "lint/suspicious/noExplicitAny"),
    example(
      "src-main/engine/i.ts",
      "const later = async (): Promise<number> => 1;\nexport function run(): void {\n  later();\n}\n",
      "lint/nursery/noFloatingPromises",
    ),
    example(
      "test/engine/a.test.ts",
      'import { test } from "vitest";\ntest.only("x", () => 1);\n',
      "lint/suspicious/noFocusedTests",
    ),
    example(
      "test/engine/b.test.ts",
      'import { test } from "vitest";\ntest.skip("x", () => 1);\n',
      "lint/suspicious/noSkippedTests",
    ),
  ],
};

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
}

let house = "";
const spoken = new Map<string, Set<string>>();

/** One lint run over a house made of the examples alone, under the real configuration. */
function lintExamples(): Report {
  const args = [BIOME, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  const run = spawnSync(process.execPath, args, { cwd: house, encoding: "utf8" });
  if (run.stdout === "") throw new Error(`biome gave no report: ${run.error?.message ?? run.stderr}`);
  return JSON.parse(run.stdout);
}

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), "countersign-laws-"));
  for (const name of ["biome.json", ".gitignore", "package.json"]) {
    copyFileSync(path.join(ROOT, name), path.join(house, name));
  }
  for (const { file, code } of Object.values(LAWS).flat()) {
    mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
    writeFileSync(path.join(house, file), code);
  }
  for (const { category, location } of lintExamples().diagnostics) {
    const rules = spoken.get(location.path) ?? new Set();
    spoken.set(location.path, rules.add(category));
  }
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

for (const [law, examples] of Object.entries(LAWS)) {
  describe(law, () => {
    for (const { file, code, rule } of examples) {
      const shown = code.length > 120 ? `${code.split("\n").length - 1} lines` : code.trim().replaceAll("\n", " ");
      test(`${rule === null ? "allows" : "refuses"} in ${file}: ${shown}`, () => {
        expect([...(spoken.get(file) ?? [])]).toEqual(rule === null ? [] : [rule]);
      });
    }
  });
}

test("every example has a file of its own", () => {
  const files = Object.values(LAWS)
    .flat()
    .map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
});

test("no source file switches a linted law off", () => {
  const listed = execFileSync("git", ["ls-files", "--", "src-shared", "src-main", "src-renderer"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const law = /biome-ignore(-all|-start)? lint\/(style\/noRestricted|nursery\/noJsRestricted|style\/noExcessiveLines)/;
  const offenders = listed
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => law.test(readFileSync(path.join(ROOT, file), "utf8")));
  expect(offenders).toEqual([]);
});
