import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { SealStrip } from "../../src-renderer/monitoring/instance/seal-strip.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

type Seal = ReturnType<typeof shownRun>["due"][number];
const seal = (change: Partial<Seal>): Seal => ({
  ...{ id: "seal", kind: "seal", participant: null, event: null, callbackName: null, document: "lease", action: null },
  ...{ attempt: 1, at: 0, wall: false, waits: null, ...change },
});

test("G5: a seal that waits says why and what to do, and can be tried again", async () => {
  const due = [seal({ waits: { why: "disk_full", until: 1 } })];
  const screen = await render(<SealStrip instance={shownRun({ due })} />);
  await expect
    .element(screen.getByRole("status"))
    .toHaveTextContent(
      "The seal of “lease” waits: the disk is full. Free some space. Nothing is lost; Countersign retries every minute.",
    );
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("G5: a seal between two tries says which comes next", async () => {
  const screen = await render(<SealStrip instance={shownRun({ due: [seal({ attempt: 2, wall: true })] })} />);
  await expect
    .element(screen.getByRole("status"))
    .toHaveTextContent("The seal of “lease” failed. Countersign retries within a minute: attempt 2 of 4.");
  await expect.element(screen.getByRole("button")).not.toBeInTheDocument();
});

test("G5: a run that ended for its seal says what happened and how to go on", async () => {
  const values = { document: "lease", message: "The program that seals documents failed." };
  const sealFailure = { seq: 7, sentence: { key: "failed.sealing", values } };
  const screen = await render(<SealStrip instance={shownRun({ status: "failed", sealFailure })} />);
  await expect
    .element(screen.getByRole("status"))
    .toHaveTextContent(
      "The run failed, because lease could not be sealed: The program that seals documents failed. What was signed stays in the history. Fix the cause, then try again in a fork of this run, or start the flow again.",
    );
  await expect.element(screen.getByRole("button", { name: "Try again in a fork" })).toBeVisible();
});

test("a run whose seals are made, are asked for, or wait for their step has no such strip", async () => {
  const due = [seal({}), seal({ id: "other", waits: { why: "step", until: 1 } })];
  const screen = await render(<SealStrip instance={shownRun({ due })} />);
  await expect.element(screen.getByRole("region")).not.toBeInTheDocument();
});
