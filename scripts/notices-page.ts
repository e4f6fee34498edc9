import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { at } from "./places.ts";

const names = z.record(z.string(), z.string()).optional();
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      os: z.array(z.string()).optional(),
      dependencies: names,
      optionalDependencies: names,
    }),
  ),
});
type Lock = z.output<typeof lockFile>["packages"];

/** Names of files that hold a license, wherever they lie in a package. */
const LICENSES = "**/{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*";
const RULE = "=".repeat(80);

/** Its texts are those of the fonts in sealed documents. */
const FONTS = { title: "DejaVu Sans Condensed, Noto Sans JP, KR, SC and TC", folder: "resources/fonts" };

const INTRO = `Third-party notices of Countersign

Made from package-lock.json by \`npm run notices\`: everything that Countersign is shipped with, and its licenses. The
desktop app also has Electron, whose notices lie beside this file (LICENSE.electron.txt, LICENSES.chromium.html).
`;

interface Notice {
  readonly title: string;
  readonly text: string;
}

/** THIRD-PARTY-NOTICES.txt: each text once, below all that it is the license of. @throws where a package is not installed */
export function noticesPage(): string {
  const lock = lockFile.parse(JSON.parse(readFileSync(at("package-lock.json"), "utf8"))).packages;
  const notices = [
    { title: FONTS.title, text: textsIn(FONTS.folder) },
    ...shipped(lock).map((place) => noticeOf(lock, place)),
  ];
  const byText = Map.groupBy(notices, ({ text }) => text);
  const pieces = [...byText].map(
    ([text, of]) => `${RULE}\n${[...new Set(of.map(({ title }) => title))].join("\n")}\n${RULE}\n\n${text}\n`,
  );
  return [INTRO, ...pieces].join("\n");
}

/** The places in node_modules of all that the app needs when it runs, in order of their names. */
function shipped(lock: Lock): readonly string[] {
  const found = new Set<string>();
  const visit = (from: string, wanted: Readonly<Record<string, string>> = {}): void => {
    for (const name of Object.keys(wanted)) {
      const place = placeOf(lock, from, name);
      if (found.has(place)) continue;
      found.add(place);
      visit(place, lock[place]?.dependencies);
      visit(place, lock[place]?.optionalDependencies);
    }
  };
  visit("", lock[""]?.dependencies);
  return [...found].sort();
}

/** Where Node would find `name` from the package at `from`: there or in any folder above. */
function placeOf(lock: Lock, from: string, name: string): string {
  const here = path.posix.join(from, "node_modules", name);
  if (lock[here] !== undefined) return here;
  if (from === "") throw new Error(`package-lock.json has no ${name}: run \`npm install\`.`);
  return placeOf(lock, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}

function noticeOf(lock: Lock, place: string): Notice {
  const { version = "", license = "see its text", os } = lock[place] ?? {};
  const title = `${place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)} ${version} (${license})`;
  // What other systems have is not installed here, and the file must be the same everywhere.
  if (os !== undefined)
    return { title, text: "Binaries for one system each, under the license of the package that loads them." };
  const text = textsIn(place);
  return { title, text: text === "" ? `The package holds no text of its license, ${license}.` : text };
}

/** The license texts of a folder, without those of packages in it. */
function textsIn(folder: string): string {
  const files = globSync(LICENSES, { cwd: at(folder), exclude: ["**/node_modules/**"], withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(m?js|c?ts|json|map)$/.test(file.name))
    .map((file) => path.join(file.parentPath, file.name))
    .sort();
  return files.map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}
