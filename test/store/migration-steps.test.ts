import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Connection } from "../../src-main/store/database/connection.ts";
import { APPLICATION_ID, migrate } from "../../src-main/store/database/migrate.ts";
import { migrations } from "../../src-main/store/database/migrations/index.ts";
import { changedTables } from "../../src-main/store/database/missing-rows.ts";
import { sql } from "../../src-main/store/database/sql.ts";
import { sqliteStore } from "../../src-main/store/database/sqlite-store.ts";
import { draftHash, textHash } from "../../src-main/store/port/chain.ts";
import { START } from "../fixtures/rows.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("store-migration-steps");
  file = path.join(folder.path, "countersign.db");
});
afterEach(() => folder.remove());

const nothing = (): void => undefined;

describe("the list of migrations", () => {
  test("is numbered from 1 without gaps, like its files", () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    const folder = path.resolve(import.meta.dirname, "../../src-main/store/database/migrations");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.basename(file));
    const numbered = files.filter((name) => /^\d{4}-/.test(name)).sort();
    const named = migrations.map(({ version, name }) => `${String(version).padStart(4, "0")}-${name}.ts`);
    expect(numbered).toEqual(named);
  });

  test("step 1 makes the tables, strict, with the real clock and documents numbered from 1001", () => {
    const db = new Connection(file);
    migrate(db, migrations.slice(0, 1), nothing);
    const tables = db.all(
      sql`SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%' ORDER BY name`,
      (row) => [row.name, row.strict],
    );
    const names = [
      "accounts",
      "audit",
      "callback_attempts",
      "callbacks",
      "clocks",
      "credentials",
      "documents",
      "draft_versions",
      "drafts",
      "events",
      "folders",
      "instances",
      "jobs",
      "links",
      "mail",
      "outbound",
      "secrets",
      "sessions",
      "settings",
      "tombstones",
    ];
    expect(tables).toEqual(names.map((name) => [name, 1]));
    expect(db.all(sql`SELECT id FROM clocks`, (row) => row.id)).toEqual(["real"]);
    expect(db.get(sql`SELECT seq FROM sqlite_sequence WHERE name = 'documents'`, (row) => row.seq)).toBe(1000);
    expect(db.pragma("user_version")).toBe(1);
    expect(db.pragma("application_id")).toBe(APPLICATION_ID);
    db.close();
  });

  test("step 2 keeps every version of a draft, its text and its time", () => {
    const db = new Connection(file);
    migrate(db, migrations.slice(0, 1), nothing);
    db.script(`
      INSERT INTO drafts VALUES (7, 'k', '1', 't', 't', 'yaml', 3, 0, 0, NULL, 0, 1, 2, 'now', 'now');
      INSERT INTO draft_versions VALUES (7, 1, ${START}, 'first'), (7, 3, ${START + 1}, 'now');
    `);
    migrate(db, migrations.slice(0, 2), nothing);
    expect(db.all(sql`SELECT * FROM draft_versions`, (row) => row)).toEqual([
      { draftId: 7, revision: 1, wallAt: START, origin: "created", ran: 0, name: null, size: 5, text: "first" },
      { draftId: 7, revision: 3, wallAt: START + 1, origin: "edited", ran: 0, name: null, size: 3, text: "now" },
    ]);
    db.write(() => db.run(sql`DELETE FROM drafts WHERE id = 7`));
    expect(db.all(sql`SELECT revision FROM draft_versions`, (row) => row)).toEqual([]);
    db.close();
  });
});

test("step 3 keeps a draft's file with the draft", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 3), nothing);
  db.script("INSERT INTO drafts VALUES (7, 'k', '1', 't', 't', 'yaml', 3, 0, 0, NULL, 0, 1, 2, 'now', 'now');");
  db.script("INSERT INTO draft_files VALUES (7, '/a', 'aa', 'bb', '{}');");
  db.write(() => db.run(sql`DELETE FROM drafts WHERE id = 7`));
  expect(db.all(sql`SELECT path FROM draft_files`, (row) => row)).toEqual([]);
  db.close();
});

