import { readFileSync } from "node:fs";
import path from "node:path";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { fromLocalInput, isNoDate, toLocalInput } from "../../src-renderer/components/basics/local-input.ts";
import { nextIndex } from "../../src-renderer/components/basics/next-index.ts";
import { type Due, dueName, gatherCallbacks, nextOf } from "../../src-renderer/monitoring/clock/due-rows.ts";
import { paceAfter } from "../../src-renderer/monitoring/following/pace-after.ts";
import { foldHistory, lineEach, ofKinds, storyOf } from "../../src-renderer/monitoring/history/fold-history.ts";
import { idleTextKey, stageState } from "../../src-renderer/monitoring/instance/stage-state.ts";

const locales = path.join(import.meta.dirname, "../../resources/locales");
const english: unknown = JSON.parse(readFileSync(path.join(locales, "app.en.json"), "utf8"));
const DAY = 86_400_000;

describe("steps that are watched", () => {
  it("are seen one by one, and hundreds of them end in seconds", () => {
    const paces = Array.from({ length: 400 }, (_, taken) => paceAfter(taken));
    expect(new Set(paces.slice(0, 10))).toEqual(new Set([700]));
    expect(paces.slice(10).every((pace, at) => pace <= (paces[at + 9] ?? 0))).toBe(true);
    expect(paces.reduce((sum, pace) => sum + pace, 0)).toBeLessThan(12_000);
  });
});

describe("the time line", () => {
  it("folds a whole day or more without an event, and no less", () => {
    const parts = foldHistory(lineEach([{ at: 0 }, { at: DAY - 1 }, { at: 3 * DAY }]));
    expect(parts.map(({ kind }) => kind)).toEqual(["line", "line", "gap", "line"]);
    expect(parts[2]).toMatchObject({ kind: "gap", length: 2 * DAY + 1 });
  });

  it("has no fold without events", () => {
    expect(foldHistory([])).toEqual([]);
  });
});

describe("a history as a story", () => {
  const told = (type: string, at: number, change: Partial<Parameters<typeof storyOf>[0][number]> = {}) => ({
    ...{ type, at, by: "author", begins: true, kind: "acts" as const, sentence: { key: type, values: {} } },
    ...change,
  });
  const report = { by: "effect", sentence: { key: "notification_status_changed.delivered", values: {} } };
  const types = (lines: ReturnType<typeof storyOf>) => lines.map(({ lead, rest }) => [lead.type, rest.length]);

  it("is a line per decision; what followed and was reported at once stands under it, and an end by itself", () => {
    const invited = told("notification_queued", 0, { begins: false, kind: "messages" });
    const bounced = { ...report, sentence: { key: "notification_status_changed.not_delivered", values: {} } };
    const lines = storyOf([
      ...[told("started", 0), invited, told("notification_status_changed", 0, report)],
      ...[told("notification_status_changed", 0, bounced), told("notification_status_changed", 5, report)],
      ...[told("acted", 9), told("completed", 9, { begins: false })],
    ]);
    expect(types(lines)).toEqual([
      ...[
        ["started", 2],
        ["notification_status_changed", 0],
        ["notification_status_changed", 0],
      ],
      ...[
        ["acted", 0],
        ["completed", 0],
      ],
    ]);
    expect(types(ofKinds(lines, new Set(["messages"])))).toEqual([["started", 2]]);
  });
});

describe("what is due", () => {
  const nothing = { participant: null, event: null, callbackName: null, document: null, action: null } as const;
  const item = (id: string, kind: Due["kind"], at: number, change: Partial<Due> = {}): Due => ({
    ...{ id, kind, at, ...nothing, attempt: 1, wall: false, waits: null },
    ...change,
  });
  beforeAll(() => i18next.init({ lng: "en", resources: { en: { translation: english as object } } }));

  it("comes in order; callbacks stand together where the first of them would, and a lone one by itself", () => {
    const [first, second, third] = [1, 4, 5].map((at) => item(`c${at}`, "callback", at));
    const [mail, reminder] = [item("m", "mail", 0), item("r", "reminder", 3)];
    if (!first || !second || !third) throw new Error("three were made");
    expect(gatherCallbacks([third, reminder, second, first, mail])).toEqual([mail, [first, second, third], reminder]);
    expect(gatherCallbacks([reminder, first])).toEqual([first, reminder]);
    expect(gatherCallbacks([])).toEqual([]);
  });

  it("C6: next is what the clock brings next; what counts in the machine's time stands first, and is not it", () => {
    const [seal, reminder] = [item("s", "seal", 9, { wall: true }), item("r", "reminder", 3)];
    expect(nextOf([seal, reminder])).toBe(reminder);
    expect(nextOf([seal])).toBeNull();
    expect(nextOf([item("n", "unknown", 1), reminder])).toBe(reminder);
    expect(nextOf([item("w", "seal", 1, { waits: { why: "step", until: 1 } }), reminder])).toBe(reminder);
    expect(gatherCallbacks([reminder, seal])).toEqual([seal, reminder]);
  });

  it.each<[string, Due]>([
    ["Time-out", item("t", "time_out", 1)],
    ["Reminder to bob", item("r", "reminder", 1, { participant: "bob" })],
    ["Message to bob", item("m", "mail", 1, { participant: "bob" })],
    ["Callback: completed", item("c", "callback", 1, { event: "completed" })],
    ["Callback: new_thing", item("c", "callback", 1, { event: "new_thing" })],
    [
      "Callback “contract-sent”, attempt 3",
      item("c", "callback", 1, { event: "custom", callbackName: "contract-sent", attempt: 3 }),
    ],
    ["Seal of nda, attempt 2", item("s", "seal", 1, { document: "nda", attempt: 2, wall: true })],
    ["Into the trash, by the folder’s rules", item("x", "retention", 1, { action: "trash" })],
    ["Needs a newer Countersign", item("n", "unknown", 1)],
    ["Deleted, by the folder’s rules", item("x", "retention", 1, { action: "delete" })],
  ])("is named: %s", (words, due) => {
    expect(dueName(due)).toBe(words);
  });
});

