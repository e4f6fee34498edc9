import { describe, expect, it } from "vitest";
import { due, nextBeat, plusDaysSameLocalTime } from "../../src-shared/flow/index.ts";
import type { Reminder } from "../../src-shared/language/index.ts";
import { DAY, HOUR, invite, MINUTE, sign, stage, T0, TestFlow, types } from "../fixtures/flow-shape.ts";

const at = (iso: string): number => Date.parse(iso);

function reminder(daysDelay: number, periodically: boolean, overrides: Partial<Reminder> = {}): Reminder {
  return { users: null, methods: null, daysDelay, periodically, ...overrides };
}

const signing = { stages: [stage("signing", invite(["alice", "bob"]), sign(["alice", "bob"]))] };

describe("local time", () => {
  it.each([
    // [zone, from, days, to, why]
    ["Europe/Stockholm", "2026-03-27T09:00:00Z", 3, "2026-03-30T08:00:00Z", "summer time begins in between"],
    ["Europe/Stockholm", "2026-03-28T01:30:00Z", 1, "2026-03-29T01:30:00Z", "02:30 does not exist and moves to 03:30"],
    ["Europe/Stockholm", "2026-10-24T00:30:00Z", 1, "2026-10-25T00:30:00Z", "02:30 comes twice: the earlier"],
    ["Europe/Stockholm", "2026-10-24T00:30:00Z", 2, "2026-10-26T01:30:00Z", "winter time has come"],
    ["America/New_York", "2026-03-07T07:30:00Z", 1, "2026-03-08T07:30:00Z", "02:30 does not exist and moves to 03:30"],
    ["America/New_York", "2026-10-31T05:30:00Z", 1, "2026-11-01T05:30:00Z", "01:30 comes twice: the earlier"],
    ["America/New_York", "2026-10-31T16:00:00Z", 1, "2026-11-01T17:00:00Z", "noon stays noon"],
    ["Australia/Lord_Howe", "2026-04-04T01:00:00Z", 1, "2026-04-05T01:30:00Z", "clocks go back half an hour"],
    ["Australia/Lord_Howe", "2026-10-02T15:45:00Z", 1, "2026-10-03T15:45:00Z", "02:15 does not exist: 02:45"],
    ["UTC", "2024-02-28T12:00:00Z", 1, "2024-02-29T12:00:00Z", "leap day"],
  ])("C1: in %s, %s plus %i days is %s: %s", (zone, from, days, to) => {
    expect(plusDaysSameLocalTime(at(from), days, zone)).toBe(at(to));
  });

  it("C1: a rhythm keeps its local time after a beat that had to move", () => {
    const base = at("2026-03-27T01:30:00Z"); // 02:30 in Stockholm
    const beats = [1, 2, 3].map((n) => nextBeat(base, 1, "Europe/Stockholm", base + (n - 1) * DAY + HOUR));
    expect(beats.map((beat) => new Date(beat).toISOString())).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-29T01:30:00.000Z", // 03:30, as 02:30 does not exist
      "2026-03-30T00:30:00.000Z", // 02:30 again
    ]);
  });

  it("C1: the beat after a clock went back is not skipped", () => {
    const base = at("2026-10-24T08:00:00Z"); // 10:00 in Stockholm; the next 10:00 comes 25 hours later
    expect(nextBeat(base, 1, "Europe/Stockholm", base + DAY + 30 * MINUTE)).toBe(at("2026-10-25T09:00:00Z"));
  });

  it("C1: a date that a zone skips is no second beat", () => {
    // Apia went from 29 to 31 December 2011.
    const base = at("2011-12-28T22:00:00Z");
    const first = nextBeat(base, 1, "Pacific/Apia", base);
    expect(nextBeat(base, 1, "Pacific/Apia", first)).toBeGreaterThan(first);
  });

  it("T001: a delay beyond the calendar is never due, and is no error", () => {
    expect(plusDaysSameLocalTime(T0, 1e12, "UTC")).toBe(8.64e15);
    expect(nextBeat(T0, 1e12, "UTC", T0)).toBe(8.64e15);
  });
});

