import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { AllEvidence } from "../../src-renderer/monitoring/instances/all-evidence.tsx";

await startI18n("en");

test("evidence whose saving ended with the host is told as incomplete, and a lost connection is waited for", async () => {
  const away = { ok: false, error: { code: "not_connected", message: "Countersign cannot be reached." } };
  const gone = { ok: false, error: { code: "resource_not_found", message: "Nothing is being saved." } };
  const answers: unknown[] = [{ ok: true, value: { runs: 3, done: 2, failed: 0, state: "running" } }, away, gone];
  vi.spyOn(host, "call").mockImplementation((async (name: string) =>
    name === "evidence.begin"
      ? { ok: true, value: { id: "e", runs: 3, address: "data:," } }
      : name === "evidence.progress"
        ? (answers.shift() ?? gone)
        : { ok: true, value: {} }) as never);
  const screen = await render(<AllEvidence />);
  await screen.getByRole("button", { name: /evidence/i }).click();
  await expect.element(screen.getByText("3 runs have ended.")).toBeVisible();
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(screen.getByText("Stopped after 2 of 3 runs. The zip is incomplete.")).toBeVisible();
});
