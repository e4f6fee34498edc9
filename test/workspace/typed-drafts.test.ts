import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTypedDrafts } from "../../src-main/workspace/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typing() {
  const rested = vi.fn();
  return { rested, drafts: createTypedDrafts(rested) };
}

test("Y3: what waits for somebody who types is told once they rest, or have saved", () => {
  const { rested, drafts } = typing();
  for (const key of ["left", "saved", "unawaited"]) drafts.note(key);
  drafts.await("left");
  drafts.await("saved");
  drafts.await("untyped");
  drafts.end("saved");
  drafts.end("untyped");
  expect(rested.mock.calls).toEqual([["saved"]]);
  vi.runAllTimers();
  expect(rested.mock.calls).toEqual([["saved"], ["left"]]);
  expect(drafts.has("unawaited")).toBe(false);
});

test("Y3: nothing is told once the workspace is closed", () => {
  const { rested, drafts } = typing();
  drafts.note("left");
  drafts.await("left");
  drafts.close();
  vi.runAllTimers();
  drafts.end("left");
  expect([rested.mock.calls, drafts.has("left")]).toEqual([[], false]);
});