describe("automatic reminders", () => {
  it("C1: a reminder comes days_delay days after the acts became pending, once", () => {
    const flow = new TestFlow({ ...signing, reminders: [reminder(3, false)] });
    expect(due(flow.state).map(({ id, at: instant }) => [id, instant])).toEqual([
      ["reminder:0:alice", T0 + 3 * DAY],
      ["reminder:0:bob", T0 + 3 * DAY],
      ["time_out", T0 + 90 * DAY],
    ]);
    expect(types(flow.fallDue("reminder:0:alice", T0 + 3 * DAY))).toEqual(["notification_queued", "reminder_ended"]);
    expect(flow.state.notifications.flat().at(-1)).toMatchObject({
      kind: "reminder",
      participant: "alice",
      method: "email",
    });
    expect(due(flow.state).map(({ id }) => id)).toEqual(["reminder:0:bob", "time_out"]);
  });

  it("C1: it is counted per participant from the stage in which their acts became pending", () => {
    const flow = new TestFlow({
      stages: [stage("one", sign(["alice"])), stage("two", sign(["bob"]))],
      reminders: [reminder(3, false)],
    });
    flow.now = T0 + DAY;
    const events = flow.sign("alice");
    expect(types(events)).toEqual(["acted", "reminder_ended", "stage_entered", "reminder_planned"]);
    expect(due(flow.state)[0]).toMatchObject({ id: "reminder:0:bob", at: T0 + 4 * DAY });
  });

  it("C1: periodically repeats while they have pending acts, at the same local time", () => {
    const flow = new TestFlow(
      { ...signing, reminders: [reminder(1, true, { users: ["bob"] })], timeZone: "Europe/Stockholm" },
      at("2026-03-27T09:00:00Z"),
    );
    const sent: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const next = due(flow.state)[0];
      if (next === undefined) throw new Error("nothing is due");
      sent.push(new Date(next.at).toISOString());
      flow.fallDue(next.id, next.at);
    }
    expect(sent).toEqual([
      "2026-03-28T09:00:00.000Z",
      "2026-03-29T08:00:00.000Z",
      "2026-03-30T08:00:00.000Z",
      "2026-03-31T08:00:00.000Z",
    ]);
    expect(types(flow.sign("bob"))).toEqual(["acted", "reminder_ended"]);
    expect(due(flow.state).map(({ id }) => id)).toEqual(["time_out"]);
  });

  it("C2: missed repeats collapse into one, and later ones keep the rhythm", () => {
    const flow = new TestFlow({ ...signing, reminders: [reminder(2, true, { users: ["bob"] })] });
    const events = flow.fallDue("reminder:0:bob", T0 + 2 * DAY, T0 + 9 * DAY);
    expect(types(events)).toEqual(["notification_queued", "reminder_planned"]);
    expect(due(flow.state)[0]).toMatchObject({ id: "reminder:0:bob", at: T0 + 10 * DAY });
  });

  it("C2: a virtual clock never collapses", () => {
    const flow = new TestFlow({ ...signing, reminders: [reminder(2, true, { users: ["bob"] })] });
    flow.fallDue("reminder:0:bob", T0 + 2 * DAY);
    expect(due(flow.state)[0]).toMatchObject({ id: "reminder:0:bob", at: T0 + 4 * DAY });
  });

  it("C3: due work is ordered by instant, then id; a reminder at or after the time-out is not sent", () => {
    const flow = new TestFlow({
      ...signing,
      duration: 4,
      reminders: [reminder(4, false), reminder(2, false), reminder(1, false, { users: ["bob"] })],
    });
    expect(due(flow.state).map(({ id }) => id)).toEqual([
      "reminder:2:bob",
      "reminder:1:alice",
      "reminder:1:bob",
      "time_out",
    ]);
  });

  it("C3: what is not due is refused and changes nothing", () => {
    const flow = new TestFlow({ ...signing, reminders: [reminder(2, true)] });
    flow.now = T0 + 2 * DAY - 1;
    const fall = { type: "fall_due", id: "reminder:0:bob", collapseUntil: null } as const;
    expect(flow.refused(fall)).toMatchObject({ code: "instance_state_error", rule: "C3" });
    expect(flow.refused({ ...fall, id: "reminder:9:bob" })).toMatchObject({ rule: "C3" });
  });

  it("C3: a reminder due at or after the time-out is refused, whoever asks for it", () => {
    const flow = new TestFlow({ ...signing, duration: 4, reminders: [reminder(4, false), reminder(5, false)] });
    flow.now = T0 + 5 * DAY;
    for (const entry of [0, 1]) {
      const fall = { type: "fall_due", id: `reminder:${entry}:bob`, collapseUntil: null } as const;
      expect(flow.refused(fall)).toMatchObject({ code: "instance_state_error", rule: "C3" });
    }
  });

  it("G9: after a prolongation the rhythm goes on, and past one-shots are not sent", () => {
    const flow = new TestFlow({
      ...signing,
      duration: 5,
      reminders: [reminder(3, true, { users: ["bob"] }), reminder(6, false, { users: ["bob"] })],
    });
    flow.fallDue("reminder:0:bob", T0 + 3 * DAY);
    flow.timeOut();
    flow.now = T0 + 10 * DAY + MINUTE;
    expect(types(flow.send({ type: "prolong", days: 30 }))).toEqual([
      "prolonged",
      "reminder_planned",
      "reminder_ended",
    ]);
    expect(due(flow.state)[0]).toMatchObject({ id: "reminder:0:bob", at: T0 + 12 * DAY });
  });

  it("G9: a one-shot that the old time-out would have cut off is sent when it still lies ahead", () => {
    const flow = new TestFlow({ ...signing, duration: 5, reminders: [reminder(6, false, { users: ["bob"] })] });
    expect(due(flow.state).map(({ id }) => id)).toEqual(["time_out"]);
    flow.send({ type: "prolong", days: 5 });
    expect(due(flow.state)[0]).toMatchObject({ id: "reminder:0:bob", at: T0 + 6 * DAY });
  });
});

