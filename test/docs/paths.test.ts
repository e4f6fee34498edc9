import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Readers follow the paths that the documentation names: each leads to a file or folder of the repository. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGES = ["README.md", ...globSync("docs/*.md", { cwd: ROOT })];
const ROOMS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules|out|dist)/.test(entry.name))
  .map(({ name }) => name);
const KNOWN = ROOMS.flatMap((room) => [room, ...globSync(`${room}/**/*`, { cwd: ROOT })]).map((file) => `/${file}`);

/** Words in backticks that are a path of ours: they begin with a room, or end like a source file. Examples are no paths. */
function pathsIn(page: string): readonly string[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```/gm, "");
  const words = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(" "));
  const rooms = new RegExp(`^(?:${ROOMS.join("|")})(?:/[\\w.*-]+)+/?$`);
  return [...new Set(words.filter((word) => rooms.test(word) || /^[\w.*/-]+\.(?:ts|tsx|mjs|css|md|json)$/.test(word)))]
    .filter((word) => !word.startsWith("/"))
    .sort();
}

/** A path may leave out the folders above it, and have a star for a part of a name. */
const exists = (named: string): boolean => {
  const ending = named.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
  return KNOWN.some((file) => new RegExp(`/${ending}$`).test(file));
};

test.each(PAGES)("every path that %s names exists", (page) => {
  const missing = pathsIn(readFileSync(path.join(ROOT, page), "utf8")).filter((named) => !exists(named));
  expect(missing).toEqual([]);
});

test("a path that leads nowhere is found, an example and an address are not taken for one", () => {
  const page = "`src-main/nowhere` `gone.ts` `node scripts/lost.ts` `my.flow.yaml` `/local/clock`\n```\nlost.md\n```\n";
  expect(pathsIn(page).filter((named) => !exists(named))).toEqual(["gone.ts", "scripts/lost.ts", "src-main/nowhere"]);
});
