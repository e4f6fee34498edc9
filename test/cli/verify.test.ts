import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { chainHash } from "../../src-main/store/port/chain.ts";
import { type VerifyReport, verifyWorkspace } from "../../src-main/verification/index.ts";
import { FIRST_PREDECESSOR } from "../../src-shared/evidence/index.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { command, countersign } from "../harness/command.ts";
import { holdOpening } from "../harness/hold-opening.ts";
import { startReceiver } from "../harness/receiver.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import {
  type ClosedWorkspace,
  closedWorkspace,
  EXAMPLES,
  must,
  type TestWorkspace,
  testWorkspace,
} from "../harness/workspace.ts";

/** Played once; each test damages a copy of it. */
let played: TestWorkspace;
let workspace: ClosedWorkspace;
/** A completed run, and one that was just started. */
let completed: string;
let sealedSha256: string;

beforeAll(async () => {
  played = await testWorkspace();
  const { host } = played;
  const virtual = { clock: { virtual: "new", at: AT } } as const;
  completed = (await startSmall(host, {}, virtual)).id;
  await playAll(host, completed);
  await startSmall(host, {}, virtual);
  await host.idle();
  sealedSha256 = must(host.instances.get(completed)).documents[0]?.sealedSha256 ?? "";
  await host.close();
});
afterAll(() => played.dispose());
beforeEach(async () => {
  workspace = await closedWorkspace(played.dir);
});
afterEach(() => workspace.dispose());

const verify = (...options: readonly string[]) => countersign(["verify", workspace.dir, ...options]);

async function tampered(...statements: readonly string[]): Promise<VerifyReport> {
  await workspace.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.pragma("foreign_keys = OFF");
  for (const statement of statements) db.prepare(statement).run();
  db.close();
  return verifyWorkspace(workspace.dir);
}

function planned(beginning: string) {
  return { kind: "state", message: expect.stringContaining(beginning) };
}

/** The condition that an event is this instance's. */
const ofInstance = (id: string): string => `instance = (SELECT ordinal FROM instances WHERE id = '${id}')`;

/** Changes a text in all events of an instance and recomputes their chain, which has no key. */
function rechain(instanceId: string, from: string, to: string): void {
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  const events = db
    .prepare<[string], { seq: number; wallRecorded: number; by: string; event: string }>(
      `SELECT seq, recorded AS wallRecorded, "by", event FROM events WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) ORDER BY seq`,
    )
    .all(instanceId);
  const put = db.prepare<[string, string, string, number]>(
    "UPDATE events SET event = ?, hash = ? WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) AND seq = ?",
  );
  let previous = FIRST_PREDECESSOR;
  for (const { seq, wallRecorded, by, event } of events) {
    const changed = event.replaceAll(from, to);
    previous = chainHash(previous, seq, wallRecorded, by, changed);
    put.run(changed, previous, instanceId, seq);
  }
  db.close();
}

function blob(sha256: string): string {
  return path.join(workspace.dir, "blobs", sha256.slice(0, 2), sha256);
}

