import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type InstanceFilter,
  type InstanceRow,
  type JobKind,
  type JobRow,
  PageRequestError,
} from "../../../src-main/store/index.ts";
import {
  acted,
  attemptRow,
  callbackRow,
  documentRow,
  instanceRow,
  jobRow,
  linkRow,
  mailRow,
  START,
  sessionRow,
} from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf, walk } from "./opened.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

export function instanceContract(open: OpenStore): void {
  describe("instances", () => {
    const subject = subjectOf(open);
    const save = (...rows: InstanceRow[]) =>
      subject.write((tx) => {
        for (const row of rows) tx.instances.save(row);
      });

    test("a saved instance is read as it was, and saving again replaces it", () => {
      const row = instanceRow("i1", { folderId: "3", draftId: "7", wakesAt: START + 5, trashed: true, stage: null });
      save(instanceRow("i1"), row);
      expect(subject.read.instances.get("i1")).toEqual(row);
      expect(subject.read.instances.get("i2")).toBeNull();
      expect(subject.read.instances.count()).toBe(1);
    });

    test.each<[string, Pick<InstanceFilter, "status" | "trashed" | "draftId">]>([
      ["status", { status: "completed" }],
      ["trashed", { trashed: true }],
      ["draftId", { draftId: "7" }],
    ])("an instance of which only the %s changes is read and listed by the new one", (_, change) => {
      save(instanceRow("i1"), instanceRow("i1", change));
      expect(subject.read.instances.get("i1")).toEqual(instanceRow("i1", change));
      expect(ids(subject.read.instances.list(change).items)).toEqual(["i1"]);
      save(instanceRow("i1"));
      expect(subject.read.instances.get("i1")).toEqual(instanceRow("i1"));
    });

    test("C4: a folder's ended instances are listed, trashed or not; those of no folder lie at home", () => {
      const place = (id: string, accountId: string, folderId: string | null, status: InstanceRow["status"]) =>
        instanceRow(id, { accountId, folderId, status, trashed: id === "i2" });
      save(place("i1", "1", null, "completed"), place("i2", "1", "1", "failed"), place("i3", "1", "2", "canceled"));
      save(
        place("i4", "1", null, "in_progress"),
        place("i5", "1", "2", "finalising"),
        place("i6", "2", null, "failed"),
      );
      const { list } = subject.read.instances;
      const home = { id: "1", home: true, accountId: "1" };
      expect(ids(list({ restingIn: home }).items)).toEqual(["i2", "i1"]);
      expect(ids(list({ restingIn: { id: "2", home: false, accountId: "1" } }).items)).toEqual(["i3"]);
      expect(walk((cursor) => list({ restingIn: home, cursor, limit: 1 }))).toHaveLength(2);
    });

    test("C5: the forks of an instance are listed, the newest first, and nobody else's", () => {
      const fork = (id: string, instanceId: string, seq: number) =>
        instanceRow(id, { forkOf: { instanceId, seq }, trashed: id === "f1" });
      save(instanceRow("i1"), fork("f1", "i1", 2), fork("f2", "i2", 3), fork("f3", "i1", 7), fork("f4", "f1", 4));
      const { list, get } = subject.read.instances;
      expect(get("f3")?.forkOf).toEqual({ instanceId: "i1", seq: 7 });
      expect(ids(list({ forkOf: "i1" }).items)).toEqual(["f3", "f1"]);
      expect(ids(list({ forkOf: "i1", trashed: false }).items)).toEqual(["f3"]);
      expect(ids(list({ forkOf: "f3" }).items)).toEqual([]);
      expect(walk((cursor) => list({ forkOf: "i1", cursor, limit: 1 }))).toHaveLength(2);
      subject.write((tx) => tx.instances.remove("f3", START));
      expect(ids(list({ forkOf: "i1" }).items)).toEqual(["f1"]);
    });

    test.each<[string, Partial<InstanceRow>]>([
      [
        "what an act changes",
        { stage: null, waitingFor: [], wakesAt: START + 7, lastEventAt: START + 2, timeoutAt: START + 8, lastSeq: 3 },
      ],
      [
        "all of it",
        {
          ...instanceRow("i1", { title: "New", status: "failed", lastSeq: 3 }),
          ...{ trashed: true, draftId: "7", forkOf: { instanceId: "i2", seq: 1 } },
        },
      ],
      ["nothing", {}],
    ])("law 3: saved over the row that is there, %s is read and listed", (_, change) => {
      const [before, after] = [instanceRow("i1"), instanceRow("i1", change)];
      save(before, instanceRow("i2"));
      subject.write((tx) => tx.instances.save(after, before));
      expect(subject.read.instances.get("i1")).toEqual(after);
      expect(ids(subject.read.instances.list({ search: after.title, status: after.status }).items)).toEqual(["i1"]);
      expect(subject.read.instances.get("i2")).toEqual(instanceRow("i2"));
    });

    test("law 3: a row that is not there is saved whole, whatever the caller has kept of it", () => {
      const row = instanceRow("i1", { lastSeq: 2 });
      subject.write((tx) => tx.instances.save(row, instanceRow("i1")));
      expect(subject.read.instances.get("i1")).toEqual(row);
    });

    test("law 10: the list is newest first by start in this store, whatever the clocks say", () => {
      save(instanceRow("a", { startedAt: START + 9 }), instanceRow("b", { startedAt: START }), instanceRow("c"));
      save(instanceRow("a", { lastEventAt: START + 99 }));
      expect(ids(subject.read.instances.list({}).items)).toEqual(["c", "b", "a"]);
    });

    test("law 10: pages follow one another without gap or repeat while new instances arrive", () => {
      save(...["a", "b", "c", "d", "e"].map((id) => instanceRow(id)));
      const first = subject.read.instances.list({ limit: 2 });
      expect(ids(first.items)).toEqual(["e", "d"]);
      save(instanceRow("f"));
      subject.write((tx) => tx.instances.remove("d", START));
      const second = subject.read.instances.list({ limit: 2, cursor: first.next });
      expect(ids(second.items)).toEqual(["c", "b"]);
      const third = subject.read.instances.list({ limit: 2, cursor: second.next });
      expect(ids(third.items)).toEqual(["a"]);
      expect(third.next).toBeNull();
    });

    test("law 10: a page that ends exactly at the end has no next one", () => {
      save(instanceRow("a"), instanceRow("b"));
      expect(subject.read.instances.list({ limit: 2 }).next).toBeNull();
    });

    test("law 10: the list is sorted by title or status, both ways, page by page; equal ones in the order of their starts", () => {
      const run = (id: string, title: string, status: InstanceRow["status"]) => instanceRow(id, { title, status });
      save(run("a", "Ödla", "failed"), run("b", "lease: 1", "completed"), run("c", "Lease: 1", "failed"));
      save(run("d", "", "canceled"));
      const { list } = subject.read.instances;
      const sorted = (by: "title" | "status" | "started", descending: boolean) =>
        ids(walk((cursor) => list({ sort: { by, descending }, cursor, limit: 1 }))).join("");
      expect([sorted("title", false), sorted("title", true)]).toEqual(["dbca", "acbd"]);
      expect([sorted("status", false), sorted("status", true)]).toEqual(["dbac", "cabd"]);
      expect([sorted("started", false), sorted("started", true)]).toEqual(["abcd", "dcba"]);
      const { next } = list({ sort: { by: "title", descending: false }, limit: 1 });
      expect(() => list({ sort: { by: "status", descending: false }, cursor: next })).toThrow(PageRequestError);
      expect(() => list({ cursor: "bm90IGpzb24" })).toThrow(PageRequestError);
    });

    test("law 10: the list is sorted by stage, whatever its case, as acts move runs on; those without one come first", () => {
      const inStage = (id: string, stage: string | null) => instanceRow(id, { stage });
      const a = inStage("a", "signing");
      save(a, inStage("b", null), inStage("c", "Approval"), inStage("d", "signing"));
      const sorted = (descending: boolean) =>
        ids(
          walk((cursor) => subject.read.instances.list({ sort: { by: "stage", descending }, cursor, limit: 1 })),
        ).join("");
      expect([sorted(false), sorted(true)]).toEqual(["bcad", "dacb"]);
      subject.write((tx) => tx.instances.save({ ...a, stage: "agreed", lastSeq: 9 }, a));
      expect([sorted(false), sorted(true)]).toEqual(["bacd", "dcab"]);
    });

    test("law 10: the list is sorted by what is due next on whichever clock, as jobs come, move and go; runs without it come after all", () => {
      const { list } = subject.read.instances;
      save(...["a", "b", "c", "d", "e", "f"].map((id) => instanceRow(id, { clockId: `clock ${id}` })));
      const job = (id: string, instanceId: string, dueAt: number, change: Partial<JobRow> = {}) =>
        subject.write((tx) =>
          tx.jobs.put(jobRow(id, { instanceId, clockId: `clock ${instanceId}`, dueAt, ...change })),
        );
      job("a:1", "a", START + 50);
      job("a:2", "a", START + 7, { kind: "time_out" });
      job("b:1", "b", START + 9);
      job("c:1", "c", START + 7, { kind: "retention" });
      job("d:1", "d", -5);
      job("e:seal", "e", START, { kind: "seal", wall: true });
      const sorted = (descending: boolean, filter: InstanceFilter = {}) =>
        ids(walk((cursor) => list({ sort: { by: "due", descending }, cursor, limit: 1, ...filter }))).join("");
      expect([sorted(false), sorted(true)]).toEqual(["dacbef", "febcad"]);
      expect(sorted(false, { search: "Agreement b" })).toBe("b");
      expect(sorted(false, { virtualClockId: "clock f" })).toBe("f");
      subject.write((tx) => tx.jobs.remove("a:2"));
      expect(sorted(false)).toBe("dcbaef");
      job("c:1", "c", START + 60, { kind: "retention" });
      job("d:1", "d", -5, { wall: true });
      job("e:seal", "e", START + 55, { kind: "seal" });
      expect(sorted(false)).toBe("baecdf");
      for (const id of ["b:1", "e:seal"]) subject.write((tx) => tx.jobs.remove(id));
      save(instanceRow("a", { lastSeq: 3 }));
      subject.write((tx) => tx.instances.remove("c", START));
      expect(sorted(false)).toBe("abdef");
      // A job that is there before its instance.
      job("g:1", "g", START + 1);
      save(instanceRow("g"));
      expect(sorted(false)).toBe("gabdef");
    });

    test("law 10: a page holds 100 unless told, 1 to 500 when told", () => {
      save(...Array.from({ length: 101 }, (_, n) => instanceRow(`i${n}`)));
      expect(subject.read.instances.list({}).items).toHaveLength(100);
      expect(walk((cursor) => subject.read.instances.list({ cursor, limit: 7 }))).toHaveLength(101);
      for (const limit of [0, 501, 1.5, Number.NaN]) {
        expect(() => subject.read.instances.list({ limit })).toThrow(PageRequestError);
      }
    });

    test.each([
      "nonsense",
      "",
      Buffer.from("mail:1").toString("base64url"),
      Buffer.from("instances:x").toString("base64url"),
    ])("law 9: the cursor '%s' is refused with a sentence", (cursor) => {
      expect(() => subject.read.instances.list({ cursor })).toThrow(PageRequestError);
      expect(() => subject.read.instances.list({ cursor })).toThrow(/first page/);
    });

    test("the list is filtered by status, trash and draft, together and alone", () => {
      save(
        instanceRow("a", { status: "completed", draftId: "1" }),
        instanceRow("b", { status: "completed", trashed: true }),
        instanceRow("c", { status: "failed", draftId: "1", trashed: true }),
        instanceRow("d", { accountId: "2" }),
      );
      const list = (filter: object) => ids(subject.read.instances.list(filter).items);
      expect(list({ accountId: "2" })).toEqual(["d"]);
      expect(list({ accountId: "1", limit: 2 })).toEqual(["c", "b"]);
      expect(list({ status: "completed" })).toEqual(["b", "a"]);
      expect(list({ trashed: true })).toEqual(["c", "b"]);
      expect(list({ trashed: false })).toEqual(["d", "a"]);
      expect(list({ draftId: "1" })).toEqual(["c", "a"]);
      expect(list({ draftId: "1", trashed: false, status: "completed" })).toEqual(["a"]);
      expect(list({ status: "canceled" })).toEqual([]);
    });

    test("the search finds a part of the title in any case and composition, and the beginning of an id", () => {
      save(
        instanceRow("a1", { title: "Hyresavtal ÅNGSTRÖM 100%" }),
        instanceRow("a2", { title: "Loan_2026" }),
        instanceRow("b1", { title: "NDA" }),
      );
      const list = (search: string) => ids(subject.read.instances.list({ search }).items);
      expect(list("ångström")).toEqual(["a1"]);
      expect(list("a\u030angstro\u0308m")).toEqual(["a1"]);
      expect(list("100%")).toEqual(["a1"]);
      expect(list("%")).toEqual(["a1"]);
      expect(list("_")).toEqual(["a2"]);
      expect(list("a")).toEqual(["b1", "a2", "a1"]);
      expect(list("A2")).toEqual(["a2"]);
      expect(list("'; DROP TABLE instances; --")).toEqual([]);
      expect(list("")).toHaveLength(3);
    });

    test("a renamed instance is found by its new title only", () => {
      save(instanceRow("x", { title: "Old" }), instanceRow("x", { title: "New" }));
      expect(subject.read.instances.list({ search: "old" }).items).toEqual([]);
      expect(ids(subject.read.instances.list({ search: "new" }).items)).toEqual(["x"]);
    });

    test("G11: a deleted instance leaves a tombstone and nothing else; its neighbour keeps all", () => {
      subject.write((tx) => {
        for (const id of ["gone", "kept"]) {
          tx.instances.save(instanceRow(id, { title: `Title of ${id}`, lastSeq: 2 }));
          tx.events.append(id, 1, START, "author", [acted("alice"), acted("bob")]);
          tx.jobs.put(jobRow(`${id}:time_out`, { instanceId: id }));
          tx.jobs.put(jobRow(`${id}:seal`, { instanceId: id, wall: true }));
          tx.mail.put(mailRow(`${id}:1`, { instanceId: id }));
          tx.callbacks.put(callbackRow(`${id}-e1`, { instanceId: id }));
          tx.callbacks.addAttempt(attemptRow(`${id}-e1`, 1));
          tx.links.put(linkRow(id, "alice", "11"));
          tx.sessions.put(sessionRow(`${id}-s`, { instanceId: id }));
          tx.secrets.put(`${id}-code`, new Uint8Array([1]), id);
          tx.ledger.addAudit({ instanceId: id, wallAt: 1, by: "author", command: "cancel", code: "x", message: "y" });
        }
        tx.secrets.put("workspace", new Uint8Array([2]), null);
        tx.sessions.put(sessionRow("author", { instanceId: null, accountId: "1" }));
      });
      const lastHash = subject.read.events.last("gone")?.hash;
      subject.write((tx) => tx.instances.remove("gone", START + 7));

      const traces = (id: string) => ({
        row: subject.read.instances.get(id) !== null,
        events: subject.read.events.load(id).length,
        jobs: subject.read.jobs.ofInstance(id).length,
        mail: subject.read.mail.list({ instanceId: id }).items.length,
        callbacks: subject.read.callbacks.list({ instanceId: id }).items.length,
        attempts: subject.read.callbacks.attempts(`${id}-e1`).length,
        links: subject.read.links.ofInstance(id).length,
        session: subject.read.sessions.get(`${id}-s`) !== null,
        secret: subject.read.secrets.get(`${id}-code`) !== null,
        audit: subject.read.ledger.audit(id).length,
      });
      const none = { row: false, events: 0, jobs: 0, mail: 0, callbacks: 0, attempts: 0, links: 0, session: false };
      expect(traces("gone")).toEqual({ ...none, secret: false, audit: 0 });
      const all = { row: true, events: 2, jobs: 2, mail: 1, callbacks: 1, attempts: 1, links: 1, session: true };
      expect(traces("kept")).toEqual({ ...all, secret: true, audit: 1 });
      expect(subject.read.secrets.get("workspace")).not.toBeNull();
      expect(subject.read.sessions.get("author")).not.toBeNull();
      expect(subject.read.instances.tombstone("gone")).toEqual({
        id: "gone",
        titleHash: sha256("Title of gone"),
        wallDeleted: START + 7,
        lastHash,
      });
      expect(subject.read.instances.tombstone("kept")).toBeNull();
    });

    test("G11: deleting an instance does not touch its documents, and deleting an unknown one leaves no tombstone", () => {
      const document = subject.write((tx) => {
        tx.instances.save(instanceRow("i1"));
        return tx.documents.create(documentRow("d", { instanceId: "i1" }));
      });
      subject.write((tx) => {
        tx.instances.remove("i1", START);
        tx.instances.remove("unknown", START);
      });
      expect(subject.read.documents.get(document.id)).toEqual(document);
      expect(subject.read.instances.tombstone("i1")?.lastHash).toBeNull();
      expect(subject.read.instances.tombstone("unknown")).toBeNull();
    });
  });
}