test("C5: step 4 takes from each start which run a fork comes from, and stumbles over none that cannot be read", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 3), nothing);
  const fork = JSON.stringify({ type: "started", forkOf: { instanceId: "i1", seq: 3 } });
  const starts = { i1: JSON.stringify({ type: "started", forkOf: null }), f1: fork, broken: "{" };
  for (const [id, start] of Object.entries(starts)) {
    db.script(`INSERT INTO instances (id, titleFolded, title, status, trashed, origin, clockId, accountId, waitingFor,
      startedAt, lastEventAt, timeoutAt, lastSeq) VALUES ('${id}', '', '', 'failed', 0, '', '', '', '[]', 1, 1, 1, 2);
      INSERT INTO events VALUES ('${id}', 1, 1, '', '', '${start}'), ('${id}', 2, 1, '', '', '{}');`);
  }
  migrate(db, migrations, nothing);
  const { get, list } = sqliteStore(db, nothing).read.instances;
  expect(Object.keys(starts).map((id) => get(id)?.forkOf)).toEqual([null, { instanceId: "i1", seq: 3 }, null]);
  expect(list({ forkOf: "i1" }).items.map(({ id }) => id)).toEqual(["f1"]);
  db.close();
});

test("step 6 takes a name from drafts whose texts do not hold it", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 4), nothing);
  const texts = { none: "process: {}", own: "title: Untitled flow", other: "title: Loan" };
  for (const [key, text] of Object.entries(texts)) {
    const title = key === "other" ? "Loan" : "Untitled flow";
    db.script(`INSERT INTO drafts (key, accountId, titleFolded, title, format, revision, errors, warnings, archived,
      wallCreated, wallModified, text, goodText)
      VALUES ('${key}', '1', '${title.toLowerCase()}', '${title}', 'yaml', 1, 0, 0, 0, 1, 1, '${text}', '${text}');`);
  }
  migrate(db, migrations, nothing);
  const { drafts } = sqliteStore(db, nothing).read;
  const titles = Object.fromEntries(drafts.list({}).items.map(({ key, title }) => [key, title]));
  expect(titles).toEqual({ none: "", own: "Untitled flow", other: "Loan" });
  expect(drafts.list({ search: "untitled" }).items.map(({ key }) => key)).toEqual(["own"]);
  db.close();
});

test("law 3: step 8 keeps every event with its instance, and tells of those whose instance is gone", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 7), nothing);
  for (const id of ["b", "a"]) {
    db.script(`INSERT INTO instances (id, titleFolded, title, status, trashed, origin, clockId, accountId, waitingFor,
      startedAt, lastEventAt, timeoutAt, lastSeq) VALUES ('${id}', '', '', 'failed', 0, '', '', '', '[]', 1, 1, 1, 2);`);
  }
  const stored = ["a", "b", "gone", "lost"].flatMap((id) =>
    [1, 2].map((seq) => `('${id}', ${seq}, 1, 'author', 'hash of ${id} ${seq}', '{"type":"trashed","at":${seq}}')`),
  );
  db.script(`INSERT INTO events VALUES ${stored.join(", ")}`);
  migrate(db, migrations, nothing);
  const { load } = sqliteStore(db, nothing).read.events;
  const kept = (id: string) => load(id).map(({ seq, hash }) => [seq, hash]);
  expect(["a", "b"].map(kept)).toEqual(
    ["a", "b"].map((id) => [
      [1, `hash of ${id} 1`],
      [2, `hash of ${id} 2`],
    ]),
  );
  const strays = db.all(
    sql`SELECT instance, seq, hash FROM events WHERE instance < 0 ORDER BY instance DESC, seq`,
    (row) => Object.values(row),
  );
  const words = ["gone 1", "gone 2", "lost 1", "lost 2"].map((name) => `hash of ${name}`);
  expect(strays.map(([, , hash]) => hash)).toEqual(words);
  expect(new Set(strays.map(([instance]) => instance)).size).toBe(2);
  // Step 11: nobody has written down what was decided together.
  expect(load("a").map(({ decision }) => decision)).toEqual([null, null]);
  db.close();
});

