import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CommandView,
  type InstanceCommand,
  instanceChanges,
  instancePollDelay,
  nextCommand,
  nextStart,
  type SeenInstance,
} from "../../src-shared/sync/index.ts";

const SEEN: SeenInstance = {
  ...{
    title: "Loan",
    status: "in_progress",
    trashed: false,
    stage: "signing",
    timeout: Date.parse("2026-03-16T09:00:00.000Z"),
  },
  participants: [{ name: "alice", id: "p1" }],
  documents: [{ id: "d1", state: "in_progress" }],
  adminActions: ["remind"],
  pending: [{ type: "sign", user: "alice", document: "contract" }],
};
const LATER = { timeout: Date.parse("2026-03-23T09:00:00.000Z") };

describe("Y12: what a look changes in a mirror", () => {
  const at = { from: 10, to: 20 };

  test("is told with the interval in which it happened", () => {
    const after = { ...SEEN, status: "completed", stage: null, adminActions: [], pending: [] };
    expect(instanceChanges(SEEN, { ...after, documents: [{ id: "d1", state: "sealed" }] }, at)).toEqual([
      { ...at, what: "status", name: null, before: "in_progress", after: "completed" },
      { ...at, what: "stage", name: null, before: "signing", after: null },
      { ...at, what: "document", name: "d1", before: "in_progress", after: "sealed" },
      { ...at, what: "admin_action", name: "remind", before: "remind", after: null },
      { ...at, what: "act", name: "alice", before: "sign contract", after: null },
    ]);
  });

  test("names what nobody has heard of as it is", () => {
    const strange = { ...SEEN, status: "hibernating", adminActions: ["remind", "teleport"] };
    expect(instanceChanges(SEEN, strange, at)).toEqual([
      { ...at, what: "status", name: null, before: "in_progress", after: "hibernating" },
      { ...at, what: "admin_action", name: "teleport", before: null, after: "teleport" },
    ]);
  });

  test("says that it is gone, and back", () => {
    expect(instanceChanges(SEEN, null, at)).toEqual([{ ...at, what: "gone", name: null, before: null, after: null }]);
    expect(instanceChanges(null, SEEN, at)).toEqual([
      { ...at, what: "back", name: null, before: null, after: "in_progress" },
    ]);
    expect(instanceChanges(null, null, at)).toEqual([]);
  });

  test("is nothing where nothing differs, or is not shown", () => {
    expect(instanceChanges(SEEN, { ...SEEN }, at)).toEqual([]);
    expect(instanceChanges(SEEN, { ...SEEN, adminActions: null }, at)).toEqual([]);
  });
});

