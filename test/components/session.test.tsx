import { expect, test, vi } from "vitest";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { createSession } from "../../src-renderer/authoring/session/session.ts";
import { setReadOnly } from "../../src-renderer/components/index.ts";

await startI18n("en");

/** Without an editor, a draft's text is empty. */
const EMPTY = { text: "" } as AnalysisView;

test("an open draft waits for its own views, whatever another one shows", async () => {
  const [first, second] = [createSession("1"), createSession("2")];
  let reported = false;
  const waiting = first.caughtUp().then(() => {
    reported = true;
  });
  second.setShown(EMPTY);
  await second.caughtUp();
  expect(reported).toBe(false);
  first.setShown(EMPTY);
  await waiting;
  expect(reported).toBe(true);
});

test("edits for a text that is not there are refused, and change nothing", () => {
  const session = createSession("1");
  expect(session.applyEdits("a: 1", [])).toBe(false);
  expect(session.takeHurry()).toBe(false);
});

test("a change of expectations or scenarios says that the workspace is read-only, or that the text has moved on", async () => {
  const scenarios = createSession("1").companion("scenarios");
  const add = { range: { from: 0, to: 0 }, insert: "# a\n" };
  const shown = vi.spyOn(toasts, "add");
  const titles = () => shown.mock.calls.map(([toast]) => toast.title);
  setReadOnly("This workspace is read-only.");
  expect(await scenarios.change(async () => [add], "Fix the text first.", null)).toBe(false);
  setReadOnly(null);
  const moved = scenarios.change(
    async (text) => {
      scenarios.applyEdits(text, [add]);
      return [add];
    },
    "Fix the text first.",
    null,
  );
  expect([await moved, scenarios.text()]).toEqual([false, "# a\n"]);
  expect(await scenarios.change(async () => null, "Fix the text first.", null)).toBe(false);
  expect(await scenarios.change(async () => [add], "Fix the text first.", null)).toBe(true);
  expect(titles()).toEqual([
    "This workspace is read-only.",
    "The text has changed meanwhile. Try again.",
    "Fix the text first.",
  ]);
  expect(scenarios.text()).toBe("# a\n# a\n");
  shown.mockRestore();
});