describe("countersign verify", () => {
  test("a whole workspace, also while it is open in the app: exit 0, and nothing in it is changed", async () => {
    await workspace.open();
    const { code, out } = await command(["verify", workspace.dir, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ whole: true, instances: 2, documents: 2, seals: 1, problems: [] });
    expect(code).toBe(0);
    await workspace.close();
    const database = path.join(workspace.dir, "countersign.db");
    const before = readFileSync(database);
    const names = readdirSync(workspace.dir);
    expect(await verify()).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(workspace.dir)).toEqual(names);
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  test("law 3: an event edited in the database is found and named, and the exit code is 1", async () => {
    const history = must((await workspace.open()).instances.history(completed)).items;
    const acted = history.find(({ event }) => event.type === "acted");
    const { problems } = await tampered(
      `UPDATE events SET event = replace(event, '"alice"', '"mallory"') WHERE ${ofInstance(completed)} AND seq = ${acted?.seq}`,
    );
    expect(problems[0]).toMatchObject({
      ...{ instance: completed, title: "Small", kind: "history" },
      event: { seq: acted?.seq, type: "acted", at: acted?.at },
    });
    const reported = await verify();
    expect(reported.code).toBe(1);
    expect(reported.out).toContain(`Instance ${completed} "Small": Event ${acted?.seq} is not what was recorded`);
    expect(reported.out).toContain('It is "acted" at 2026-03-02T09:00:00Z.');
    expect(JSON.parse((await verify("--json")).out)).toMatchObject({
      whole: false,
      problems: [{ event: { type: "acted", at: "2026-03-02T09:00:00Z" } }],
    });
  });

  test.each<[string, string, object]>([
    ["an event that is no JSON any more", "UPDATE events SET event = 'noise' WHERE seq = 2", { seq: 2, type: null }],
    ["an event that is JSON and no event", "UPDATE events SET event = 'null' WHERE seq = 2", { seq: 2, type: null }],
    ["events cut off at the end", "DELETE FROM events WHERE seq > 3", { seq: 4, type: null, at: null }],
    ["who did it", "UPDATE events SET \"by\" = 'participant:eve' WHERE seq = 4", { seq: 4 }],
  ])("law 3: %s", async (_, statement, event) => {
    const { whole, problems } = await tampered(statement);
    expect(whole).toBe(false);
    expect(problems[0]).toMatchObject({ kind: "history", event });
  });

  test.each<[string, string, object]>([
    ["a status in the list", "UPDATE instances SET status = 'failed'", { kind: "state", event: null }],
    ["the folder of an instance", "UPDATE instances SET folderId = 'other'", { kind: "state", event: null }],
    [
      "a time-out that is planned no more",
      "DELETE FROM jobs WHERE kind = 'time_out'",
      planned("Its time-out, due at 2026"),
    ],
    [
      "one that is planned late",
      "UPDATE jobs SET dueAt = dueAt + 1 WHERE kind = 'time_out'",
      planned("Its time-out is"),
    ],
    [
      "one that nothing asks for",
      "UPDATE jobs SET id = id || 2 WHERE kind = 'time_out'",
      planned("A time-out is planned"),
    ],
    ["a clock before its runs", "UPDATE clocks SET now = now - 1 WHERE virtual", planned("Its clock")],
    [
      "an instance moved to another clock without its jobs",
      "UPDATE instances SET clockId = 'real' WHERE status = 'in_progress'",
      planned("What is planned for it is on the clock"),
    ],
    ["an account that is not there", "UPDATE instances SET accountId = 99", planned("Its account 99 is missing")],
    ["the state of a document", "UPDATE documents SET state = 'canceled'", { kind: "state", document: "contract" }],
  ])("what the history does not lead to is found: %s", async (_, statement, problem) => {
    expect((await tampered(statement)).problems).toContainEqual(expect.objectContaining(problem));
  });

  const TEXT = "UPDATE mail SET text = replace(text, 'Please sign', 'Pay')";
  const BODY = "UPDATE callbacks SET body = replace(body, 'delivered', 'not_delivered')";
  const CODE = "UPDATE mail SET notification = NULL, kind = 'code' WHERE notification = 1";
  test.each<[string, string, string]>([
    ["a message's words", TEXT, "Message 1 is not as the history tells: its text differs"],
    [
      "its recipient",
      `UPDATE mail SET "to" = 'eve@example.test'`,
      "Message 1 is not as the history tells: its recipient",
    ],
    [
      "what became of it",
      "UPDATE mail SET status = 'not_delivered'",
      "Message 2 is not as the history tells: its status",
    ],
    [
      "a message that is gone",
      "DELETE FROM mail WHERE notification = 2",
      "Message 2 is asked for by the history, and not",
    ],
    ["one that is made up", "UPDATE mail SET id = id || 9", 'The mailbox holds a message to "alice"'],
    ["one that is said to be a code", CODE, "Message 1 is not as the history tells: its method"],
    [
      "what a callback tells",
      BODY,
      'Its callback 1 ("notification_status_changed") is not as the history tells: its body',
    ],
    ["what it is", "UPDATE callbacks SET type = 'x' WHERE sequence = 1", "its body differs"],
    ["when it was", "UPDATE callbacks SET createdAt = 5 WHERE sequence = 1", "its time differs"],
    ["where it goes", "UPDATE callbacks SET url = 'http://127.0.0.1:9/'", "its address differs"],
    ["that it was given up", "UPDATE callbacks SET state = 'dead'", "is listed as dead, and has no address"],
    ["its attempts", "UPDATE callbacks SET attempts = 3", "has 0 attempts, and is listed with 3"],
    ["a link that is gone", "DELETE FROM links WHERE participant = 'bob'", 'The access link of "bob" is missing'],
    ["one of a stranger", "UPDATE links SET participant = 'eve' WHERE participant = 'bob'", 'an access link for "eve"'],
    ["one that opens another page", "UPDATE links SET participantId = '9' || participantId", "is somebody else's"],
    ["a document's name", "UPDATE documents SET name = 'other'", 'The document "contract" differs from the history'],
    ["the clock of a run", "UPDATE instances SET clockId = 'real' WHERE status = 'completed'", "It brought the clock"],
  ])("what the history does not lead to is found in its lists: %s", async (_, statement, words) => {
    expect((await tampered(statement)).problems).toContainEqual(
      expect.objectContaining({ kind: "state", message: expect.stringContaining(words) }),
    );
  });

  test("Callbacks: one that was taken is not listed as given up, nor one as taken that nobody took", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const host = await workspace.open();
    await startSmall(host, { callbackUrl: receiver.url }, { clock: { virtual: "new", at: AT } });
    await host.idle();
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, problems: [] });
    const ofOurs = "WHERE url IS NOT NULL AND sequence = 1";
    const attempt = `eventId = (SELECT eventId FROM callbacks ${ofOurs})`;
    for (const [statement, words] of [
      [`UPDATE callbacks SET state = 'dead' ${ofOurs}`, "is listed as dead, and an attempt at it was taken"],
      [`UPDATE callbacks SET state = 'delivered' ${ofOurs}`, null],
      // As an earlier version spelled the same instant.
      [`UPDATE callbacks SET body = replace(body, '.000Z', 'Z') ${ofOurs}`, null],
      [
        `UPDATE callback_attempts SET status = 500 WHERE ${attempt}`,
        "is listed as delivered, and no attempt at it was taken",
      ],
    ] as const) {
      const messages = (await tampered(statement)).problems.map(({ message }) => message);
      expect(messages).toEqual(words === null ? [] : [expect.stringContaining(words)]);
    }
  });

  test("C5: a fork of a run whose messages are under way has the messages and links that its history asks for", async () => {
    const host = await workspace.open();
    must(await host.mailbox.setRules([{ address: "bob@example.test", effect: { kind: "delay", minutes: 90 } }]));
    const run = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    const fork = must(await host.instances.fork(run.id, must(host.instances.row(run.id)).lastSeq));
    await playAll(host, fork.id);
    await host.idle();
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, problems: [] });
    const { problems } = await tampered(`UPDATE instances SET clockId = 'real' WHERE id = '${fork.id}'`);
    expect(problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining("It is a fork") }));
  });

  test.each<[string, string, string]>([
    [
      "instances",
      "^The row RUN of instances is damaged: its waitingFor is",
      "UPDATE instances SET waitingFor = '{' WHERE id = ?",
    ],
    ["jobs", "^The time_out job RUN.* is not written", "UPDATE jobs SET payload = '{' WHERE instanceId = ?"],
  ])(
    "law 3: a row of %s that cannot be read is named, and hides nothing of the other runs",
    async (_, words, statement) => {
      const { items } = (await workspace.open()).instances.list({ limit: 10 });
      const running = items.find(({ id }) => id !== completed)?.id ?? "";
      const { instances, problems } = await tampered(
        statement.replace("?", `'${running}'`),
        `UPDATE instances SET status = 'failed' WHERE id = '${completed}'`,
      );
      expect(instances).toBe(2);
      const message = expect.stringMatching(words.replace("RUN", running));
      expect(problems).toMatchObject([
        { instance: running, kind: "state", message },
        { instance: completed, kind: "state", message: expect.stringContaining("shows status") },
      ]);
    },
  );

  test.each<[string, string, string]>([
    ["an arrival", "DELETE FROM jobs WHERE kind = 'mail' AND id LIKE '%:mail:2'", 'Message 2 to "bob" is on its way'],
    [
      "a code's arrival",
      "UPDATE mail SET notification = NULL, codeRef = 'code:x' WHERE status = 'queued'",
      'A code for "bob" is on its way',
    ],
    ["an attempt", "DELETE FROM jobs WHERE kind = 'callback'", 'Its callback 1 ("notification_status_changed") waits'],
    [
      "an attempt that has lost what it is for",
      "UPDATE jobs SET payload = 'null' WHERE kind = 'callback'",
      'Its callback 1 ("notification_status_changed") waits',
    ],
    ["a callback", "DELETE FROM callbacks WHERE sequence = 1", "Its callback 1 is asked for by the history"],
    ["a callback that has a job", "DELETE FROM callbacks WHERE sequence = 1", "An attempt is planned for the callback"],
    ["none", "UPDATE callbacks SET sequence = 9 WHERE sequence = 1", "Its callback 9 is in the list"],
  ])("law 3: what is on its way and is planned no more is found: %s is gone", async (_, statement, words) => {
    const host = await workspace.open();
    must(await host.mailbox.setRules([{ address: "bob@example.test", effect: { kind: "delay", minutes: 90 } }]));
    // Nothing listens there: what is to go out waits for its next attempt.
    await startSmall(host, { callbackUrl: "http://127.0.0.1:9/" }, { clock: { virtual: "new", at: AT } });
    await host.idle();
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, problems: [] });
    expect((await tampered(statement)).problems).toContainEqual(expect.objectContaining(planned(words)));
  });

  test("law 3: an instance that is gone with its history, and was not deleted, is named by what it left", async () => {
    await tampered(`DELETE FROM events WHERE ${ofInstance(completed)}`);
    expect((await tampered(`DELETE FROM instances WHERE id = '${completed}'`)).problems).toMatchObject([
      { instance: completed, title: null, kind: "history", message: expect.stringContaining("documents") },
    ]);
    expect((await verify()).out).toContain(`Instance ${completed}: The instance is missing`);
  });

  test("law 3: events whose instance is gone are named by the number that they know it by", async () => {
    const found = (await tampered(`DELETE FROM instances WHERE id = '${completed}'`)).problems;
    expect(found.map(({ instance }) => instance)).toContainEqual(expect.stringMatching(/^#\d+$/));
  });

  test("law 3: one that the author deleted is missing to nobody", async () => {
    const host = await workspace.open();
    must(await host.instances.trash(completed));
    must(await host.instances.remove(completed));
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, instances: 1 });
  });

  test("law 3: what is deleted in the open app while it is looked at is missing to nobody, and what is gone otherwise is reported", async () => {
    const host = await workspace.open();
    const bytes = readFileSync(path.join(EXAMPLES, "board/Resolution of the Board of Directors.pdf"));
    const spare = must(await host.documents.upload({ bytes, fileName: "spare.pdf" }));
    const later = (await startSmall(host, {}, { clock: { virtual: "new", at: AT } })).id;
    await playAll(host, later);
    await host.idle();
    const [{ sha256: first, sealedSha256: gone } = expect.fail()] = must(host.instances.get(later)).documents;
    rmSync(blob(gone ?? ""));
    // Verified first; the rest is only read after the deletions.
    const reading = holdOpening(first);
    const verifying = verifyWorkspace(workspace.dir);
    await reading.begun;
    must(await host.instances.trash(completed));
    must(await host.instances.remove(completed));
    must(await host.documents.remove(spare.id));
    expect([sealedSha256, spare.sha256].map((sha256) => existsSync(blob(sha256)))).toEqual([false, false]);
    reading.goOn();
    expect(await verifying).toMatchObject({
      ...{ whole: false, instances: 3, documents: 4 },
      problems: [{ instance: later, kind: "document", message: expect.stringContaining(`${gone} is not in`) }],
    });
  });

  test("law 3: a history whose whole chain was made anew does not fit the seals that were made on it", async () => {
    rechain(completed, '"alice"', '"mallory"');
    const { problems } = await verifyWorkspace(workspace.dir);
    const named = problems.filter(({ kind }) => kind === "history");
    expect(named).toMatchObject([{ instance: completed, document: "contract" }]);
    expect(named[0]?.message).toMatch(/not the one that "contract" was sealed on.*[0-9a-f]{64}/);
  });

  test("C5: what was sealed before a fork tells of the history that it was forked from", async () => {
    const host = await workspace.open();
    const { lastSeq } = must(host.instances.row(completed));
    must(await host.instances.fork(completed, lastSeq));
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, instances: 3 });
  });

  test("a sealed document that was changed, or is gone, is found", async () => {
    const bytes = readFileSync(blob(sealedSha256));
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(blob(sealedSha256), bytes);
    const problem = { instance: completed, kind: "document", document: "contract" };
    expect((await verifyWorkspace(workspace.dir)).problems).toMatchObject([problem]);
    rmSync(blob(sealedSha256));
    expect((await verifyWorkspace(workspace.dir)).problems).toMatchObject([problem]);
  });

  test("a document that no instance uses is looked at too: changed or gone, it is found and named", async () => {
    const host = await workspace.open();
    const bytes = readFileSync(path.join(EXAMPLES, "board/Resolution of the Board of Directors.pdf"));
    const { id, sha256 } = must(await host.documents.upload({ bytes, fileName: "spare.pdf" }));
    must(await host.documents.upload({ bytes, fileName: "twin.pdf" }));
    const before = await verifyWorkspace(workspace.dir);
    expect(before).toMatchObject({ whole: true, documents: 4 });
    appendFileSync(blob(sha256), "x");
    const reported = await verify();
    expect(reported.code).toBe(1);
    expect(reported.out).toMatch(new RegExp(`^Document ${id} "[^"]+": The file .* has changed on disk`, "m"));
    rmSync(blob(sha256));
    const { whole, problems } = await verifyWorkspace(workspace.dir);
    expect(whole).toBe(false);
    expect(problems).toContainEqual(expect.objectContaining({ instance: null, kind: "document", document: id }));
    expect(problems).toHaveLength(2);
  });

  test("a document in the place of a sealed one has no seal that verifies", async () => {
    const unsealed = must((await workspace.open()).instances.get(completed)).documents[0]?.sha256 ?? "";
    const { problems } = await tampered(
      `UPDATE documents SET sealedSha256 = '${unsealed}' WHERE instanceId = '${completed}'`,
    );
    expect(problems.map(({ kind }) => kind)).toEqual(["state", "seal"]);
  });

  test.each<[string, (key: string) => void, RegExp]>([
    ["is missing", (key) => rmSync(key), /secret\.key is missing.*cannot be read.*your own backup/],
    ["was cut short", (key) => writeFileSync(key, "short"), /secret\.key has 5 bytes/],
    [
      "is another workspace's",
      (key) => writeFileSync(key, Buffer.alloc(32, 7)),
      /secret\.key is not the one that this database was written with/,
    ],
  ])("a key file that %s is reported, and the rest is checked all the same", async (_, damage, words) => {
    damage(path.join(workspace.dir, "secret.key"));
    const reported = await verify();
    expect(reported.code).toBe(1);
    expect(reported.out).toMatch(words);
    expect(reported.out).toContain("BROKEN, 1 problem (2 instances");
  });

  test.each([
    ["noise", "}{", /workspace\.json is not what Countersign writes \(it is not JSON\)/],
    ["something else", '{"kind":"other"}', /does not say "countersign-workspace"/],
  ])(
    "a workspace.json that holds %s is reported, by the opening too, which goes on without it",
    async (_, text, words) => {
      const marker = path.join(workspace.dir, "workspace.json");
      writeFileSync(marker, text);
      expect((await verifyWorkspace(workspace.dir)).problems).toMatchObject([
        { instance: null, kind: "workspace", message: expect.stringMatching(words) },
      ]);
      const host = await workspace.open();
      expect(host.instances.count()).toBe(2);
      expect(workspace.log.map(({ message }) => message).join()).toMatch(words);
      expect(readFileSync(marker, "utf8")).toBe(text);
    },
  );

  test("a folder without a workspace is told as such, and none is made in it", async () => {
    using folder = temporaryFolder("verify");
    const reported = await command(["verify", folder.path]);
    expect(reported).toMatchObject({ code: 2, out: "" });
    expect(reported.err).toContain(`There is no workspace in ${folder.path}`);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  /** Writes noise over the first page of a table; closing has emptied the log. */
  async function damagePageOf(name: string): Promise<string> {
    const file = path.join(workspace.dir, "countersign.db");
    const db = new Database(file);
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(name));
    const size = Number(db.pragma("page_size", { simple: true }));
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, (root - 1) * size, root * size);
    writeFileSync(file, bytes);
    return file;
  }

  test.each([
    "events",
    "jobs",
    "documents",
    "instances",
    "jobs_by_clock",
    "drafts",
    "credentials",
    "sessions",
    "audit",
  ])(
    "law 9: a damaged page of %s is told with its file and the way back, and nothing in the file is changed",
    async (table) => {
      const file = await damagePageOf(table);
      const before = readFileSync(file);
      const reported = await verify();
      expect(reported).toMatchObject({ code: 1, err: "" });
      expect(reported.out).toMatch(/^The database (.+) is damaged: SQLite's own check .+ To go on, close Countersign/);
      expect(reported.out).toContain(file);
      expect(reported.out.match(/To go on/g)).toHaveLength(1);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  test("law 9: `run` in a workspace with a damaged page says the same, in a sentence", async () => {
    const file = await damagePageOf("instances");
    const reported = await countersign(["run", path.join(EXAMPLES, "nda/nda.flow.yaml"), "--workspace", workspace.dir]);
    expect(reported.code).toBe(1);
    expect(reported.err).toContain(`The database ${file} is damaged`);
    expect(reported.err).toContain("put a copy from your own backup in its place");
    expect(reported.err).not.toContain("    at ");
  });

  test("a database of another version is refused with what to do", async () => {
    for (const [version, words] of [
      [0, /not a Countersign database/],
      [999, /newer Countersign/],
    ] as const) {
      const db = new Database(path.join(workspace.dir, "countersign.db"));
      db.pragma(`user_version = ${version}`);
      db.close();
      await expect(verifyWorkspace(workspace.dir)).rejects.toThrow(words);
    }
  });
});
