import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { CallbackDetail } from "../../src-renderer/monitoring/callbacks/callback-detail.tsx";
import type { Callback } from "../../src-renderer/monitoring/types.ts";

await startI18n("en");

const AT = Date.parse("2026-11-24T09:00:12Z");
const CALLBACK: Callback = {
  ...{ eventId: "e-1", instanceId: "r-1", instanceTitle: "Loan", forkNumber: null, sequence: 1, participant: null },
  ...{ type: "completed", url: "http://127.0.0.1:9/hook", state: "retrying", attempts: 1, nextAttempt: AT + 5_000 },
  ...{ created: AT, onItsWay: false, body: {} },
  attemptList: [
    {
      ...{ attempt: 1, at: AT, wallAt: AT, durationMs: 2, requestHeaders: {}, status: 503, responseHeaders: null },
      ...{ responseBody: null, error: null, standIn: null },
    },
  ],
};

test("Callbacks: an attempt and the next one, 5 seconds later, are told apart by their times", async () => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: null } as never);
  const place = { view: "callbacks", runId: null, zone: "UTC", id: "e-1", query: {} } as const;
  const screen = await render(<CallbackDetail callback={CALLBACK} place={place} />);
  await expect.element(screen.getByText("next attempt 2026-11-24 09:00:17")).toBeVisible();
  await expect.element(screen.getByText("2026-11-24 09:00:12", { exact: true })).toBeVisible();
});
