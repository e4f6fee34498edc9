import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The rooms of src-main: each imports only from those above it. What stands beside them puts them together. */
const ORDER = [
  ...["basics", "store", "documents", "jobs", "host", "http", "engine", "workspace", "mail", "callbacks"],
  ...["sync", "verification", "service", "bridge", "", "cli", "desktop"],
];

/** By file, the files that it imports, types included. */
function importsOf(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT });
  return new Map(
    files.map((file) => {
      const source = readFileSync(path.join(ROOT, file), "utf8");
      const named = [...source.matchAll(/(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/g)].map(([, name = ""]) =>
        path.join(path.dirname(file), name),
      );
      return [file, named];
    }),
  );
}

const roomOf = (file: string): string => {
  const [, room = "", inside] = file.split(path.sep);
  return inside === undefined ? "" : room;
};

test("the rooms of src-main import in one direction", () => {
  const files = importsOf("src-main");
  expect([...new Set([...files.keys()].map(roomOf))].sort()).toEqual([...ORDER].sort());
  const wrong = [...files].flatMap(([file, imported]) =>
    imported
      .filter((other) => files.has(other) && ORDER.indexOf(roomOf(other)) > ORDER.indexOf(roomOf(file)))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});

/** Commands that answer at once, and workers, load only the files that they need. */
const LOADS_ALONE =
  /^src-main\/(cli\/(explain-error|history|lint)\.ts|documents\/|workspace\/archives\/flow-documents\.ts)/;

test("the rooms of src-main come in by the front door", () => {
  const files = importsOf("src-main");
  const wrong = [...files].flatMap(([file, imported]) => {
    const others = imported.filter((other) => {
      const door = path.join("src-main", roomOf(other), "index.ts");
      return files.has(other) && roomOf(other) !== roomOf(file) && files.has(door) && other !== door;
    });
    return LOADS_ALONE.test(file) ? [] : others.map((other) => `${file} imports ${other}`);
  });
  expect(wrong).toEqual([]);
});

/** The rooms of src-shared: each imports only from those above it. */
const SHARED = [
  ...["basics", "authentication", "mail", "language", "changes", "drawing", "dialect"],
  ...["flow", "evidence", "foresight", "service", "sync", "drift", "bridge"],
];

test("the rooms of src-shared import in one direction", () => {
  const files = importsOf("src-shared");
  expect([...new Set([...files.keys()].map(roomOf))].sort()).toEqual([...SHARED].sort());
  const wrong = [...files].flatMap(([file, imported]) =>
    imported
      .filter((other) => files.has(other) && SHARED.indexOf(roomOf(other)) > SHARED.indexOf(roomOf(file)))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});

/** The check that every bundle carries, and the worker that seals, load only the files that they need. */
const LOADS_A_FILE: ReadonlySet<string> = new Set([
  "src-shared/evidence/history-chain.ts imports src-shared/flow/model/canonical.ts",
  "src-main/documents/seal/signatures.ts imports src-shared/service/signature-limits.ts",
]);

test("the rooms of src-shared come in by the front door, for the other folders too", () => {
  const shared = importsOf("src-shared");
  const all = [...shared, ...importsOf("src-main"), ...importsOf("src-renderer")];
  const wrong = all.flatMap(([file, imported]) =>
    imported
      .filter((other) => shared.has(other) && other !== path.join("src-shared", roomOf(other), "index.ts"))
      .filter((other) => !(shared.has(file) && roomOf(file) === roomOf(other)))
      .map((other) => `${file} imports ${other}`),
  );
  expect(wrong.sort()).toEqual([...LOADS_A_FILE].sort());
});

/** What each room of src-renderer may need of the others. The app's entry and its shell put the pages together. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  components: [],
  app: ["components"],
  authoring: ["app", "components"],
  flows: ["app", "components", "authoring"],
  monitoring: ["app", "components"],
  syncing: ["app", "components", "authoring"],
  participation: ["components"],
  evidence: [],
};
const DOORS: ReadonlySet<string> = new Set(["components", "app", "monitoring", "authoring", "flows", "syncing"]);
const PUTS_TOGETHER = /^src-renderer\/app\/(main\.tsx|shell\/)/;

test("the rooms of src-renderer need only what they may, and come in by the front door", () => {
  const files = importsOf("src-renderer");
  expect([...new Set([...files.keys()].map(roomOf))].sort()).toEqual(Object.keys(NEEDS).sort());
  const wrong = [...files].flatMap(([file, imported]) => {
    const room = roomOf(file);
    const others = imported.filter((other) => files.has(other) && roomOf(other) !== room);
    const refused = others.filter((other) => {
      const allowed = PUTS_TOGETHER.test(file) || NEEDS[room]?.includes(roomOf(other));
      // The participants' page is loaded alone, on telephones: it takes the parts that it shows, and no others. An entry sets
      // up what must be there first.
      const alone = room === "participation" || file === "src-renderer/app/main.tsx";
      const byDoor = other.endsWith("index.ts") || alone || !DOORS.has(roomOf(other));
      return !(allowed && byDoor);
    });
    return refused.map((other) => `${file} imports ${other}`);
  });
  expect(wrong).toEqual([]);
});

test.each(["src-shared", "src-main", "src-renderer"])("no file of %s imports itself by way of others", (folder) => {
  const files = importsOf(folder);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    if (done.has(file) || way.includes(file)) return;
    for (const other of files.get(file) ?? []) if (files.has(other)) visit(other, [...way, file]);
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});
