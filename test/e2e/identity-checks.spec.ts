import type { Locator, Page } from "@playwright/test";
import { answer, comeBack } from "./pages/participant.ts";
import { accessible, expect, oneSigner, test } from "./signing.ts";

/** The provider's card, which says SIMULATED on every step [U5]. */
const cardOf = (page: Page): Locator => page.getByRole("group", { name: /^SIMULATED/ });

/** The step that is shown has the focus, so that a screen reader reads it and the Tab key goes on from it. */
async function stands(page: Page, title: string): Promise<void> {
  await expect(cardOf(page).getByRole("heading")).toHaveText(title);
  await expect(cardOf(page).getByRole("heading")).toBeFocused();
}

/** Titles of the steps that axe has seen: a look at each takes its time, and none differs from one test to the next. */
const seen = new Set<string>();

async function lookOnce(page: Page, title: string): Promise<void> {
  if (seen.has(title)) return;
  seen.add(title);
  await accessible(page);
}

async function go(page: Page, way: string, title: string): Promise<void> {
  await cardOf(page).getByRole("button", { name: way, exact: true }).click();
  await stands(page, title);
  await lookOnce(page, title);
}

const isOpen = (page: Page) => expect(page.getByRole("heading", { level: 1 })).toHaveText("Agreement");

test("U5: se_eid by another device: a code to scan, a confirmation, and the page opens", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: se_eid, max_failures: 3 }"));
  const page = await signing.visit("Maja");
  await expect(cardOf(page)).toContainText("SIMULATED");
  await page.getByRole("button", { name: "Start" }).click();
  await stands(page, "Where is your eID app?");
  await accessible(page);
  await go(page, "On another device", "Scan the QR code");
  await go(page, "Use this device instead", "Start your eID app");
  await go(page, "Use another device instead", "Scan the QR code");
  await go(page, "Scan the code", "Confirm in the app");
  await cardOf(page).getByRole("button", { name: "Identify yourself" }).click();
  await isOpen(page);
});

test("U5: a step is canceled on the page and rejected in the app; loading the page again begins the steps anew", async ({
  begin,
}) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: se_eid, max_failures: 3 }"));
  const page = await signing.visit("Maja");
  await page.getByRole("button", { name: "Start" }).click();
  await go(page, "On this device", "Start your eID app");
  await cardOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The identification was canceled.")).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  await go(page, "On this device", "Start your eID app");
  await page.reload();
  await expect(cardOf(page).getByRole("heading")).toHaveText("Where is your eID app?");
  await go(page, "On this device", "Start your eID app");
  await go(page, "Open the app", "Confirm in the app");
  await cardOf(page).getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("The identification was canceled.")).toBeVisible();
  expect(reasons(signing)).toEqual(["canceled", "canceled"]);
});

/** Why the attempts failed that the history has. */
function reasons({ host, id }: Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]["begin"]>>) {
  const history = host.instances.history(id);
  if (!history.ok) throw new Error(history.error.message);
  return history.value.items.flatMap(({ event }) => (event.type === "authentication_attempted" ? [event.reason] : []));
}

test("U3: a failed check says how often it may be tried, and after the last try whom to ask; whoever the author unlocks begins anew", async ({
  begin,
}) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: ftn, max_failures: 1 }"));
  const page = await signing.visit("Maja");
  for (const said of ["The identification failed. You can try once more.", /^Too many attempts/]) {
    await page.getByRole("button", { name: "Start" }).click();
    await answer(page, "Failure");
    await expect(page.getByText(said)).toBeVisible();
  }
  await signing.host.participants.unlock(signing.id, "Maja");
  await comeBack(page);
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await expect(page.getByText(/^The identification failed/)).toHaveCount(0);
});

test("U5: on a small phone, what the next step offers stands on the screen", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: dk_eid_new/dk_eid_old }"));
  const page = await signing.visit("Maja");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("button", { name: "Start" }).click();
  await stands(page, "Choose how to log on");
  for (const name of ["New Danish eID", "Old Danish eID", "Cancel"])
    await expect(cardOf(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await go(page, "Old Danish eID", "Log on");
  await expect(cardOf(page).getByRole("button", { name: "Continue" })).toBeInViewport({ ratio: 1 });
});

