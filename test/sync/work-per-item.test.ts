import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { searchWords } from "../../src-shared/bridge/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { countStatements, type Executed, planOf } from "../harness/statements.ts";
import { must } from "../harness/workspace.ts";
import { openRig, type Rig } from "./rig.ts";

const DATABASE = "countersign.db";
const DAY = 86_400_000;

/** What was executed for each operation, by its name: for each item, and for a page whatever it lists. */
interface Work {
  readonly items: Map<string, Executed>;
  readonly pages: Map<string, Executed>;
}

/** Does the work and notes what it executes on both sides, also in the background. */
type Note = (what: string, work: () => unknown) => Promise<void>;

const titled = async (host: Rig["host"], title: string) =>
  smallFlow({ documentId: await uploadPdf(host) }).replace("title: Small", `title: ${title}`);

/** Syncs as many flows, and runs of them, as there are numbers. */
async function sync(rig: Rig, numbers: readonly number[], note: Note): Promise<readonly string[]> {
  const { host, remote } = rig;
  const drafts: string[] = [];
  for (const at of numbers) drafts.push((await rig.draft(await titled(host, `Small ${at}`))).id);
  await note("push", () => rig.sync());
  const change = async (of: Rig["host"], id: string, days: number) =>
    must(await of.drafts.saveText(id, must(of.drafts.get(id)).text.replace(/duration: \d+/, `duration: ${days}`)));
  for (const id of drafts) await change(host, id, 31);
  await note("push of changes", () => rig.sync());
  for (const { id } of remote.host.drafts.list({}).items) await change(remote.host, id, 32);
  await note("pull of changes", () => rig.sync());
  for (const at of numbers)
    must(await remote.host.drafts.createFromText({ text: await titled(remote.host, `There ${at}`) }));
  await note("pull", () => rig.sync());
  await note("unchanged", () => rig.sync());
  for (const id of drafts) must(await host.sync.runs.start("Bank", id));
  for (const { id } of remote.host.instances.list({}).items) must(await remote.host.instances.prolong(id, 3));
  rig.ahead += DAY;
  await note("looks", () => rig.sync());
  rig.proxy.fault = () => "drop";
  for (const { key } of must(host.sync.runs.list("Bank")))
    must(await host.sync.runs.command("Bank", key, { kind: "prolong", days: 2 }));
  rig.proxy.fault = () => null;
  await note("outbox", () => rig.sync());
  return drafts;
}

/** Shows what there is, as the app's pages ask for it. */
async function show(rig: Rig, [draft = ""]: readonly string[], note: Note): Promise<void> {
  const { call } = testBridge(rig.host);
  const byTitle = { sort: { by: "title", descending: false } } as const;
  const [run] = (await call("instances.list", {})).items;
  const [there] = (await call("sync.runs.list", { name: "Bank" })).items;
  const id = run?.id ?? "";
  await note("a start", () => rig.host.drafts.start(draft, { copies: true }));
  await note("a start there", () => rig.host.sync.runs.start("Bank", draft));
  await note("flows", () => call("drafts.list", {}));
  await note("flows by title", () => call("drafts.list", byTitle));
  await note("a flow", () => call("drafts.get", { id: draft }));
  await note("runs", () => call("instances.list", {}));
  await note("runs by title", () => call("instances.list", byTitle));
  await note("a run", () => call("instances.get", { id }));
  await note("a history", () => call("instances.history", { id }));
  await note("a mailbox", () => call("mailbox.list", {}));
  await note("callbacks", () => call("callbacks.list", {}));
  await note("clocks", () => call("clocks.list", {}));
  await note("folders", () => call("folders.list", {}));
  await note("accounts", () => call("sync.accounts.list", {}));
  await note("flows of an account", () => call("sync.drafts.list", { name: "Bank" }));
  await note("what waits on an account", () => call("sync.commands.list", { name: "Bank" }));
  await note("runs of an account", () => call("sync.runs.list", { name: "Bank" }));
  await note("a run of an account", () => call("sync.runs.get", { name: "Bank", run: there?.key ?? "" }));
}

const CALLED = Object.fromEntries(searchWords.map((word) => [word, word])) as Record<
  (typeof searchWords)[number],
  string
>;

