import path from "node:path";
import Database from "better-sqlite3";
import { openWorkspace } from "../../src-main/host.ts";
import { DATABASE_FILE, openStore } from "../../src-main/store/index.ts";
import { instanceRow, linkRow } from "../fixtures/rows.ts";
import { instanceId } from "./filled-workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";

const RUNS = 100_000;
const WHAT = [
  "Lease",
  "Loan",
  "Board resolution",
  "Purchase order",
  "Employment contract",
  "Consent",
  "Supplier agreement",
];
const FIRMS = [
  "Northwind",
  "Halvorsen",
  "Contoso",
  "Saimaa",
  "Åkerlund",
  "Fabrikam",
  "Lindqvist",
  "Tre Rum",
  "Bergström",
];
const PEOPLE = ["samuel", "ingrid", "lukasz", "asa", "hanna", "mikko", "oskar", "wilma", "joanna", "petteri"];

/** What people type: parts, several words, two letters, an id, and typing errors. */
const TYPED = [
  ...["lease", "northwind", "board northwind", "77", "sam", "ingrid solheim", "emplyoment", "nortwhind loan"],
  ...["purchase order halvorsen", "åkerlund 4711", "a-000777", "petteri", "fabrikma", "nothing of that name"],
];

/** Every title is another one, which is the most that names can cost. */
function fill(dir: string): void {
  const store = openStore(dir);
  for (let from = 0; from < RUNS; from += 1000)
    store.write((tx) => {
      for (let n = from; n < from + 1000; n += 1) {
        const id = instanceId("a", n);
        const title = `${WHAT[n % WHAT.length]} ${n}, ${FIRMS[(n * 7) % FIRMS.length]}`;
        tx.instances.save(instanceRow(id, { title }));
        for (const at of [n, n + 3, n + 7]) {
          const person = PEOPLE[at % PEOPLE.length] ?? "";
          tx.links.put({ ...linkRow(id, person, String(at)), person: `${person}\n${person}.${at % 997}@example.test` });
        }
      }
    });
  store.close();
}

export const search100000: Row = {
  name: "search-100000-runs",
  unit: "searches/s",
  atLeast: 0.02,
  unlike:
    "Ours looks for names of seven kinds, forgives typing errors, and reads the rows with their runs; SQLite asks one index of names once for the same words.",
  peers: [],
  async open() {
    const dir = benchFolder();
    await (await openWorkspace({ dir })).close();
    fill(dir);
    const host = await openWorkspace({ dir });
    const db = new Database(path.join(dir, DATABASE_FILE), { readonly: true });
    const bare = db.prepare(
      "SELECT folded FROM names_by_part WHERE names_by_part MATCH ? ORDER BY rowid DESC LIMIT 20",
    );
    const taken: number[] = [];
    const turns = (search: (typed: string) => void) => {
      let turn = 0;
      return (times: number) => {
        for (let n = 0; n < times; n += 1) search(TYPED[turn++ % TYPED.length] ?? "");
      };
    };
    return {
      ours: {
        title: "a search in 100,000 runs",
        run: turns((typed) => {
          const began = performance.now();
          host.search.find(typed);
          taken.push(performance.now() - began);
        }),
      },
      peer: { title: "SQLite FTS5, one query", run: turns((typed) => bare.all(`folded : "${typed}"`)) },
      note: () => `From words to hits: ${waitsInWords(taken)}; wanted: p95 50 ms.`,
      async close() {
        db.close();
        await host.close();
        removeFolder(dir);
      },
    };
  },
};
