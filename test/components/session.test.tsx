import { expect, test } from "vitest";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { createSession } from "../../src-renderer/authoring/session/session.ts";

/** Without an editor, a draft's text is empty. */
const EMPTY = { text: "" } as AnalysisView;

test("an open draft waits for its own views, whatever another one shows", async () => {
  const [first, second] = [createSession("1"), createSession("2")];
  let told = false;
  const waiting = first.caughtUp().then(() => {
    told = true;
  });
  second.setShown(EMPTY);
  await second.caughtUp();
  expect(told).toBe(false);
  first.setShown(EMPTY);
  await waiting;
  expect(told).toBe(true);
});

test("edits for a text that is not there are refused, and change nothing", () => {
  const session = createSession("1");
  expect(session.applyEdits("a: 1", [])).toBe(false);
  expect(session.takeHurry()).toBe(false);
});