test("U5: idverify takes the flow's documents and countries, and finds another date of birth", async ({ begin }) => {
  const auth = `, auth_to_view: { provider: idverify, method: document_and_video, max_failures: 3, DoB: "1980-12-31",
      document_capture: mobile_only, allowed_document_types: [passport, driving_licence], allowed_document_countries: [FIN, SWE] }`;
  const signing = await begin(oneSigner(auth));
  const page = await signing.visit("Maja");
  const card = cardOf(page);
  await page.getByRole("button", { name: "Start" }).click();
  await stands(page, "Which identity document do you use?");
  await accessible(page);
  await expect(card.getByRole("combobox", { name: "Issuing country" }).getByRole("option")).toHaveText([
    "Finland",
    "Sweden",
  ]);
  await expect(card.getByRole("radio")).toHaveCount(2);
  await expect(card.getByRole("radio", { name: "Passport" })).toBeChecked();
  await card.getByRole("radio", { name: "Driving licence" }).check();
  await go(page, "Continue", "Go on with your phone");
  await go(page, "Scan the code", "Photograph the front");
  await go(page, "Take the picture", "Photograph the back");
  await go(page, "Take the picture", "Can everything be read?");
  await go(page, "Take them again", "Photograph the front");
  await go(page, "Take the picture", "Photograph the back");
  await go(page, "Take the picture", "Can everything be read?");
  await card.getByRole("checkbox", { name: /^The document shows another date of birth/ }).check();
  await go(page, "Yes, use the pictures", "Record a short video");
  await go(page, "Record", "Have it checked");
  await card.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("The date of birth on the document is not the one")).toBeVisible();
  expect(reasons(signing)).toEqual(["date_of_birth_mismatch"]);
  await page.getByRole("button", { name: "Start" }).click();
  // A passport has one page to photograph.
  await go(page, "Continue", "Go on with your phone");
  await go(page, "Scan the code", "Photograph the page with your photo");
  await go(page, "Take the picture", "Can everything be read?");
  await go(page, "Yes, use the pictures", "Record a short video");
  await go(page, "Record", "Have it checked");
  await card.getByRole("button", { name: "Send" }).click();
  await isOpen(page);
});

test("U5: every answer can be had at once, without the steps", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: ftn, max_failures: 9 }"));
  const page = await signing.visit("Maja");
  for (const [outcome, says] of [
    ["Failure", "The identification failed. You can try 9 more times."],
    ["Cancel", "The identification was canceled. You can try 8 more times."],
    ["Time-out", "The identification took too long. You can try 7 more times."],
  ] as const) {
    await page.getByRole("button", { name: "Start" }).click();
    await answer(cardOf(page).locator(".answers"), outcome);
    await expect(page.getByText(says)).toBeVisible();
  }
  await page.getByRole("button", { name: "Start" }).click();
  await answer(cardOf(page).locator(".answers"), "Success");
  await isOpen(page);
});

test("U4: the code of an SMS is filled in from the mailbox, once the SMS has arrived", async ({ begin, faults }) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: sms_otp, max_failures: 3 }"));
  const { mailbox, settings } = signing.host;
  expect(
    (await mailbox.setRules([{ address: "+46701740605", effect: { kind: "bounce", reason: "No such number." } }])).ok,
  ).toBe(true);
  const page = await signing.visit("Maja");
  await page.getByRole("button", { name: "Send code" }).click();
  const field = page.getByRole("textbox", { name: "6-digit code" });
  await expect(field).toBeFocused();
  await signing.host.idle();
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(page.getByText("The SMS has not arrived.")).toBeVisible();
  await expect(field).toHaveValue("");
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("409")));
  expect((await mailbox.setRules([])).ok).toBe(true);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText("A new code has been sent.")).toBeVisible();
  const code = await signing.code("Maja");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(page.getByText("The code from the SMS is filled in.")).toBeVisible();
  await expect(field).toHaveValue(code);
  await expect(field).toBeFocused();
  await accessible(page);
  expect((await settings.setOffersCodes(false)).ok).toBe(true);
  await comeBack(page);
  await expect(page.getByRole("button", { name: "Use code" })).toBeHidden();
  expect((await settings.setOffersCodes(true)).ok).toBe(true);
  await page.keyboard.press("Enter");
  await isOpen(page);
});
