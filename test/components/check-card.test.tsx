import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CheckCard } from "../../src-renderer/participation/checks/check-card.tsx";
import { participantApi } from "../../src-renderer/participation/session/api.ts";
import { startI18n } from "../../src-renderer/participation/session/i18n.ts";
import { createSession, SessionProvider } from "../../src-renderer/participation/session/session.ts";
import { accessible } from "./accessible.ts";

await startI18n();
beforeEach(() => cdp().send("Emulation.setEmulatedMedia", { features: [] }));
afterEach(() => void vi.useRealTimers());

type Need = Parameters<typeof CheckCard>[0]["need"];

/** The card of a provider, and what it answers. */
async function card(provider: Need["provider"], identity: Need["identity"] = null) {
  const answers = ["success", "failure", "canceled", "timed_out"] as const;
  const place = { instanceId: "i", participantId: "p" };
  const session = createSession(place, participantApi(place, { fetch, token: null }), () => undefined);
  const onAnswer = vi.fn();
  const screen = await render(
    <main>
      <h1>Confirm your identity</h1>
      <SessionProvider value={session}>
        <CheckCard need={{ provider, answers: [...answers], identity }} busy={false} level="h2" {...{ onAnswer }} />
      </SessionProvider>
    </main>,
  );
  const way = (name: string) => page.getByRole("button", { name, exact: true });
  /** The step that is shown has the focus, so that a screen reader reads it and the Tab key goes on from it. */
  const stands = async (title: string) => {
    await expect.element(page.getByRole("heading", { level: 2 })).toHaveTextContent(title);
    await expect.element(page.getByRole("heading", { level: 2 })).toHaveFocus();
  };
  /** By the keyboard alone. */
  const press = async (name: string) => {
    await expect.element(way(name)).toBeVisible();
    (way(name).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  return { screen, onAnswer, way, stands, press };
}

test.each<[Need["provider"], way: readonly (readonly [string, string])[], last: string]>([
  [
    "ftn",
    [
      ["Online banking codes", "Log in to your bank"],
      ["Confirm", "Pass on your details?"],
    ],
    "Pass on and continue",
  ],
  [
    "ftn",
    [
      ["Mobile certificate", "Confirm on your phone"],
      ["Enter your PIN", "Pass on your details?"],
    ],
    "Pass on and continue",
  ],
  ["dk_eid_new", [["Continue", "Open your app and approve"]], "Swipe to approve"],
  ["dk_eid_old", [["Continue", "Enter the key from your key card"]], "Log on"],
  [
    "dk_eid_new/dk_eid_old",
    [
      ["Old Danish eID", "Log on"],
      ["Continue", "Enter the key from your key card"],
    ],
    "Log on",
  ],
])("U5: %s has its own steps, by the keyboard alone: %s", async (provider, ways, last) => {
  const { screen, onAnswer, stands, press } = await card(provider);
  for (const [way, title] of ways) {
    await press(way);
    await stands(title);
    // Nobody is to type a real password into a rehearsal.
    await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
    await accessible(screen.container);
  }
  expect(onAnswer).not.toHaveBeenCalled();
  await press(last);
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith("success");
});

test.each([
  ["document_and_photo", "Take a picture of yourself"],
  ["document_and_motion", "Turn your head"],
  ["document", "Have it checked"],
] as const)(
  "U5: idverify with %s asks for what it names, and for no date of birth where the flow gives none",
  async (method, step) => {
    const capture = "mobile_and_desktop";
    const { screen, stands, press } = await card("idverify", {
      method,
      documents: ["passport"],
      countries: [],
      capture,
    });
    for (const [way, title] of [
      ["Continue", "Photograph the page with your photo"],
      ["Take the picture", "Can everything be read?"],
    ] as const) {
      await press(way);
      await stands(title);
      await accessible(screen.container);
    }
    await expect.element(screen.getByRole("checkbox")).not.toBeInTheDocument();
    await press("Yes, use the pictures");
    await stands(step);
    await accessible(screen.container);
    await screen.getByText("Skip the steps and choose the answer").click();
    await expect.element(screen.getByRole("button", { name: /date of birth/ })).not.toBeInTheDocument();
  },
);

const THREE_MINUTES = 3 * 60_000;
const stopTime = () => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });

test("U5: the time runs out: the card says so and answers nothing until the participant chooses", async () => {
  stopTime();
  const { screen, onAnswer, stands, press } = await card("se_eid");
  const said = screen.getByRole("status");
  await press("On another device");
  vi.setSystemTime(Date.now() + THREE_MINUTES - 61_000);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(said).toHaveTextContent("One minute left.");
  await stands("Scan the QR code");
  // Not even an hour later does it act by itself: with `max_failures: 0` that would lock the participant out.
  vi.setSystemTime(Date.now() + 60 * 60_000);
  await vi.advanceTimersByTimeAsync(2000);
  await stands("The time has run out");
  await expect.element(said).toHaveTextContent("The time has run out.");
  await accessible(screen.container);
  await press("Start over");
  await stands("Where is your eID app?");
  vi.setSystemTime(Date.now() + THREE_MINUTES);
  await vi.advanceTimersByTimeAsync(1000);
  await stands("The time has run out");
  expect(onAnswer).not.toHaveBeenCalled();
  await press("End the attempt");
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith("timed_out");
});

test("U5: the code changes each second, stands still on request, and where the system asks for less motion", async () => {
  stopTime();
  const { screen, way, press } = await card("se_eid");
  await press("On another device");
  const code = screen.getByRole("img", { name: /^QR code/ });
  const drawn = () => code.element().querySelector("path")?.getAttribute("d");
  const first = drawn();
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(drawn).not.toBe(first);
  await press("Stop the code from changing");
  const held = drawn();
  await vi.advanceTimersByTimeAsync(3000);
  expect(drawn()).toBe(held);
  await press("Let the code change");
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(drawn).not.toBe(held);
  const less = [{ name: "prefers-reduced-motion", value: "reduce" }];
  await cdp().send("Emulation.setEmulatedMedia", { features: less });
  await expect.element(way("Stop the code from changing")).not.toBeInTheDocument();
  const still = drawn();
  await vi.advanceTimersByTimeAsync(3000);
  expect(drawn()).toBe(still);
});
