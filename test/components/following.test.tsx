import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Page } from "../../src-renderer/app/navigation/page.tsx";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Strip } from "../../src-renderer/monitoring/following/following-strip.tsx";
import type { Player } from "../../src-renderer/monitoring/following/use-following.ts";
import { usePace } from "../../src-renderer/monitoring/following/use-pace.ts";
import { ActAs } from "../../src-renderer/monitoring/instance/act-as.tsx";
import { PlayEveryone } from "../../src-renderer/monitoring/instance/play-everyone.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

const STEPS = ["lease", "annex"].map((document) => {
  return { label: `ada signs ${document}`, who: "ada", does: "signs", document };
});

function player(following: Partial<Player["following"]> = {}, more: Partial<Player> = {}): Player {
  return {
    following: {
      title: "Completes",
      steps: 3,
      done: 1,
      stopped: null,
      waitsUntil: null,
      first: 0,
      shown: [...STEPS],
      ...following,
    },
    ...{ playing: false, busy: false, next: vi.fn(), play: vi.fn(), stop: vi.fn(), leave: vi.fn() },
    ...more,
  };
}

test("the strip says how far a run has come, marks the next step, and takes it by keyboard", async () => {
  const given = player();
  const screen = await render(<Strip instance={shownRun()} player={given} />);
  await expect.element(screen.getByText("1 of 3 steps")).toBeVisible();
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["done:ada signs lease", "next:ada signs annex", "1 step more"]);
  await expect.element(steps.nth(1)).toHaveAttribute("aria-current", "step");
  (screen.getByRole("button", { name: "Next step" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(given.next).toHaveBeenCalledOnce();
  await screen.getByRole("button", { name: "Play all" }).click();
  await screen.getByRole("button", { name: "Play the rest at once" }).click();
  expect(vi.mocked(given.play).mock.calls).toEqual([["watch"], ["fast"]]);
});

test("a wait that the playing clock is passing is told with its end", async () => {
  const given = player({ waitsUntil: Date.UTC(2026, 2, 4, 9) }, { playing: true });
  const screen = await render(<Strip instance={shownRun()} player={given} />);
  await expect.element(screen.getByText(/^Waits until .*4.*, as the clock plays\.$/)).toBeVisible();
});

/** The page's main part, one at a time: menus open in the first. */
function onlyMain(): HTMLElement {
  document.querySelector("main")?.remove();
  return document.body.appendChild(document.createElement("main"));
}

/** A run's page, as far as the focus goes: what follows no steps has no strip. */
function FollowedRun() {
  const [following, setFollowing] = useState<Partial<Player["following"]> | null>({});
  const more = { play: () => setFollowing({ done: 3 }), leave: () => setFollowing(null) };
  return (
    <Page title="Lease">
      {following && <Strip instance={shownRun()} player={player(following, more)} />}
      <button type="button">Remind ada</button>
    </Page>
  );
}

test("the focus stays where it is after the last step, and goes on when the strip goes", async () => {
  const screen = await render(<FollowedRun />);
  const fast = screen.getByRole("button", { name: "Play the rest at once" });
  (fast.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("3 of 3 steps")).toBeVisible();
  await expect.element(fast).toHaveAttribute("aria-disabled", "true");
  await expect.element(fast).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(screen.getByRole("button", { name: "Remind ada" })).toHaveFocus();
});

test("steps that the line cannot show are counted at its end, and a click brings them into sight", async () => {
  const shown = Array.from({ length: 40 }, (_, at) => ({
    label: `ada signs d${at}`,
    who: "ada",
    does: "signs",
    document: `d${at}`,
  }));
  const screen = await render(<Strip instance={shownRun()} player={player({ steps: 40, done: 0, shown })} />);
  const later = screen.getByRole("button", { name: /^\d+ later$/ });
  const count = () => Number.parseInt(later.element().textContent ?? "", 10);
  await expect.element(later).toBeVisible();
  const first = count();
  expect(first).toBeGreaterThan(20);
  await later.click();
  await expect.element(screen.getByRole("button", { name: /^\d+ earlier$/ })).toBeVisible();
  await expect.poll(count).toBeLessThan(first);
});

test("a run that plays can be stopped; what was refused is reported, with what the flow waits for", async () => {
  const given = player({ stopped: "bo is not locked, so there is nothing to unlock." }, { playing: true });
  const screen = await render(<Strip instance={shownRun()} player={given} />);
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent(
      "Stopped at step 2: bo is not locked, so there is nothing to unlock. The run waits for: ada signs lease, ada signs annex.",
    );
  await screen.getByRole("button", { name: "Stop", exact: true }).click();
  expect(given.stop).toHaveBeenCalledOnce();
});

test("a run that has taken all steps offers none", async () => {
  const given = player({ done: 3 });
  const screen = await render(<Strip instance={shownRun({ status: "completed" })} player={given} />);
  await expect.element(screen.getByRole("button", { name: "Next step" })).toHaveAttribute("aria-disabled", "true");
  await screen.getByRole("button", { name: "Stop following" }).click();
  expect(given.leave).toHaveBeenCalledOnce();
});

async function menuOf(change: Partial<ReturnType<typeof shownRun>["participants"][number]>) {
  const instance = shownRun();
  const [ada] = instance.participants;
  if (ada === undefined) throw new Error("The run has nobody.");
  const container = onlyMain();
  const screen = await render(<ActAs instance={instance} participant={{ ...ada, ...change }} />, { container });
  const items = screen.getByRole("menuitem");
  const entries = () => items.elements().map((entry) => entry.textContent);
  return { screen, entries, button: screen.getByRole("button", { name: "Act as ada" }) };
}

test("act as: everything that somebody could do now; declining asks for a message first", async () => {
  const { screen, entries, button } = await menuOf({});
  await button.click();
  await expect
    .poll(entries)
    .toEqual([
      ...["Do all 2", "Sign lease", "Sign annex", "Decline lease…", "Decline annex…", "Decline the whole run…"],
      ...["Authenticate (to sign)", "Fail to authenticate (to sign)", "Fail until locked out (to sign)"],
      ...["Cancel the authentication (to sign)", "Let the authentication time out (to sign)"],
    ]);
  await screen.getByRole("menuitem", { name: "Decline the whole run…" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Decline as ada" })).toBeVisible();
  await expect.element(screen.getByLabelText("Message (optional)")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("U4: act as: by SMS one code may be mistyped, and what fails locks out", async () => {
  const { entries, button } = await menuOf({
    pending: [],
    mayReject: { flow: false, documents: [] },
    authenticates: [{ kind: "view", locked: false, otherFailures: [] }],
  });
  await button.click();
  await expect
    .poll(entries)
    .toEqual([
      ...["Authenticate (to open the page)", "Mistype a code (to open the page)"],
      "Fail until locked out (to open the page)",
    ]);
  await userEvent.keyboard("{Escape}");
});

test("U1, U3: act as: both authentications are offered, each by its own provider and lock", async () => {
  const { entries, button, screen } = await menuOf({
    pending: [],
    locked: true,
    mayReject: { flow: false, documents: [] },
    authenticates: [
      { kind: "view", locked: false, otherFailures: ["canceled", "timed_out"] },
      { kind: "sign", locked: true, otherFailures: [] },
    ],
  });
  await button.click();
  const toView = [
    ...["Authenticate (to open the page)", "Fail to authenticate (to open the page)"],
    ...["Fail until locked out (to open the page)", "Cancel the authentication (to open the page)"],
    "Let the authentication time out (to open the page)",
  ];
  await expect.poll(entries).toEqual(toView);
  const first = screen.getByRole("menuitem", { name: "Authenticate (to open the page)" });
  await expect.element(first).not.toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  const asked = await menuOf({
    mayReject: { flow: false, documents: [] },
    authenticates: [
      { kind: "view", locked: false, otherFailures: ["canceled", "timed_out"] },
      { kind: "sign", locked: true, otherFailures: [] },
    ],
  });
  await asked.button.click();
  const LOCKED = "Locked: unlock first.";
  await expect
    .poll(asked.entries)
    .toEqual([
      ...["Do all 2", "Sign lease", "Sign annex"],
      ...toView,
      ...["Authenticate", "Mistype a code", "Fail until locked out"].map((what) => `${what} (to sign)${LOCKED}`),
    ]);
  await userEvent.keyboard("{Escape}");
});

test("act as: whoever is locked out, or has nothing to do, is told to be so", async () => {
  const locked = await menuOf({ locked: true });
  await locked.button.click();
  const entry = locked.screen.getByRole("menuitem", { name: "Sign lease Locked: unlock first." });
  await expect.element(entry).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  await locked.screen.unmount();
  const idle = await menuOf({ pending: [], authenticates: [], mayReject: { flow: false, documents: [] } });
  await expect.element(idle.button).toHaveAttribute("aria-disabled", "true");
});

/** A page on which steps are played as long as it is open. */
function Played({ step, isLeft }: { readonly step: () => Promise<boolean>; readonly isLeft?: () => Promise<boolean> }) {
  const { play } = usePace();
  return (
    <button type="button" onClick={() => void play(step, "fast", isLeft)}>
      Play
    </button>
  );
}

test.each([
  ["the step was the last", false, true, []],
  ["nothing is left after the step", true, false, []],
  ["somebody has still to act", true, true, ["Playing stopped"]],
])("whoever leaves while steps are played is told of it only where something is left: %s", async (...given) => {
  const [, goesOn, left, told] = given;
  const said = vi.spyOn(toasts, "add").mockReturnValue("1");
  const underWay = Promise.withResolvers<boolean>();
  const isLeft = vi.fn(async () => left);
  const screen = await render(<Played step={() => underWay.promise} isLeft={isLeft} />);
  await screen.getByRole("button", { name: "Play" }).click();
  await screen.unmount();
  underWay.resolve(goesOn);
  await underWay.promise;
  await expect.poll(() => isLeft.mock.calls.length).toBe(goesOn ? 1 : 0);
  await isLeft.mock.results[0]?.value;
  expect(said.mock.calls.map(([{ title }]) => title)).toEqual(told);
  said.mockRestore();
});

/** A run that is played to its end; `end` is its end. */
function PlayedByAll({ end }: { readonly end: Promise<unknown> }) {
  const [status, setStatus] = useState<"in_progress" | "completed">("in_progress");
  const pace = usePace();
  void end.then(() => setStatus("completed"));
  return (
    <Page title="Lease">
      <PlayEveryone instance={shownRun({ status })} pace={pace} />
    </Page>
  );
}

test("promise 3: whoever plays everyone by keys keeps the focus where it was pressed, while it plays and after the end", async () => {
  const end = Promise.withResolvers<object>();
  vi.spyOn(host, "call").mockImplementation((() => end.promise) as never);
  const container = onlyMain();
  const screen = await render(<PlayedByAll end={end.promise} />, { container });
  const play = screen.getByRole("button", { name: "Play everyone" });
  (play.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("menuitem", { name: "To the end" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("button", { name: "Stop" })).toHaveFocus();
  end.resolve({ ok: true, value: shownRun({ status: "completed" }) });
  await expect.element(play).toHaveFocus();
  await expect.element(play).toHaveAttribute("aria-disabled", "true");
});