/** @param numbers one for each flow, run there and run here */
async function work(numbers: readonly number[]): Promise<Work & { readonly file: string }> {
  const rig = await openRig();
  const file = path.join(rig.workspace.dir, DATABASE);
  const executed = countStatements(file, path.join(rig.remote.dir, DATABASE));
  const [items, pages] = [new Map<string, Executed>(), new Map<string, Executed>()];
  const rested = () => Promise.all([rig.host.idle(), rig.remote.host.idle()]);
  const noteIn =
    (place: Map<string, Executed>): Note =>
    async (what, does) => {
      await rested();
      executed();
      await does();
      await rested();
      place.set(what, executed());
    };
  const drafts = await sync(rig, numbers, noteIn(items));
  for (const id of drafts) must(await rig.host.drafts.start(id, { copies: true }));
  await show(rig, drafts, noteIn(pages));
  const note = noteIn(items);
  const { call } = testBridge(rig.host);
  // What is found is read one by one, and few of it.
  await note("search", () => call("search.find", { typed: "small", called: CALLED }));
  await note("search for what is misspelled", () => call("search.find", { typed: "smalll", called: CALLED }));
  await note("newest runs", () => call("sync.newest.list", { search: "", status: null, trashed: false }));
  await note("verification", () => verifyWorkspace(rig.workspace.dir));
  await note("opening", () => rig.workspace.reopen());
  return { file, items, pages };
}

/** What transactions and SQLite's own statements do is not planned, and how many commands share a transaction is a matter of time. */
const PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/;
const SIZES = [[1], [1, 2], [1, 2, 3]] as const;

/** How often each statement of each operation was executed, at each size. */
function* countsOf(works: readonly Work[], kind: keyof Work) {
  for (const [what, last] of works.at(-1)?.[kind] ?? [])
    for (const statement of last.keys()) {
      const counts = works.map((of) => of[kind].get(what)?.get(statement) ?? 0);
      if (PLANNED.test(statement)) yield { what, statement: statement.replaceAll(/\s+/g, " "), counts };
    }
}

/** These hold little, however much there is in a workspace. */
const SMALL =
  /^(SCAN|SEARCH) (accounts|clocks|folders|leaving_blobs|remote_accounts|remote_rests|remote_syncs|settings)\b/;
/** Neither is a table. */
const NO_TABLE = /^SCAN (json_each|busy|columns|[ct]|\w+ VIRTUAL TABLE|sqlite_schema|\(|CONSTANT)\b/;
/** By what many rows of a workspace have in common. */
const WIDE = /^SEARCH .*\(((accountId|accountKey|archived|clockId|kind|state|status|trashed|wall)=\?( AND )?)+\)$/;
/** It ends where the page is full. */
const PAGE = /LIMIT \?$/;

/** Statements that read all of a table, and may. */
const MAY = [
  // The runs that are played by a scenario go on.
  "SELECT instanceId FROM scripts",
  // Of an index that has those rows alone.
  "WHERE deferredFrom IS NOT NULL",
];

test("law 10, promise 5: an operation takes as many statements for each item however many there are, a page as many whatever it lists, and none of them reads all of a table that grows", async () => {
  const works = [];
  for (const numbers of SIZES) works.push(await work(numbers));
  const [first] = works;
  const items = [...countsOf(works, "items")];
  const pages = [...countsOf(works, "pages")];
  expect(items.filter(({ counts: [one = 0, two = 0, three = 0] }) => three - two > two - one)).toEqual([]);
  expect(pages.filter(({ counts }) => new Set(counts).size > 1)).toEqual([]);

  const db = new Database(first?.file ?? "", { readonly: true });
  onTestFinished(() => void db.close());
  // A verification reads everything: that is what it is for.
  const planned = [...items, ...pages]
    .filter(({ what, statement }) => what !== "verification" && !MAY.some((part) => statement.includes(part)))
    .map((one) => ({ ...one, steps: planOf(db, one.statement) }));
  const scans = (step: string) => step.startsWith("SCAN ") && !SMALL.test(step) && !NO_TABLE.test(step);
  const isPage = ({ what, statement }: { readonly what: string; readonly statement: string }) =>
    first?.pages.has(what) === true && PAGE.test(statement);
  expect(planned.filter((one) => one.steps.some(scans) && !isPage(one))).toEqual([]);
  // What reads all rows of an account does so once, and not for each of them.
  const wide = (step: string) => WIDE.test(step) && !SMALL.test(step);
  expect(planned.filter(({ steps, counts }) => steps.some(wide) && new Set(counts).size > 1)).toEqual([]);
});
