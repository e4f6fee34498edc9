import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { RunDrawing } from "../../src-renderer/monitoring/instance/run-drawing.tsx";
import type { Detail } from "../../src-renderer/monitoring/types.ts";
import type { DrawnFlow } from "../../src-shared/drawing/index.ts";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

const NAMES = ["ada", "bo", "cy"];
const CONDITION = { users: NAMES, documents: ["lease"], count: 1, url: null };
const FLOW: DrawnFlow = {
  documents: [{ name: "lease" }],
  participants: NAMES.map((name) => ({ name })),
  stages: [{ name: "signing", actions: [], conditions: [{ kind: "signed-by-group-of", ...CONDITION }] }],
};

/** The grounds of everybody's act on the drawing, given who may still act. */
async function grounds(pending: readonly string[], done: readonly string[]) {
  const run = shownRun();
  const participants = run.participants.flatMap((person) =>
    NAMES.map((name): Detail["participants"][number] => {
      const act = { participant: name, verb: "sign" as const, document: "lease" };
      const acts = done.includes(name) ? [{ verb: act.verb, document: act.document, at: 0 }] : [];
      return { ...person, name, acts, pending: pending.includes(name) ? [act] : [] };
    }),
  );
  const screen = await render(<RunDrawing instance={{ ...run, participants }} flow={FLOW} />);
  const marks = () => [...screen.container.querySelectorAll('rect[width="22"]')];
  await expect.poll(() => marks().length).toBe(NAMES.length);
  const found = marks().map((mark) => mark.getAttribute("fill"));
  await screen.unmount();
  return found;
}

test("G3: who is no longer needed in a group is drawn as lapsed while the stage goes on", async () => {
  const [ada, bo, cy] = await grounds([], ["ada"]);
  expect([bo, cy]).toEqual(["var(--quiet-ground)", "var(--quiet-ground)"]);
  expect(ada).not.toBe(bo);
  expect(await grounds(NAMES, [])).not.toContain("var(--quiet-ground)");
});