describe("a date to jump to", () => {
  it("is written and read in the run's own zone", () => {
    const instant = Date.UTC(2026, 10, 24, 8, 30);
    expect(toLocalInput(instant, "Europe/Stockholm")).toBe("2026-11-24 09:30");
    for (const text of ["2026-11-24 09:30", "2026-11-24 9:30 ", "2026-11-24T09:30"])
      expect(fromLocalInput(text, "Europe/Stockholm"), text).toBe(instant);
  });

  it("has years of five digits without a sign, and reads them back", () => {
    const instant = Date.UTC(12_026, 10, 24, 8, 30);
    expect(toLocalInput(instant, "UTC")).toBe("12026-11-24 08:30");
    expect(fromLocalInput("12026-11-24 08:30", "UTC")).toBe(instant);
  });

  it("moves forward where the clock skips it", () => {
    expect(toLocalInput(fromLocalInput("2026-03-29T02:30", "Europe/Stockholm") ?? 0, "Europe/Stockholm")).toBe(
      "2026-03-29 03:30",
    );
  });

  it("is none while the field is not filled in, or names no day", () => {
    for (const text of [
      "",
      "2026-11",
      "2026-11-24 ",
      "2026-02-31 10:00",
      "2026-00-10 09:00",
      "999999-01-01 09:00",
      "2026-11-24 25:00",
      "2026-11-24 09:60",
    ])
      expect(fromLocalInput(text, "UTC"), text).toBeNull();
  });

  it("is told apart from what is only unfinished: no calendar has 30 February", () => {
    for (const text of [
      "2026-02-30",
      "2026-02-30 10:00",
      "2026-13-01 09:00",
      "2027-02-29T08:00",
      "2026-00-10",
      "2026-01-00",
    ])
      expect(isNoDate(text), text).toBe(true);
    for (const text of ["", "2026-11", "2026-02-28", "2028-02-29 10:00", "2026-11-24 25:00", "tomorrow"])
      expect(isNoDate(text), text).toBe(false);
  });
});

describe("a run's stages", () => {
  it("stop where a run ended before its time, and those after were not reached", () => {
    for (const status of ["failed", "canceled", "timed_out"] as const)
      expect(
        (["done", "current", "ahead"] as const).map((state) => stageState(state, status)),
        status,
      ).toEqual(["done", "stopped", "unreached"]);
  });

  it("are under way and ahead while the run goes on", () => {
    for (const status of ["in_progress", "finalising"] as const)
      expect(
        (["done", "current", "ahead"] as const).map((state) => stageState(state, status)),
        status,
      ).toEqual(["done", "current", "ahead"]);
  });
});

describe("somebody with nothing to show", () => {
  it.each([
    ["lapsed", "in_progress", "instance.situation.lapsed"],
    ["lapsed", "completed", "instance.situation.lapsed"],
    ["lapsed", "canceled", "instance.didNothing"],
    ["ahead", "failed", "instance.didNothing"],
    ["waiting", "timed_out", "instance.didNothing"],
    ["recipient", "completed", "instance.situation.recipient"],
    ["ahead", "in_progress", "instance.noActs"],
  ] as const)("G3: who is %s in a run that is %s reads %s", (standing, status, words) => {
    expect(idleTextKey(standing, status)).toBe(words);
  });
});

describe("moving in a list", () => {
  it("stays within it", () => {
    expect([
      nextIndex("ArrowDown", 2, 3),
      nextIndex("ArrowUp", 0, 3),
      nextIndex("End", 0, 3),
      nextIndex("Home", 2, 3),
      nextIndex("x", 1, 3),
    ]).toEqual([2, 0, 2, 0, null]);
  });
});