test("step 9 keeps the versions of drafts, and knows nothing of how they were written", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 8), nothing);
  db.script(`
    INSERT INTO drafts (key, accountId, titleFolded, title, format, revision, errors, warnings, archived, wallCreated,
      wallModified, text, goodText) VALUES ('k', '1', 't', 't', 'yaml', 1, 0, 0, 0, 1, 1, 'first', 'first');
    INSERT INTO draft_versions (draftId, revision, wallAt, origin, size, text) VALUES (1, 1, 1, 'created', 5, 'first');
  `);
  migrate(db, migrations, nothing);
  expect(db.all(sql`SELECT text, sha256 FROM draft_versions`, (row) => row)).toEqual([{ text: "first", sha256: null }]);
  db.close();
});

test("step 10 says of documents that were there that nothing was taken out of them", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 9), nothing);
  db.script(`
    INSERT INTO documents ("key", accountId, title, fileName, sha256, size, pages, wallCreated)
      VALUES ('k', '1', 'Contract', 'contract.pdf', 'hash', 1, 1, 1);
  `);
  migrate(db, migrations, nothing);
  const rows = db.all(sql`SELECT id, title, removed FROM documents`, (row) => row);
  expect(rows).toEqual([{ id: 1001, title: "Contract", removed: "[]" }]);
  db.close();
});

test("step 22 says of messages that were there that no rule had them read", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 21), nothing);
  const columns =
    'id, instanceId, participant, method, kind, "to", text, attachments, status, sentAt, wallSent, folded';
  db.script(`INSERT INTO mail (${columns})
    VALUES ('m', 'i', 'bo', 'email', 'invitation', 'b@example.test', 'Hello', '[]', 'delivered', 1, 1, '');`);
  migrate(db, migrations, nothing);
  const rows = db.all(sql`SELECT id, readAt, clickedAt FROM mail`, (row) => row);
  expect(rows).toEqual([{ id: "m", readAt: null, clickedAt: null }]);
  db.close();
});

test("step 23 sorts the runs that were there by stage", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 22), nothing);
  const stages = ["'Signing'", "NULL", "'approval'"].map(
    (stage, n) => `('i${n}', ${stage}, '', '', 'failed', 0, '', '', '', '[]', 1, 1, 1, 2)`,
  );
  db.script(`INSERT INTO instances (id, stage, titleFolded, title, status, trashed, origin, clockId, accountId, waitingFor,
    startedAt, lastEventAt, timeoutAt, lastSeq) VALUES ${stages.join(", ")}`);
  migrate(db, migrations, nothing);
  const rows = db.all(sql`SELECT id FROM instances ORDER BY stageSorted`, ({ id }) => id);
  expect(rows).toEqual(["i1", "i2", "i0"]);
  db.close();
});

test("step 24 finds the people of the drafts that were there, as far as their texts can be read", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 23), nothing);
  const text =
    "process_parameters: { users: { Åsa: { id: asa@example.test, phone_number: '+46701740605' }, bo: { } } }";
  const columns = `"key", accountId, titleFolded, title, format, revision, errors, warnings, archived, wallCreated, wallModified`;
  const texts = [text, "title: [", ""].map(
    (good, n) => `('k${n}', '1', '', '', 'yaml', 1, 0, 0, 0, 1, 1, '', '${good.replaceAll("'", "''")}')`,
  );
  db.script(`INSERT INTO drafts (${columns}, text, goodText) VALUES ${texts.join(", ")}`);
  migrate(db, migrations, nothing);
  expect(db.all(sql`SELECT people FROM drafts ORDER BY id`, ({ people }) => JSON.parse(String(people)))).toEqual([
    ["Åsa\nasa@example.test\n+46701740605", "bo"],
    [],
    [],
  ]);
  expect(db.all(sql`SELECT folded FROM names WHERE kind = 'recipient' ORDER BY id`, ({ folded }) => folded)).toEqual([
    "åsa\nasa@example.test\n+46701740605",
    "bo",
  ]);
  db.close();
});

