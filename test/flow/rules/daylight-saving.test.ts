import { describe, expect, it } from "vitest";
import { due, type Instant } from "../../../src-shared/flow/index.ts";
import { DAY, type FlowShape, HOUR, MINUTE, sign, stage, TestFlow } from "../../fixtures/flow-shape.ts";

/**
 * Whole years of local times, checked against the platform's own calendar (Intl), not against the library that the
 * flow counts with.
 */

interface Year {
  readonly zone: string;
  /** UTC of a start whose local time is `time`. */
  readonly start: string;
  readonly time: string;
  /** The one day on which that time does not exist, and what stands in for it: moved forward by the gap. */
  readonly gap: readonly [day: string, instead: string] | null;
  /** The one day on which that time comes twice, and the UTC of its first coming. */
  readonly fold: readonly [day: string, first: string] | null;
}

const YEARS: readonly Year[] = [
  {
    zone: "Europe/Stockholm",
    start: "2026-01-15T01:30:00Z",
    time: "02:30",
    gap: ["2026-03-29", "03:30"],
    fold: ["2026-10-25", "2026-10-25T00:30:00Z"],
  },
  {
    zone: "America/New_York",
    start: "2026-01-15T07:30:00Z",
    time: "02:30",
    gap: ["2026-03-08", "03:30"],
    fold: null,
  },
  {
    zone: "America/New_York",
    start: "2026-01-15T06:30:00Z",
    time: "01:30",
    gap: null,
    fold: ["2026-11-01", "2026-11-01T05:30:00Z"],
  },
  // Half an hour: 02:00 to 02:30 in October, back from 02:00 to 01:30 in April.
  {
    zone: "Australia/Lord_Howe",
    start: "2026-01-14T15:15:00Z",
    time: "02:15",
    gap: ["2026-10-04", "02:45"],
    fold: null,
  },
  {
    zone: "Australia/Lord_Howe",
    start: "2026-01-14T14:45:00Z",
    time: "01:45",
    gap: null,
    fold: ["2026-04-05", "2026-04-04T14:45:00Z"],
  },
  { zone: "Asia/Kathmandu", start: "2026-01-14T20:45:00Z", time: "02:30", gap: null, fold: null },
];

/** "2026-03-29 03:30" */
function localIn(zone: string): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (instant) => format.format(instant);
}

function flowIn({ zone }: Year, start: Instant, shape: Partial<FlowShape>): TestFlow {
  return new TestFlow({ stages: [stage("signing", sign(["alice"]))], timeZone: zone, ...shape }, start);
}

function isFirstOfTwo(local: (instant: Instant) => string, instant: Instant): boolean {
  const same = (other: Instant): boolean => local(other) === local(instant);
  const [half, whole] = [30 * MINUTE, HOUR];
  return (same(instant + half) || same(instant + whole)) && !same(instant - half) && !same(instant - whole);
}

describe.each(YEARS)("$zone at $time", (year) => {
  const start = Date.parse(year.start);
  const local = localIn(year.zone);

  it("C1: a daily reminder comes once each day of a year, at the same local time", () => {
    const flow = flowIn(year, start, {
      duration: 365,
      reminders: [{ users: null, methods: null, daysDelay: 1, periodically: true }],
    });
    expect(local(start)).toBe(`2026-01-15 ${year.time}`);
    const seen = new Map<string, string>();
    for (let next = due(flow.state)[0]; next?.kind === "reminder"; next = due(flow.state)[0]) {
      const [day = "", time = ""] = local(next.at).split(" ");
      if (seen.has(day)) throw new Error(`two reminders on ${day}`);
      seen.set(day, time);
      if (year.fold !== null && day === year.fold[0]) {
        expect(new Date(next.at).toISOString()).toBe(new Date(year.fold[1]).toISOString());
        expect(isFirstOfTwo(local, next.at)).toBe(true);
      }
      flow.fallDue(next.id, next.at);
    }
    // The one of the 365th day would come with the time-out and is not sent.
    expect(seen.size).toBe(364);
    const days = Array.from({ length: 364 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 16) + index * DAY).toISOString().slice(0, 10),
    );
    expect([...seen.keys()]).toEqual(days);
    const moved = [...seen].filter(([, time]) => time !== year.time);
    expect(moved).toEqual(year.gap === null ? [] : [year.gap]);
  });

  it("C1: a reminder every ten days keeps the local time of its first day after it had to move", () => {
    const reminders = [{ users: null, methods: null, daysDelay: 10, periodically: true }];
    // Ten beats before the gap, so that one of them falls into it.
    const gapDay = year.gap?.[0] ?? "2026-06-01";
    const from = dayBefore(year, gapDay, 100);
    const flow = flowIn(year, from, { duration: 365, reminders });
    const times: string[] = [];
    for (let next = due(flow.state)[0]; next?.kind === "reminder"; next = due(flow.state)[0]) {
      times.push(local(next.at));
      flow.fallDue(next.id, next.at);
    }
    expect(times).toHaveLength(36);
    expect(times.filter((time) => !time.endsWith(year.time))).toEqual(year.gap === null ? [] : [year.gap.join(" ")]);
  });

  it("G8: whatever day of the year it starts, a flow times out at its local time", () => {
    const moved: string[] = [];
    for (let day = 0; day < 365; day += 1) {
      const begin = dayBefore(year, "2025-11-15", -day);
      const { timeoutAt } = flowIn(year, begin, { duration: 90 }).state;
      const [date, time] = local(timeoutAt).split(" ");
      const expected = new Date(Date.UTC(2025, 10, 15) + (day + 90) * DAY).toISOString().slice(0, 10);
      // A start that had to move itself stays where it was moved to.
      const [, begun] = local(begin).split(" ");
      expect(date).toBe(expected);
      if (time !== begun) moved.push(`${date} ${time}`);
      if (year.fold !== null && date === year.fold[0]) expect(timeoutAt).toBe(Date.parse(year.fold[1]));
    }
    expect(moved).toEqual(year.gap === null ? [] : [year.gap.join(" ")]);
  });
});

/** The instant of the year's local time `days` days before a date, found by trying: no calendar but Intl's. */
function dayBefore(year: Year, date: string, days: number): Instant {
  const local = localIn(year.zone);
  const wanted = new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
  const noon = Date.parse(`${wanted}T${year.time}:00Z`);
  for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
    const instant = noon + minutes * MINUTE;
    if (local(instant) === `${wanted} ${year.time}`) return instant;
  }
  const instead = year.gap?.[1] ?? year.time;
  for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
    const instant = noon + minutes * MINUTE;
    if (local(instant) === `${wanted} ${instead}`) return instant;
  }
  throw new Error(`${wanted} has no ${year.time} in ${year.zone}`);
}
