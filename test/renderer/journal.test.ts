import { describe, expect, it } from "vitest";
import { type Journal, openJournal, stepJournal } from "../../src-renderer/authoring/session/journal.ts";

const host = { text: "one", revision: 3 };
const opened = () => openJournal(host, null).journal;
const typed = (text: string, from: Journal = opened()) => stepJournal(from, { type: "typed", text }).journal;
const sending = (text: string) => stepJournal(typed(text), { type: "save" }).journal;
const refusedSave = (text: string) =>
  stepJournal(sending(text), { type: "refused", error: error("precondition_failed") }).journal;
const error = (code: "not_connected" | "precondition_failed" | "storage_error") => ({ code, message: "why" }) as const;

describe("the journal of a draft", () => {
  it("opens saved, and throws away a kept text that the host already has", () => {
    expect(openJournal(host, { text: "one", baseRevision: 2 })).toEqual({
      journal: { text: "one", base: host, phase: "saved", sent: null, unsure: null, theirs: null, error: null },
      effects: ["forget"],
    });
  });

  it("sends what this page had kept when nobody else changed the draft", () => {
    const step = openJournal(host, { text: "two", baseRevision: 3 });
    expect(step.journal).toMatchObject({ text: "two", phase: "dirty" });
    expect(step.effects).toEqual(["later"]);
  });

  it("shows a conflict when the draft moved on while this page was closed, and keeps both texts", () => {
    const { journal } = openJournal(host, { text: "two", baseRevision: 2 });
    expect(journal).toMatchObject({ phase: "conflict", text: "two", theirs: host });
  });

  it("keeps every edit at once and saves it after a pause", () => {
    expect(stepJournal(opened(), { type: "typed", text: "one!" }).effects).toEqual(["remember", "later"]);
  });

  it("needs no save when an edit is taken back", () => {
    const step = stepJournal(typed("one!"), { type: "typed", text: "one" });
    expect(step.journal.phase).toBe("saved");
    expect(step.effects).toEqual(["forget"]);
  });

  it("saves again what was typed while a save was under way", () => {
    const during = typed("three", sending("two"));
    expect(during.phase).toBe("saving");
    const step = stepJournal(during, { type: "saved", revision: 4 });
    expect(step.journal).toMatchObject({ phase: "dirty", text: "three", base: { text: "two", revision: 4 } });
    expect(step.effects).toEqual(["remember", "later"]);
  });

  it("waits for the host and sends when it is back", () => {
    const away = stepJournal(sending("two"), { type: "refused", error: error("not_connected") }).journal;
    expect(away.phase).toBe("away");
    const more = stepJournal(away, { type: "typed", text: "three" });
    expect(more.effects).toEqual(["remember"]);
    const back = stepJournal(more.journal, { type: "connected" });
    expect(back.journal).toMatchObject({ phase: "saving", sent: "three" });
    expect(back.effects).toEqual(["send"]);
  });

  it("looks for the other text before it speaks of a conflict", () => {
    expect(stepJournal(sending("two"), { type: "refused", error: error("precondition_failed") }).effects).toEqual([
      "find",
    ]);
  });

  it("never overwrites the other text: a conflict saves nothing until the author chooses", () => {
    const conflict = stepJournal(refusedSave("two"), { type: "found", version: { text: "else", revision: 4 } }).journal;
    expect(conflict.phase).toBe("conflict");
    const later = stepJournal(conflict, { type: "typed", text: "two more" });
    expect(later.effects).toEqual(["remember"]);
    expect(stepJournal(later.journal, { type: "save" }).effects).toEqual([]);
  });

  it("sends mine on top of theirs when the author keeps mine", () => {
    const conflict = stepJournal(refusedSave("two"), { type: "found", version: { text: "else", revision: 4 } }).journal;
    const step = stepJournal(conflict, { type: "keep_mine" });
    expect(step.journal).toMatchObject({ phase: "saving", sent: "two", base: { revision: 4 } });
    expect(stepJournal(conflict, { type: "take_theirs" }).journal).toMatchObject({ phase: "saved", text: "else" });
  });

  it("sees no conflict where both sides wrote the same", () => {
    expect(
      stepJournal(refusedSave("two"), { type: "found", version: { text: "two", revision: 4 } }).journal.phase,
    ).toBe("saved");
  });

  it("waits for its own save's answer before it judges another text", () => {
    const during = sending("two");
    expect(stepJournal(during, { type: "found", version: { text: "else", revision: 4 } })).toEqual({
      journal: during,
      effects: [],
    });
  });

  it("sees no conflict where its own save came through and only the answer was lost", () => {
    const away = stepJournal(sending("two"), { type: "refused", error: error("not_connected") }).journal;
    const again = stepJournal(typed("three", away), { type: "connected" }).journal;
    const refused = stepJournal(again, { type: "refused", error: error("precondition_failed") }).journal;
    const step = stepJournal(refused, { type: "found", version: { text: "two", revision: 4 } });
    expect(step.journal).toMatchObject({ phase: "dirty", text: "three", base: { revision: 4 } });
    expect(step.effects).toEqual(["remember", "later"]);
  });

  it("goes on from a host that was set back to an older revision, without asking in circles", () => {
    const back = stepJournal(refusedSave("two"), { type: "found", version: { text: "older", revision: 1 } });
    expect(back.journal).toMatchObject({ phase: "conflict", theirs: { revision: 1 } });
    expect(back.effects).toEqual(["remember"]);
  });

  it("takes no notice of an old answer while all is saved", () => {
    expect(stepJournal(opened(), { type: "found", version: { text: "old", revision: 2 } }).journal.text).toBe("one");
  });

  it("takes over a change from elsewhere while nothing is unsaved", () => {
    const step = stepJournal(opened(), { type: "found", version: { text: "else", revision: 4 } });
    expect(step.journal).toMatchObject({ text: "else", phase: "saved" });
  });

  it("keeps the text when the host cannot write it, and can be asked again", () => {
    const { journal: failed, effects } = stepJournal(sending("two"), {
      type: "refused",
      error: error("storage_error"),
    });
    expect(effects).toEqual(["again"]);
    expect(failed).toMatchObject({ phase: "failed", text: "two", error: { message: "why" } });
    expect(stepJournal(failed, { type: "save" }).effects).toEqual(["send"]);
  });

  it("S008: neither sends nor keeps a text over the limit, and goes on saving when it is short again", () => {
    const long = "x".repeat(1_048_577);
    const step = stepJournal(typed("two"), { type: "typed", text: long });
    expect(step).toMatchObject({ journal: { phase: "too_long", text: long }, effects: [] });
    for (const type of ["save", "connected"] as const) expect(stepJournal(step.journal, { type }).effects).toEqual([]);
    const again = stepJournal(step.journal, { type: "typed", text: "three" });
    expect(again).toMatchObject({ journal: { phase: "dirty" }, effects: ["remember", "later"] });
    expect(stepJournal(step.journal, { type: "typed", text: "one" }).effects).toEqual(["forget"]);
  });

  it("S008: a text that grew too long during a save, or while the host is away, is not sent after it", () => {
    const long = "é".repeat(524_289);
    const during = typed(long, sending("two"));
    expect(during.phase).toBe("saving");
    const after = [
      stepJournal(during, { type: "saved", revision: 4 }),
      stepJournal(during, { type: "refused", error: error("not_connected") }),
    ];
    for (const step of after) expect(step).toMatchObject({ journal: { phase: "too_long" }, effects: [] });
    expect(after[1]?.journal.unsure).toBe("two");
    const conflict = stepJournal(refusedSave("two"), {
      type: "found",
      version: { text: "other", revision: 9 },
    }).journal;
    expect(stepJournal(conflict, { type: "typed", text: long }).effects).toEqual([]);
    expect(stepJournal(typed(long, conflict), { type: "keep_mine" })).toMatchObject({
      journal: { phase: "too_long", base: { revision: 9 } },
      effects: [],
    });
  });
});