test("step 25 sorts the runs that were there by their first job, on whichever clock", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 24), nothing);
  const runs = ["a", "b", "c"].map((id) => `('${id}', '', '', 'failed', 0, '', '', '', '[]', 1, 1, 1, 2)`);
  db.script(`INSERT INTO instances (id, titleFolded, title, status, trashed, origin, clockId, accountId, waitingFor,
    startedAt, lastEventAt, timeoutAt, lastSeq) VALUES ${runs.join(", ")}`);
  const jobs = [
    ["a", 9, 0],
    ["a", 7, 1],
    ["c", 8, 0],
    ["c", 3, 0],
  ].map(([run, at, wall], n) => `('j${n}', '${run}', '', 'reminder', 1, ${at}, ${wall}, 0, 'null')`);
  db.script(
    `INSERT INTO jobs (id, instanceId, clockId, kind, rank, dueAt, wall, attempts, payload) VALUES ${jobs.join(", ")}`,
  );
  migrate(db, migrations, nothing);
  expect(db.all(sql`SELECT id FROM instances ORDER BY dueSorted`, ({ id }) => id)).toEqual(["c", "a", "b"]);
  db.close();
});

test("law 3: step 12 moves what settings listed into tables", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 11), nothing);
  const deferred = '{"dueAt":5,"wall":true}';
  db.script(`
    INSERT INTO instances (id, titleFolded, title, status, trashed, origin, clockId, accountId, waitingFor,
      startedAt, lastEventAt, timeoutAt, lastSeq) VALUES ('fork', '', '', 'failed', 0, '', '', '', '[]', 1, 1, 1, 2);
    INSERT INTO jobs (id, instanceId, clockId, kind, rank, dueAt, wall, attempts, payload)
      VALUES ('fork:seal', 'fork', 'c', 'seal', 1, 9, 0, 0, '{}'), ('fork:mail', 'fork', 'c', 'mail', 1, 9, 0, 0, '{}');
    INSERT INTO folders (accountId, name, home, retention) VALUES ('1', 'Home', 1, '{}'), ('1', 'Other', 0, '{}');
    INSERT INTO settings VALUES ('documents.leaving.aa', ''), ('documents.opening', 'kept'),
      ('jobs.put-off.fork:seal', '${deferred}'), ('jobs.put-off.gone', '${deferred}'),
      ('callbacks.sending-forks', '["fork","gone"]'), ('retention.replanned-folders', '["2"]');`);
  migrate(db, migrations, nothing);
  const { documents, jobs, callbacks, folders, settings } = sqliteStore(db, nothing).read;
  expect(documents.leavingBlobs()).toEqual(["aa"]);
  expect(jobs.deferred()).toMatchObject([{ id: "fork:seal", dueAt: 9, deferredFrom: { dueAt: 5, wall: true } }]);
  expect([callbacks.forkSends("fork"), callbacks.forkSends("gone")]).toEqual([true, false]);
  expect(folders.rescheduling().map(({ id }) => id)).toEqual(["2"]);
  const left = ["documents.opening", "documents.leaving.aa", "jobs.put-off.gone", "callbacks.sending-forks"];
  expect(left.map((key) => settings.get(key))).toEqual(["kept", null, null, null]);
  db.close();
});