export function jobContract(open: OpenStore): void {
  describe("jobs", () => {
    const subject = subjectOf(open);
    const put = (...jobs: ReturnType<typeof jobRow>[]) =>
      subject.write((tx) => {
        for (const job of jobs) tx.jobs.put(job);
      });

    test("C3: due jobs come by due instant, then time-out, reminder, seal, mail, callback, retention, then id", () => {
      const kinds: JobKind[] = ["retention", "callback", "mail", "seal", "reminder", "time_out"];
      put(
        ...kinds.map((kind) => jobRow(`z-${kind}`, { kind, dueAt: START })),
        ...kinds.map((kind) => jobRow(`a-${kind}`, { kind, dueAt: START })),
        jobRow("early", { kind: "retention", dueAt: START - 1 }),
        jobRow("late", { kind: "time_out", dueAt: START + 1 }),
      );
      const expected = ["time_out", "reminder", "seal", "mail", "callback", "retention"].flatMap((kind) => [
        `a-${kind}`,
        `z-${kind}`,
      ]);
      expect(ids(subject.read.jobs.due("real", START + 1, 100))).toEqual(["early", ...expected, "late"]);
      expect(ids(subject.read.jobs.due("real", START, 3))).toEqual(["early", "a-time_out", "z-time_out"]);
      expect(ids(subject.read.jobs.due("real", START - 2, 3))).toEqual([]);
    });

    test("law 4: a clock's due jobs are its own, and wall jobs are nobody's", () => {
      put(
        jobRow("real-1", { dueAt: START }),
        jobRow("virtual-1", { clockId: "v", dueAt: START - 5 }),
        jobRow("wall-2", { clockId: "v", dueAt: START - 9, wall: true, kind: "seal" }),
        jobRow("wall-1", { clockId: "w", dueAt: START - 9, wall: true, kind: "mail" }),
        jobRow("wall-0", { dueAt: START - 10, wall: true, kind: "callback" }),
      );
      expect(ids(subject.read.jobs.due("v", START, 10))).toEqual(["virtual-1"]);
      expect(ids(subject.read.jobs.dueWall(START, 10))).toEqual(["wall-0", "wall-2", "wall-1"]);
      expect(ids(subject.read.jobs.dueWall(START - 9, 2))).toEqual(["wall-0", "wall-2"]);
      expect(subject.read.jobs.nextDueAt("real")).toBe(START);
      expect(subject.read.jobs.nextDueAt("w")).toBeNull();
      expect(subject.read.jobs.nextWall()).toBe(START - 10);
      expect([...subject.read.jobs.nextOf(["i1", "none"])]).toEqual([["i1", START - 5]]);
      expect(subject.read.jobs.nextOf([]).size).toBe(0);
      expect(subject.read.jobs.clocksWithJobs()).toEqual(["real", "v", "w"]);
    });

    test("a kind of a newer release is planned and the instance's, and never due", () => {
      const newer = { kind: "notify_push" as JobKind, dueAt: START - 1 };
      put(jobRow("new", newer), jobRow("wall", { ...newer, wall: true }), jobRow("known", { dueAt: START }));
      expect(ids(subject.read.jobs.due("real", START, 10))).toEqual(["known"]);
      expect(ids(subject.read.jobs.planned("real", 10))).toEqual(["new", "known"]);
      expect(ids(subject.read.jobs.planned("real", 10, subject.read.jobs.get("new")))).toEqual(["known"]);
      expect(ids(subject.read.jobs.ofInstance("i1"))).toEqual(["new", "wall", "known"]);
      expect(subject.read.jobs.nextDueAt("real")).toBe(START);
      expect([...subject.read.jobs.nextOf(["i1"])]).toEqual([["i1", START]]);
      expect(subject.read.jobs.dueWall(START, 10)).toEqual([]);
      expect(subject.read.jobs.nextWall()).toBeNull();
    });

    test("C3: what time alone makes due is never due by the wall", () => {
      put(jobRow("wall", { kind: "time_out", wall: true, dueAt: START }));
      expect(subject.read.jobs.dueWall(START, 10)).toEqual([]);
      expect(subject.read.jobs.nextWall()).toBeNull();
    });

    test("a store without jobs has nothing due", () => {
      expect(subject.read.jobs.nextDueAt("real")).toBeNull();
      expect(subject.read.jobs.nextWall()).toBeNull();
      expect(subject.read.jobs.clocksWithJobs()).toEqual([]);
    });

    test("law 3: writing a job twice is writing it once, and the later one holds", () => {
      const later = jobRow("j", { dueAt: START + 9, attempts: 2, kind: "callback", payload: ["x", null, { y: 1.5 }] });
      put(jobRow("j"), later);
      expect(subject.read.jobs.get("j")).toEqual(later);
      expect(subject.read.jobs.ofInstance("i1")).toEqual([later]);
      expect(ids(subject.read.jobs.due("real", START + 9, 5))).toEqual(["j"]);
      expect(subject.read.jobs.due("real", START, 5)).toEqual([]);
    });

    test("a removed job is gone, and removing it again changes nothing", () => {
      put(jobRow("j"));
      subject.write((tx) => {
        tx.jobs.remove("j");
        tx.jobs.remove("j");
      });
      expect(subject.read.jobs.get("j")).toBeNull();
    });

    test("an instance's jobs come in the order in which they will run", () => {
      put(jobRow("b", { dueAt: 2 }), jobRow("a", { dueAt: 3, wall: true }), jobRow("c", { dueAt: 1, clockId: "v" }));
      put(jobRow("other", { instanceId: "i2" }));
      expect(ids(subject.read.jobs.ofInstance("i1"))).toEqual(["c", "b", "a"]);
    });
  });
}

