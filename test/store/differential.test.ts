import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Connection } from "../../src-main/store/database/connection.ts";
import { migrate } from "../../src-main/store/database/migrate.ts";
import { migrations } from "../../src-main/store/database/migrations/index.ts";
import { sqliteStore } from "../../src-main/store/database/sqlite-store.ts";
import {
  DEFAULT_RETENTION,
  type JobKind,
  memoryStore,
  type Store,
  type StoreReads,
  type StoreWrites,
} from "../../src-main/store/index.ts";
import * as rows from "./rows.ts";

/** One write, by name, so that a counterexample can be read. */
interface Step {
  readonly does: string;
  run(tx: StoreWrites): unknown;
}
/** A command of law 3: some steps in a savepoint, which may fail at the end. */
interface Command {
  readonly steps: readonly Step[];
  readonly fails: boolean;
}
interface Transaction {
  readonly commands: readonly Command[];
  readonly fails: boolean;
}

const INSTANCES = ["i1", "i2", "i3"];
const NUMBERS = ["1", "2", "3", "1001", "1002", "007"];
const instance = fc.constantFrom(...INSTANCES);
const key = fc.constantFrom("a", "b", "c");
const number = fc.constantFrom(...NUMBERS);
const instant = fc.integer({ min: 0, max: 5 });
const flag = fc.boolean();
const kind = fc.constantFrom<JobKind>("time_out", "reminder", "mail", "callback", "seal", "retention");
const title = fc.constantFrom("Årsavtal", "nda", "NDA 2", "");

/** Steps from the arbitraries of their arguments. */
function step<T extends unknown[]>(
  name: string,
  run: (tx: StoreWrites, ...args: T) => unknown,
  ...args: { [I in keyof T]: fc.Arbitrary<T[I]> }
): fc.Arbitrary<Step> {
  return fc
    .tuple<T>(...args)
    .map((values) => ({ does: `${name}(${JSON.stringify(values)})`, run: (tx) => run(tx, ...values) }));
}

let unique = 0;
const fresh = (): string => {
  unique += 1;
  return `key-${unique}`;
};