describe("Y11: the next step of a command", () => {
  const step = (command: InstanceCommand, seen: SeenInstance | null, unanswered: CommandView["unanswered"] = null) =>
    nextCommand({ command, seen, askedAt: null, unanswered }).kind;
  const cancel = { kind: "cancel" } as const;
  const prolong = { kind: "prolong", days: 7 } as const;
  const remind = { kind: "remind", participants: ["p1"] } as const;
  const lost = (ago: number, timeout: number | null = SEEN.timeout) => ({ timeout, ago });

  test.each<[InstanceCommand, SeenInstance | null]>([
    [cancel, { ...SEEN, status: "canceled" }],
    [{ kind: "trash" }, { ...SEEN, trashed: true }],
    [{ kind: "restore" }, SEEN],
    [{ kind: "delete" }, null],
  ])("%o is done without sending where its effect is there", (command, seen) => {
    expect([step(command, seen), step(command, seen, lost(1))]).toEqual(["done", "done"]);
  });

  test.each<[InstanceCommand, Partial<SeenInstance>, RegExp]>([
    [cancel, { status: "completed" }, /is completed: it cannot be canceled/],
    [prolong, { status: "canceled" }, /is canceled: it cannot be prolonged/],
    [remind, { status: "completed" }, /nobody has anything to be reminded of/],
    [prolong, { status: "finalising" }, /is finalising: it cannot be prolonged/],
    [remind, { status: "finalising" }, /nobody has anything to be reminded of/],
    [remind, { adminActions: [] }, /offers no reminder/],
    [remind, { trashed: true }, /in the trash: restore it first/],
    [{ kind: "delete" }, {}, /only a run in the trash/],
    [{ kind: "trash" }, {}, /^The run is in progress: cancel it, or let it end, then move it to the trash\.$/],
    [{ kind: "trash" }, { status: "finalising" }, /^The run is finalising: let it end, then move it/],
  ])("%o is refused with the reason at %o", (command, seen, why) => {
    expect(nextCommand({ command, seen: { ...SEEN, ...seen }, askedAt: null, unanswered: null })).toEqual({
      kind: "refuse",
      why: expect.stringMatching(why),
    });
  });

  test("is a reminder to those who still have something to do, and is refused where nobody has", () => {
    const participants = ["alice", "bob", "carol"].map((name, at) => ({ name, id: `p${at + 1}` }));
    const act = (user: string) => ({ type: "sign", user, document: "contract" });
    const of = (pending: SeenInstance["pending"], ids: readonly string[]) =>
      nextCommand({
        command: { kind: "remind", participants: ids },
        seen: { ...SEEN, participants, pending },
        ...{ askedAt: null, unanswered: null },
      });
    const sends = (ids: readonly string[]) => ({ kind: "send", command: { kind: "remind", participants: ids } });
    expect(of([act("carol"), act("alice")], ["p2", "p3"])).toEqual(sends(["p3"]));
    expect(of([act("carol")], ["p1", "p2"])).toEqual({ kind: "refuse", why: expect.stringMatching(/^None of those/) });
    // What the service does not show is its own to judge.
    expect(of([], ["p1", "p2"])).toEqual(sends(["p1", "p2"]));
    expect(of([act("carol")], ["p9"])).toEqual(sends(["p9"]));
  });

  test("of one that is gone is refused", () => {
    for (const command of [cancel, prolong, remind, { kind: "trash" }, { kind: "restore" }] as const)
      expect(step(command, null)).toBe("refuse");
  });

  test("is to send it where nothing speaks against it, also at a status that nobody knows", () => {
    for (const command of [cancel, prolong, remind]) {
      expect(step(command, SEEN)).toBe("send");
      expect(step(command, { ...SEEN, status: "hibernating" })).toBe("send");
    }
    for (const status of ["timed_out", "failed"]) expect(step(prolong, { ...SEEN, status })).toBe("send");
    for (const status of ["completed", "timed_out", "failed", "canceled", "hibernating"])
      expect(step({ kind: "trash" }, { ...SEEN, status })).toBe("send");
    expect(step({ kind: "delete" }, { ...SEEN, trashed: true })).toBe("send");
  });

  test("after a lost answer is a look, and another sending only once the first cannot arrive any more", () => {
    expect([step(cancel, SEEN, lost(1_000)), step(cancel, SEEN, lost(60_000))]).toEqual(["wait", "send"]);
    expect(step(cancel, { ...SEEN, status: "completed" }, lost(60_000))).toBe("refuse");
  });

  test("a prolongation is known by its time-out, and never sent where that says something else", () => {
    expect(step(prolong, { ...SEEN, ...LATER }, lost(1))).toBe("done");
    expect(step(prolong, SEEN, lost(60_000))).toBe("send");
    expect(step(prolong, { ...SEEN, timeout: Date.parse("2026-03-17T09:00:00.000Z") }, lost(60_000))).toBe("perhaps");
    expect(step(prolong, { ...SEEN, timeout: null }, lost(60_000, null))).toBe("perhaps");
  });

  test("a prolongation that waits is done where the time-out is so much later than when it was asked for", () => {
    const asked = (askedAt: number | null, seen: Partial<SeenInstance> = {}) =>
      nextCommand({ command: prolong, seen: { ...SEEN, ...seen }, askedAt, unanswered: null }).kind;
    expect([asked(SEEN.timeout, LATER), asked(null, LATER)]).toEqual(["done", "send"]);
    expect([asked(SEEN.timeout), asked(SEEN.timeout, { timeout: (SEEN.timeout ?? 0) + 1 })]).toEqual(["send", "send"]);
    expect(asked(SEEN.timeout, { timeout: null })).toBe("send");
  });

  test("a reminder without an answer is perhaps sent, at any time", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(null, "failed", "in_progress"), (ago, status) => {
        const seen = status === null ? SEEN : { ...SEEN, status };
        expect(step(remind, seen, lost(ago))).toBe("perhaps");
      }),
    );
  });
});

test("Y10: a start without an answer is repeated within 10 minutes, with documents of its own only", () => {
  const minutes = 60_000;
  expect(nextStart({ ago: 0, documents: 1 })).toBe("repeat");
  expect(nextStart({ ago: 10 * minutes - 1, documents: 2 })).toBe("repeat");
  expect(nextStart({ ago: 10 * minutes, documents: 1 })).toBe("perhaps");
  expect(nextStart({ ago: -1, documents: 1 })).toBe("perhaps");
  expect(nextStart({ ago: 0, documents: 0 })).toBe("perhaps");
});

test("Y13: 2 s after an own command, then twice as long up to 15 minutes, and once a day where it has ended", () => {
  const pauses = [0, 1, 2, 8, 9, 40].map((looks) => instancePollDelay(SEEN, looks, 0));
  expect(pauses).toEqual([2_000, 4_000, 8_000, 512_000, 900_000, 900_000]);
  expect(instancePollDelay({ status: "completed", trashed: false }, 1, 0)).toBe(86_400_000);
  expect(instancePollDelay({ status: "hibernating", trashed: false }, 60, 0)).toBe(900_000);
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (looks, jitter) => {
      const [pause, whole] = [instancePollDelay(SEEN, looks, jitter), instancePollDelay(SEEN, looks, 0)];
      expect(pause).toBeLessThanOrEqual(whole);
      expect(pause).toBeGreaterThanOrEqual(whole * 0.8);
    }),
  );
});