test("law 3: step 14 gives each draft and version empty companions, and their hashes stay true", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 13), nothing);
  const text = "title: Old\n";
  db.script(`
    INSERT INTO drafts (key, accountId, title, titleFolded, text, goodText, format, revision, errors, warnings, archived,
      wallCreated, wallModified) VALUES ('k', '1', 'Old', 'old', '${text}', '${text}', 'yaml', 1, 0, 0, 0, 1, 1);
    INSERT INTO draft_versions (draftId, revision, wallAt, origin, ran, size, text, sha256)
      VALUES (1, 1, 1, 'created', 0, 11, '${text}', '${textHash(text)}');`);
  migrate(db, migrations, nothing);
  const { drafts } = sqliteStore(db, nothing).read;
  const kept = drafts.version("1", 1);
  expect([drafts.get("1"), kept]).toMatchObject(Array(2).fill({ text, expectations: "", scenarios: "" }));
  expect(kept && draftHash(kept)).toBe(textHash(text));
  expect(draftHash({ text, expectations: "e", scenarios: "" })).not.toBe(
    draftHash({ text, expectations: "", scenarios: "e" }),
  );
  db.close();
});

test("step 12 takes a list that is damaged for an empty one", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 11), nothing);
  db.script(`
    INSERT INTO folders (accountId, name, home, retention) VALUES ('1', 'Home', 1, '{}');
    INSERT INTO settings VALUES ('callbacks.sending-forks', 'noise'), ('retention.replanned-folders', '3');`);
  migrate(db, migrations, nothing);
  expect(sqliteStore(db, nothing).read.folders.rescheduling()).toEqual([]);
  db.close();
});

test("step 15 makes room for the steps that runs follow", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 14), nothing);
  migrate(db, migrations, nothing);
  const { read, write } = sqliteStore(db, nothing);
  const script = { instanceId: "i1", title: "Steps", steps: ["cancel", { wait: "1 day" }], done: 0, stopped: null };
  write((tx) => {
    tx.scripts.create(script);
    tx.scripts.update({ instanceId: "i1", done: 1, stopped: "Why" });
  });
  expect(read.scripts.get("i1")).toEqual({ ...script, done: 1, stopped: "Why" });
  db.close();
});

test("Y12, Y13, Y16: step 26 gives how accounts are synced, their rests and comparisons tables of their own", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 25), nothing);
  const report = { of: "Signs", steps: 1, lines: [], wallBegan: 1, notShown: [], state: "done", why: null };
  const names = ["a", "b", "c"].map((key) => `('${key}', '${key}', '${key}', '1', '', '{}', 'full', '{}', 1, 1)`);
  db.script(`
    INSERT INTO remote_accounts ("key", name, nameFolded, accountId, baseUrl, dialect, level, parts, wallCreated, wallContact)
      VALUES ${names.join(", ")};
    INSERT INTO remote_instances ("key", accountKey, title, state, changes, looks, wallCreated, wallNext)
      VALUES ('run', 'a', 'Loan', 'up_to_date', '[]', 0, 1, 1);`);
  const settings = sqliteStore(db, nothing);
  settings.write((tx) => {
    tx.settings.set(
      "sync.accounts",
      JSON.stringify({
        a: { automatic: true, held: ["d"], left: { 7: "e" }, waiting: { drafts: ["f"], retention: true } },
        b: { automatic: false, held: [] },
        gone: { automatic: true, held: [] },
        c: { held: [] },
      }),
    );
    tx.settings.set("sync.rests", JSON.stringify({ a: 1_900_000_000_000, b: "soon" }));
    tx.settings.set("sync.drifts", JSON.stringify({ run: report, gone: report, other: 1 }));
  });
  migrate(db, migrations, nothing);
  const { remoteSyncs, remoteInstances, settings: left } = sqliteStore(db, nothing).read;
  expect(remoteSyncs.get("a")).toEqual({
    ...{ accountKey: "a", automatic: true, held: ["d"], leftThere: { 7: "e" } },
    waiting: { drafts: ["f"], retention: true, commands: [] },
  });
  expect(remoteSyncs.get("b")).toEqual({
    ...{ accountKey: "b", automatic: false, held: [], leftThere: {} },
    waiting: { drafts: [], retention: false, commands: [] },
  });
  expect([remoteSyncs.get("c"), remoteSyncs.rest("a"), remoteSyncs.rest("b")]).toEqual([null, 1_900_000_000_000, null]);
  expect([remoteInstances.drift("run"), remoteInstances.drift("gone")]).toEqual([report, null]);
  expect(["sync.accounts", "sync.rests", "sync.drifts"].map((key) => left.get(key))).toEqual([null, null, null]);
  // The rows of other tables are of this test, and not counted.
  const counted = new Set(["settings", "remote_syncs", "remote_rests", "remote_drifts"]);
  expect(changedTables(db, {}).filter(({ table }) => counted.has(table))).toEqual([]);
  db.close();
});

