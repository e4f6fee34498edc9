import { expect, test } from "vitest";
import {
  afterChoiceEvent,
  type ChoiceEvent,
  type ChosenValue,
} from "../../src-renderer/authoring/forms/chosen-value.ts";

type Names = readonly string[] | null;

const after = (...events: readonly ChoiceEvent<Names>[]) =>
  events.reduce<ChosenValue<Names> | null>(afterChoiceEvent, null);

const ALL = ["ann", "ben", "cy"];
const everybodyOff = { kind: "chosen", next: ALL, before: null } as const;

test("a choice is shown until the flow says it", () => {
  expect(after(everybodyOff)?.next).toEqual(ALL);
  expect(after(everybodyOff, { kind: "said", now: JSON.stringify(ALL) })).toBeNull();
});

test("a choice made just before the views catch up with the one before it stays", () => {
  const quick = after(
    everybodyOff,
    { kind: "written" },
    { kind: "chosen", next: ["ben", "cy"], before: ALL },
    { kind: "said", now: JSON.stringify(ALL) },
    { kind: "caught-up" },
  );
  expect(quick?.next).toEqual(["ben", "cy"]);
});

test("a choice that was taken out of the text again is let go once the views catch up", () => {
  expect(after(everybodyOff, { kind: "written" }, { kind: "caught-up" })).toBeNull();
});

test("a refused choice, and one that the flow contradicts, are let go", () => {
  expect(after(everybodyOff, { kind: "refused" })).toBeNull();
  expect(after(everybodyOff, { kind: "said", now: JSON.stringify(["cy"]) })).toBeNull();
});
