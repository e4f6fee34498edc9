import type { Page } from "@playwright/test";
import { findings, pictured } from "./inspect.ts";
import { comeBack } from "./pages/participant.ts";
import { accessible, expect, oneSigner, type Signing, test } from "./signing.ts";

/** What brings a participant's page into a state, what its heading says then, and what there is to do next. */
interface State {
  readonly flow: string;
  /** After the page has been opened. */
  readonly reach?: (signing: Signing, page: Page) => Promise<unknown>;
  /** Before it is opened. */
  readonly before?: (signing: Signing) => Promise<unknown>;
  readonly heading: string | RegExp;
  readonly next: string | RegExp;
}

const TWO = `
title: Agreement
process:
  dsl-version: "0.3.0"
  stages:
    - first:
        actions: []
        expect: { signed-by: { users: [Bo], documents: [nda] } }
    - second:
        actions: []
        expect: { signed-by: { users: [Maja], documents: [nda] } }
process_parameters:
  documents: { nda: $nda }
  users:
    Bo: { id_type: email, id: bo@example.test }
    Maja: { id_type: email, id: maja@example.test }
`;
const sign = ({ host, id }: Signing, participant = "Maja") =>
  host.participants.sign({ instanceId: id, participant, document: "nda" });
const done = async (signing: Signing) => {
  await sign(signing);
  await signing.host.idle();
};
const REDIRECT = `          redirect-to: { users: [Maja], url: "http://127.0.0.1:9/thanks" }`;
const SHORT = `process_settings: { accessible_duration: 5 }\n`;

const STATES: Readonly<Record<string, State>> = {
  overview: { flow: oneSigner(), heading: "Please sign one document", next: /Read and sign/ },
  waiting: { flow: TWO, heading: "It is not your turn yet", next: /updates by itself/ },
  redirect: { flow: oneSigner("", REDIRECT), reach: done, heading: /sealed/, next: "Continue now" },
  done: { flow: oneSigner(), reach: done, heading: /sealed/, next: "Download sealed PDF" },
  archived: {
    flow: oneSigner(", auth_to_view_archived: { provider: dk_eid_new }"),
    before: done,
    heading: /identity|you/i,
    next: "Start",
  },
  expired: {
    flow: `${oneSigner()}${SHORT}`,
    before: async (signing) => {
      await done(signing);
      await signing.advanceTo("2026-09-02T09:00:00Z");
    },
    heading: "The viewing period has ended",
    next: /ask the sender for a copy/,
  },
  canceled: {
    flow: TWO,
    reach: ({ host, id }) => host.instances.cancel(id),
    heading: "The sender has canceled this",
    next: /contact the sender.*Bo.*Not needed.*Maja.*Not needed/s,
  },
  "timed-out": {
    flow: oneSigner(),
    reach: (signing) => signing.advanceTo("2026-08-02T09:00:00Z"),
    heading: "The time has run out",
    next: /ask the sender to extend the deadline.*Maja.*No answer/s,
  },
  trashed: {
    flow: oneSigner(),
    before: async ({ host, id }) => {
      await host.instances.cancel(id);
      await host.instances.trash(id);
    },
    heading: "No longer available",
    next: /contact the sender/,
  },
  deleted: {
    flow: oneSigner(),
    reach: async ({ host, id }, page) => {
      await host.instances.cancel(id);
      await host.instances.trash(id);
      await comeBack(page);
      await expect(page.getByRole("heading", { name: "No longer available" })).toBeVisible();
      await host.instances.remove(id);
    },
    heading: "No longer available",
    next: /contact the sender/,
  },
  "locked-out": {
    flow: oneSigner(", auth_to_sign: { provider: se_eid, max_failures: 1 }"),
    before: ({ host, id }) => host.plays.act(id, "Maja is locked out"),
    heading: "Too many attempts",
    next: /sender/,
  },
  "dead-link": {
    flow: oneSigner(),
    reach: (signing, page) => page.goto(`${signing.link("Maja").slice(0, -3)}abc`),
    heading: "This link does not work",
    next: /Open it again from the message/,
  },
  "no-session": {
    flow: oneSigner(),
    reach: async (_, page) => {
      await page.context().clearCookies();
    },
    heading: "Please open your link again",
    next: /Open the link in the message/,
  },
};

/** The colours of both schemes are looked at once: they do not depend on the width. */
const inLight = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await findings(page, [".textLayer"])).toEqual([]);
};

for (const [name, { flow, before, reach, heading, next }] of Object.entries(STATES)) {
  test(`WCAG 2.2 AA: the page ${name} says where it stands and what to do next, 320 and 1024 pixels wide, light and dark`, async ({
    begin,
    faults,
  }) => {
    const signing = await begin(flow);
    await before?.(signing);
    const page = await signing.visit("Maja");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await reach?.(signing, page);
    await comeBack(page);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(next);
    for (const [width, height, look] of [
      [320, 640, inLight],
      [1024, 700, accessible],
    ] as const) {
      await page.setViewportSize({ width, height });
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(sideways).toBeLessThanOrEqual(0);
      const [wordmark, language] = [page.locator(".wordmark"), page.locator(".language")];
      const rows = async () => [(await wordmark.boundingBox())?.y ?? 0, (await language.boundingBox())?.y ?? 999];
      await expect.poll(async () => Math.abs((await rows()).reduce((one, other) => one - other))).toBeLessThan(20);
      await look(page);
      await pictured(page, `state-${name}-${width}`);
    }
    // The refusals themselves, as the browser's console has them.
    expect(faults.every((fault) => /40[14]/.test(fault))).toBe(true);
    faults.length = 0;
  });
}

test("hostile input: a title of 500 characters, the most that starts, and a name of 10,000 fill no page, and are shown whole when asked", async ({
  begin,
}) => {
  const long = "Wide ".repeat(2000).trim();
  const flow = oneSigner()
    .replace("title: Agreement", `title: ${long.slice(0, 499)}`)
    .replace("id_type: email, id: maja@example.test", `id_type: full_name, id: "${long}", email: maja@example.test`);
  const signing = await begin(flow);
  const page = await signing.visit("Maja");
  await page.setViewportSize({ width: 320, height: 700 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect(page.locator(".acting-as")).toContainText(long);
  await expect(page.getByRole("link", { name: /^Read and sign/ })).toBeVisible();
  expect(await height()).toBeLessThan(3000);
  await accessible(page);
  await page.locator(".person-name").getByRole("button", { name: "Show all" }).click();
  expect(await height()).toBeGreaterThan(5000);
  await sign(signing).then(({ ok }) => expect(ok).toBe(true));
});