test("Y16: step 26 takes a setting that is damaged for an empty one", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 25), nothing);
  sqliteStore(db, nothing).write((tx) => {
    for (const key of ["sync.accounts", "sync.drifts"]) tx.settings.set(key, "[");
    tx.settings.set("sync.rests", "3");
  });
  migrate(db, migrations, nothing);
  expect(sqliteStore(db, nothing).read.remoteSyncs.get("a")).toBeNull();
  expect(changedTables(db, {})).toEqual([]);
  db.close();
});

test.each([
  ["[", null],
  ['{"run":{"first":1},"gone":{"first":1,"last":2,"ending":1}}', null],
  ['{"run":{"first":1,"last":86400001,"ending":2},"other":3}', { first: 1, last: 86_400_001, ending: 2 }],
])("Y12: step 28 gives what is known of unsealed documents a table of its own: %s", (setting, asked) => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 27), nothing);
  db.script(`
    INSERT INTO remote_accounts ("key", name, nameFolded, accountId, baseUrl, dialect, level, parts, wallCreated, wallContact)
      VALUES ('a', 'a', 'a', '1', '', '{}', 'full', '{}', 1, 1);
    INSERT INTO remote_instances ("key", accountKey, title, state, looks, wallCreated, wallNext)
      VALUES ('run', 'a', 'Loan', 'up_to_date', 0, 1, 1);`);
  sqliteStore(db, nothing).write((tx) => tx.settings.set("sync.unsealed", setting));
  migrate(db, migrations, nothing);
  const { remoteInstances, settings } = sqliteStore(db, nothing).read;
  expect([remoteInstances.unsealed("run"), remoteInstances.unsealed("gone")]).toEqual([asked, null]);
  expect(settings.get("sync.unsealed")).toBeNull();
  const counted = new Set(["settings", "remote_unsealed"]);
  expect(changedTables(db, {}).filter(({ table }) => counted.has(table))).toEqual([]);
  db.close();
});

test("U5: step 29 takes from the answers of attempts that were there what stood in for their receivers", () => {
  const db = new Connection(file);
  migrate(db, migrations.slice(0, 28), nothing);
  const attempts = [
    `503, '{}', 'SIMULATED by the fault lab; nothing was sent.', NULL`,
    `NULL, NULL, NULL, 'SIMULATED by the fault lab: no answer within 15 seconds.'`,
    `200, '{"server":"countersign-receiver"}', 'Taken by the built-in receiver.', NULL`,
    `200, '{"server":"nginx"}', 'Not SIMULATED by the fault lab', NULL`,
    `200, '{', '', NULL`,
    `NULL, NULL, NULL, 'Nothing listens at that address (connection refused).'`,
  ].map((answer, n) => `('e', ${n}, 1, 1, 1, '{}', ${answer})`);
  db.script(`
    INSERT INTO callbacks (eventId, instanceId, sequence, type, state, attempts, createdAt, body)
      VALUES ('e', 'i', 1, 'custom', 'dead', ${attempts.length}, 1, '{}');
    INSERT INTO callback_attempts (eventId, attempt, "at", wallAt, durationMs, requestHeaders, status, responseHeaders,
      responseBody, error) VALUES ${attempts.join(", ")};`);
  migrate(db, migrations, nothing);
  const standIns = db.all(sql`SELECT standIn FROM callback_attempts ORDER BY attempt`, ({ standIn }) => standIn);
  expect(standIns).toEqual(["fault_lab", "fault_lab", "built_in", null, null, null]);
  db.close();
});
