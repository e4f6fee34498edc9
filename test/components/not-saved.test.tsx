import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { NotSavedBars } from "../../src-renderer/authoring/bars/conflict-bar.tsx";
import type { AuthoringSession } from "../../src-renderer/authoring/session/session.ts";
import { SessionContext } from "../../src-renderer/authoring/session/use-session.ts";

await startI18n("en");

const WHY = "The disk is full. Free some space, then try again.";

test("why a text is not saved stands above it until it is saved, also while it is tried again", async () => {
  const at = (phase: string) => {
    const error = phase === "failed" ? { code: "storage_error", message: WHY } : null;
    const state = { journal: { text: "a", phase, error }, companions: {} };
    const draft = { useStore: (of: (given: object) => unknown) => of(state) };
    const session = { draft } as unknown as AuthoringSession;
    return (
      <SessionContext value={session}>
        <NotSavedBars />
      </SessionContext>
    );
  };
  const screen = await render(at("saved"));
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  for (const phase of ["failed", "saving", "dirty", "failed"]) {
    await screen.rerender(at(phase));
    await expect.element(screen.getByRole("alert")).toHaveTextContent(`Not saved, but kept on this page. ${WHY}`);
  }
  await screen.rerender(at("saved"));
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});