describe("how a reminder goes", () => {
  const phone = { phoneNumber: "+46700000001" };
  const remindAlice = { type: "remind", participantIds: ["p1"] } as const;
  const signer = sign(["alice"]);

  it.each([
    ["its own methods", reminder(1, false, { methods: { email: null, sms: "reminder", emailLinkOnly: false } }), "sms"],
    ["the last invitation's", reminder(1, false), "email"],
  ])("C1: by %s", (_, entry, method) => {
    const flow = new TestFlow({
      participants: [{ name: "alice", ...phone }],
      stages: [stage("one", invite(["alice"]), signer)],
      reminders: [entry],
    });
    flow.fallDue("reminder:0:alice", T0 + DAY);
    expect(flow.state.notifications.flat().at(-1)).toMatchObject({ kind: "reminder", method });
  });

  it("C1: the latest invitation counts, with all its methods and texts", () => {
    const flow = new TestFlow({
      participants: [{ name: "alice", ...phone }],
      stages: [stage("one", invite(["alice"], "sms")), stage("two", invite(["alice"], "both"), signer)],
    });
    const events = flow.send(remindAlice);
    expect(events).toMatchObject([
      { method: "email", message: "invitation" },
      { method: "sms", message: "invitation" },
    ]);
  });

  it.each([
    ["by e-mail if known", { ...phone }, "email"],
    ["else by SMS", { ...phone, email: null }, "sms"],
  ])("C1: without an earlier invitation it goes %s, with a built-in text", (_, contact, method) => {
    const flow = new TestFlow({ participants: [{ name: "alice", ...contact }], stages: [stage("one", signer)] });
    expect(flow.send(remindAlice)).toMatchObject([{ kind: "reminder", method, message: null }]);
  });
});
