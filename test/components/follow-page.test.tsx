import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ParticipantApp } from "../../src-renderer/participation/participant-app.tsx";
import { participantApi } from "../../src-renderer/participation/session/api.ts";
import { startI18n } from "../../src-renderer/participation/session/i18n.ts";
import { pollPage } from "../../src-renderer/participation/session/poll-page.ts";
import { createSession } from "../../src-renderer/participation/session/session.ts";
import { INSTANCE_DELETED } from "../../src-shared/service/index.ts";

await startI18n();

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const PLACE = { instanceId: "0190e4b2-1111-7111-8111-111111111111", participantId: "p" };

/** A minute, in which answers arrive. */
async function timePasses(): Promise<void> {
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(MINUTE / 6);
    await new Response("").text();
  }
}

/** A page whose service refuses it. */
async function refused(code: number, type: string, details: object | null = null) {
  const fetch = vi.fn(async () => {
    const body = { code, type, message: "No.", details };
    return new Response(JSON.stringify(body), { status: code });
  });
  const session = createSession(PLACE, participantApi(PLACE, { fetch, token: null }), () => undefined);
  const screen = await render(<ParticipantApp session={session} />);
  pollPage(session, false);
  await vi.waitFor(() => expect(session.store.getState().lost).not.toBeNull());
  return { fetch, screen };
}

test.each([
  ["the run is deleted", INSTANCE_DELETED, "No longer available", /The sender has removed these documents/],
  ["the visit has ended", null, "Please open your link again", /Open the link in the message/],
] as const)("G11: where %s the page says so, and asks no more until its tab is seen again", async (...of) => {
  const [, details, title, text] = of;
  const { fetch, screen } = await refused(401, "invalid_authorisation", details);
  await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
  await expect.element(screen.getByText(text)).toBeVisible();
  await timePasses();
  expect(fetch).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await timePasses();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("while the service only has a fault, the page goes on asking", async () => {
  const { fetch } = await refused(500, "server_error");
  await timePasses();
  expect(fetch.mock.calls.length).toBeGreaterThan(3);
});