export function clockContract(open: OpenStore): void {
  describe("clocks", () => {
    const subject = subjectOf(open);
    const create = (id: string, now = START) =>
      subject.write((tx) => tx.clocks.create({ id, name: `Clock ${id}`, virtual: true, now }));

    test("law 4: virtual clocks are listed after the real one, in the order of their making", () => {
      create("z");
      create("a", START + 5);
      expect(ids(subject.read.clocks.list())).toEqual(["real", "z", "a"]);
      expect(subject.read.clocks.get("a")).toEqual({ id: "a", name: "Clock a", virtual: true, now: START + 5 });
      expect(subject.read.clocks.get("b")).toBeNull();
    });

    test("C5: a virtual clock goes forward or stands, never back", () => {
      create("v");
      subject.write((tx) => tx.clocks.set("v", START + 10));
      subject.write((tx) => tx.clocks.set("v", START + 10));
      expect(() => subject.write((tx) => tx.clocks.set("v", START + 9))).toThrow(/cannot go back/);
      expect(subject.read.clocks.get("v")?.now).toBe(START + 10);
    });

    test("law 4: a virtual clock is removed once no instance lives on it, and the real one never", () => {
      create("v");
      subject.write((tx) => tx.instances.save(instanceRow("i1", { clockId: "v" })));
      const remove = (id: string) => subject.write((tx) => tx.clocks.remove(id));
      expect([subject.read.instances.anyOn("v"), subject.read.instances.anyOn("w")]).toEqual([true, false]);
      expect(() => remove("v")).toThrow(/has instances/);
      expect(() => remove("w")).toThrow(/no clock w/);
      expect(() => remove("real")).toThrow(/real clock cannot be removed/);
      subject.write((tx) => tx.instances.remove("i1", START));
      remove("v");
      expect(ids(subject.read.clocks.list())).toEqual(["real"]);
    });

    test("law 10: virtual clocks are paged, the newest first, with the number of their instances", () => {
      for (const id of ["u", "v", "w"]) create(id);
      subject.write((tx) => {
        tx.instances.save(instanceRow("i1", { clockId: "v" }));
        tx.instances.save(instanceRow("i2", { clockId: "v", trashed: true }));
        tx.instances.save(instanceRow("i3", { clockId: "real" }));
      });
      const first = subject.read.clocks.page({ limit: 2 });
      expect(first.items.map(({ id, instances }) => [id, instances])).toEqual([
        ["w", 0],
        ["v", 2],
      ]);
      const second = subject.read.clocks.page({ cursor: first.next });
      expect([ids(second.items), second.next]).toEqual([["u"], null]);
      expect(subject.read.clocks.use("v")).toEqual({
        ...{ id: "v", name: "Clock v", virtual: true, now: START, instances: 2 },
      });
      expect([subject.read.clocks.use("real"), subject.read.clocks.use("x")]).toEqual([null, null]);
      expect(ids(subject.read.instances.list({ virtualClockId: "v" }).items)).toEqual(["i2", "i1"]);
      expect(ids(subject.read.instances.list({ virtualClockId: "real" }).items)).toEqual([]);
    });

    test("law 4: a virtual clock is renamed, and the real one never", () => {
      create("v");
      const rename = (id: string) => subject.write((tx) => tx.clocks.rename(id, "Spring"));
      rename("v");
      expect(subject.read.clocks.get("v")).toEqual({ id: "v", name: "Spring", virtual: true, now: START });
      expect(() => rename("real")).toThrow(/real clock cannot be removed or renamed/);
      expect(() => rename("w")).toThrow(/no clock w/);
    });

    test("law 4: the real clock cannot be set or made again, and a virtual one needs a time", () => {
      expect(() => subject.write((tx) => tx.clocks.set("real", START))).toThrow(/real clock cannot be set/);
      expect(() => subject.write((tx) => tx.clocks.set("nowhere", START))).toThrow(/no clock nowhere/);
      expect(() => create("real")).toThrow(/already a clock real/);
      const second = { id: "r2", name: "Second", virtual: false, now: null };
      expect(() => subject.write((tx) => tx.clocks.create(second))).toThrow(/must be virtual/);
      expect(() => subject.write((tx) => tx.clocks.create({ ...second, virtual: true }))).toThrow(/have a time/);
    });
  });
}
