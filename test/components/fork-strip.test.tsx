import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { ForkStrip } from "../../src-renderer/monitoring/instance/fork-strip.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

type Fork = Parameters<typeof ForkStrip>[0]["fork"];
const FORK = {
  ...{ instanceId: "i-1", title: "Lease", seq: 3, sentence: { key: "completed", values: {} } },
  ...{ hasCallback: true, held: true, waiting: 2 },
} as unknown as Fork;

test("C5: what becomes of a fork's callbacks is shown at once as it was asked for, and any news takes its place", async () => {
  const refusal = Promise.withResolvers<object>();
  vi.spyOn(host, "call").mockReturnValue(refusal.promise as never);
  const strip = (fork: Fork) => <ForkStrip instance={shownRun({ fork, forkNumber: 1 })} fork={fork} />;
  const screen = await render(strip(FORK));
  const box = screen.getByRole("checkbox", { name: /^Send callbacks/ });
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(box).toBeChecked();
  await screen.rerender(strip({ ...FORK, waiting: 3 }));
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(box).toBeChecked();
  refusal.resolve({ ok: false, error: { code: "storage_error", message: "The disk is full." } });
  await expect.element(box).not.toBeChecked();
});