const steps = fc.oneof(
  step(
    "instances.save",
    (tx, id, text, trashed, draftId) =>
      tx.instances.save(
        rows.instanceRow(id, { title: text, trashed, draftId, status: trashed ? "failed" : "completed" }),
      ),
    instance,
    title,
    flag,
    fc.constantFrom(null, "1"),
  ),
  step("instances.remove", (tx, id, at) => tx.instances.remove(id, at), instance, instant),
  step(
    "events.append",
    (tx, id, seq, count) =>
      tx.events.append(
        id,
        seq,
        1,
        "author",
        Array.from({ length: count }, () => rows.acted("alice")),
      ),
    instance,
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 0, max: 2 }),
  ),
  step(
    "jobs.put",
    (tx, id, instanceId, clockId, jobKind, dueAt, wall, deferredFrom) =>
      tx.jobs.put(rows.jobRow(id, { instanceId, clockId, kind: jobKind, dueAt, wall, deferredFrom })),
    key,
    instance,
    key,
    kind,
    instant,
    flag,
    fc.constantFrom(null, { dueAt: 1, wall: true }),
  ),
  step("jobs.remove", (tx, id) => tx.jobs.remove(id), key),
  step("clocks.create", (tx, id, now) => tx.clocks.create({ id, name: id, virtual: true, now }), key, instant),
  step("clocks.set", (tx, id, now) => tx.clocks.set(id, now), fc.constantFrom("a", "b", "real"), instant),
  step("clocks.rename", (tx, id, name) => tx.clocks.rename(id, name), fc.constantFrom("a", "b", "real"), key),
  step("clocks.remove", (tx, id) => tx.clocks.remove(id), fc.constantFrom("a", "b", "real")),
  step(
    "drafts.create",
    (tx, text, archived, wallModified) =>
      tx.drafts.create(rows.draftRow(fresh(), { title: text, archived, wallModified, key: `draft-${text}-${unique}` })),
    title,
    flag,
    instant,
  ),
  step(
    "drafts.update",
    (tx, id, text, at, expectedRevision) => tx.drafts.update(id, { text, archived: false }, at, { expectedRevision }),
    number,
    title,
    instant,
    fc.constantFrom(undefined, 1, 2),
  ),
  step("drafts.nameVersion", (tx, id, at, name) => tx.drafts.nameVersion(id, at, name), number, instant, title),
  step(
    "drafts.recount",
    (tx, id, revision) => tx.drafts.recount(id, revision, { errors: revision, warnings: 7 }),
    number,
    fc.constantFrom(1, 2),
  ),
  step("drafts.markRun", (tx, id) => tx.drafts.markRun(id), number),
  step("drafts.setFile", (tx, id, path) => tx.drafts.setFile(id, rows.draftFile(path)), number, key),
  step("drafts.removeVersions", (tx, id, at) => tx.drafts.removeVersions(id, [at, at + 1]), number, instant),
  step("drafts.remove", (tx, id) => tx.drafts.remove(id), number),
  step(
    "documents.create",
    (tx, sha256, instanceId) => tx.documents.create(rows.documentRow(fresh(), { sha256, instanceId })),
    key,
    fc.option(instance),
  ),
  step(
    "documents.update",
    (tx, id, instanceId, sealedSha256) => tx.documents.update(id, { instanceId, sealedSha256 }),
    number,
    fc.option(instance),
    fc.option(key),
  ),
  step("documents.remove", (tx, id) => tx.documents.remove(id), number),
  step("documents.setLeaving", (tx, sha256, leaving) => tx.documents.setLeaving(sha256, leaving), key, flag),
  step(
    "mail.put",
    (tx, id, instanceId, subject) => tx.mail.put(rows.mailRow(id, { instanceId, subject })),
    key,
    instance,
    title,
  ),
  step("mail.setStatus", (tx, id) => tx.mail.setStatus(id, "not_delivered", "bounced"), key),
  step(
    "callbacks.put",
    (tx, id, instanceId, attempts) => tx.callbacks.put(rows.callbackRow(id, { instanceId, attempts })),
    key,
    instance,
    instant,
  ),
  step(
    "callbacks.update",
    (tx, id, nextAttemptAt) => tx.callbacks.update(id, { state: "dead", nextAttemptAt }),
    key,
    fc.option(instant),
  ),
  step(
    "callbacks.addAttempt",
    (tx, id, attempt, at) => tx.callbacks.addAttempt(rows.attemptRow(id, attempt, { at })),
    key,
    instant,
    instant,
  ),
  step("callbacks.setForkSends", (tx, id, sends) => tx.callbacks.setForkSends(id, sends), instance, flag),
  step(
    "accounts.create",
    (tx, email) => tx.accounts.create(rows.accountRow(email)),
    fc.constantFrom("a@x.test", "A@X.test", "b@x.test"),
  ),
  step("accounts.setPassword", (tx, id) => tx.accounts.setPassword(id, "new"), number),
  step("accounts.setRecordEndUserInfo", (tx, id) => tx.accounts.setRecordEndUserInfo(id, false), number),
  step(
    "accounts.putCredentials",
    (tx, accountId, token) =>
      tx.accounts.putCredentials({
        accountId,
        apitoken: `${accountId}-${token}`,
        accesstoken: token,
        sealedApisecret: new Uint8Array([1]),
        sealedAccesssecret: new Uint8Array(),
      }),
    number,
    key,
  ),
  step("accounts.removeCredentials", (tx, id) => tx.accounts.removeCredentials(id), number),
  step(
    "sessions.put",
    (tx, hash, instanceId, accountId, wallExpires) =>
      tx.sessions.put(rows.sessionRow(hash, { instanceId, accountId, wallExpires })),
    key,
    fc.option(instance),
    fc.option(number),
    instant,
  ),
  step("sessions.removeOfAccount", (tx, id) => tx.sessions.removeOfAccount(id), number),
  step("sessions.removeExpired", (tx, at) => tx.sessions.removeExpired(at), instant),
  step("links.put", (tx, id, participant) => tx.links.put(rows.linkRow(id, participant, participant)), instance, key),
  step(
    "secrets.put",
    (tx, ref, id, byte) => tx.secrets.put(ref, new Uint8Array([byte]), id),
    key,
    fc.option(instance),
    instant,
  ),
  step("secrets.remove", (tx, ref) => tx.secrets.remove(ref), key),
  step(
    "folders.create",
    (tx, accountId, home) => tx.folders.create({ accountId, name: "F", home, retention: DEFAULT_RETENTION }),
    number,
    flag,
  ),
  step(
    "folders.setRetention",
    (tx, id, days) => tx.folders.setRetention(id, { ...DEFAULT_RETENTION, trash_failed: days }),
    number,
    fc.option(instant),
  ),
  step("folders.endRescheduling", (tx, id) => tx.folders.endRescheduling(id), number),
  step("folders.rename", (tx, id, name) => tx.folders.rename(id, name), number, title),
  step("settings.set", (tx, name, value) => tx.settings.set(name, value), key, title),
  step("settings.remove", (tx, name) => tx.settings.remove(name), key),
  step(
    "ledger.addAudit",
    (tx, instanceId, command) =>
      tx.ledger.addAudit({ instanceId, wallAt: 1, by: "author", command, code: "c", message: "m" }),
    instance,
    key,
  ),
  step(
    "ledger.addOutbound",
    (tx, target) => tx.ledger.addOutbound({ wallAt: 1, kind: "smtp", target, result: "ok" }),
    key,
  ),
);

const transactions = fc.array(
  fc.record<Transaction>({
    commands: fc.array(
      fc.record<Command>({
        steps: fc.array(steps, { minLength: 1, maxLength: 12, size: "max" }),
        fails: fc.nat(5).map((n) => n === 0),
      }),
      { maxLength: 6, size: "max" },
    ),
    fails: fc.nat(7).map((n) => n === 0),
  }),
  { maxLength: 6, size: "max" },
);

/** What each step answered, errors included. */
function play(store: Store, { commands, fails }: Transaction): unknown[] {
  const answers: unknown[] = [];
  const answer = (work: () => unknown) => {
    try {
      answers.push(work() ?? null);
    } catch (error) {
      answers.push(String(error));
    }
  };
  answer(() =>
    store.write((tx) => {
      for (const command of commands) {
        answer(() =>
          tx.savepoint(() => {
            for (const { run } of command.steps) answer(() => run(tx));
            if (command.fails) throw new Error("the command fails");
          }),
        );
      }
      if (fails) throw new Error("the transaction fails");
    }),
  );
  return answers;
}

/** Everything that the port lets one see. */
function everything(read: StoreReads): unknown {
  const attempt = (ask: () => unknown) => {
    try {
      return ask();
    } catch (error) {
      return String(error);
    }
  };
  const keys = ["a", "b", "c"];
  return {
    instances: [
      {},
      { trashed: true },
      { trashed: false },
      { status: "failed" as const },
      { draftId: "1" },
      { search: "å" },
      { limit: 2 },
    ].map((filter) => read.instances.list(filter)),
    count: read.instances.count(),
    ids: [read.instances.ids(), read.instances.tombstones()],
    ofInstance: INSTANCES.map((id) => [
      read.instances.get(id),
      read.instances.tombstone(id),
      read.events.load(id),
      read.events.load(id, 1, 1),
      read.events.last(id),
      read.events.verify(id),
      read.jobs.ofInstance(id),
      read.documents.ofInstance(id),
      read.mail.list({ instanceId: id }),
      read.callbacks.list({ instanceId: id }),
      read.callbacks.forkSends(id),
      read.links.ofInstance(id),
      read.ledger.audit(id),
    ]),
    jobs: keys.map((id) => [read.jobs.get(id), read.jobs.due(id, 3, 4), read.jobs.nextDueAt(id)]),
    next: INSTANCES.map((id) => read.jobs.nextOf([id]).get(id)),
    wall: [read.jobs.dueWall(4, 5), read.jobs.nextWall(), read.jobs.clocksWithJobs()],
    clocks: read.clocks.list(),
    drafts: [{}, { archived: true }, { search: "nda" }, { limit: 1 }].map((filter) => read.drafts.list(filter)),
    numbered: NUMBERS.map((id) => [
      read.drafts.get(id),
      read.drafts.versions(id, { limit: 2 }),
      read.drafts.version(id, 2),
      read.drafts.file(id),
      read.documents.get(id),
      read.accounts.get(id),
      read.accounts.credentials(id),
      read.folders.get(id),
      read.folders.list(id),
      attempt(() => read.folders.home(id)),
    ]),
    sealed: read.documents.anySealed(),
    leaving: [read.documents.leavingBlobs(), read.documents.isLeaving("a")],
    deferred: read.jobs.deferred(),
    rescheduling: read.folders.rescheduling(),
    documents: [{}, { free: true }, { free: false }].map((filter) => read.documents.list(filter)),
    keyed: keys.map((id) => [
      read.documents.blobUses(id),
      read.mail.get(id),
      read.callbacks.get(id),
      read.callbacks.attempts(id),
      read.sessions.get(id),
      read.secrets.get(id),
      read.settings.get(id),
      read.accounts.credentialsByToken(`1-${id}`, id),
    ]),
    mail: [{ search: "NDA" }, { limit: 1 }].map((filter) => read.mail.list(filter)),
    callbacks: read.callbacks.list({ state: "dead" }),
    accounts: [read.accounts.list(), read.accounts.byEmail("A@x.test")],
    outbound: read.ledger.outbound({ limit: 2 }),
  };
}

/** Cursors are opaque: all that two stores must agree on is whether there is a next page. */
function comparable(held: unknown): unknown {
  return JSON.parse(JSON.stringify(held, (name, value) => (name === "next" ? value !== null : value)));
}

function sqliteInMemory(): Store {
  const db = new Connection(":memory:");
  db.script("PRAGMA foreign_keys = ON");
  migrate(db, migrations, () => undefined);
  return sqliteStore(db, () => undefined);
}

describe("the two stores are one port", () => {
  test("law 3: whatever is written, failed and rolled back, both answer and hold the same", { timeout: 60_000 }, () => {
    const property = fc.property(transactions, (played) => {
      const stores = [memoryStore(), sqliteInMemory()];
      const outcomes = stores.map((store) => {
        unique = 0;
        const answers = played.map((transaction) => play(store, transaction));
        return { answers, held: comparable(everything(store.read)) };
      });
      for (const store of stores) store.close();
      expect(outcomes[0]).toEqual(outcomes[1]);
    });
    fc.assert(property, { seed: 20_260_101, numRuns: 120 });
  });
});
