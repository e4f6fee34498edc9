import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { comeBack } from "./pages/participant.ts";
import { Versions } from "./pages/versions.ts";

test("promise 3: axe finds nothing in the app before anything has run, light or dark", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  await inspect(page, "flows", flows.row(EXAMPLE.nda));
  await shell.go("Home");
  await inspect(page, "home", page.getByRole("button", { name: "Supplier onboarding" }));
  for (const view of ["Runs", "Mailbox", "Callbacks"] as const) {
    await shell.go(view);
    await inspect(page, `${view.toLowerCase()}-empty`, page.locator(".empty-state h2"));
  }
  await shell.go("Settings");
  await page.getByRole("button", { name: "Make credentials" }).click();
  await inspect(page, "settings", page.getByText("accesssecret"));

  await shell.go("Flows");
  const authoring = await flows.open(EXAMPLE.board);
  await inspect(page, "authoring", authoring.card("decision"));
  await page.getByRole("button", { name: "More ways to run" }).click();
  await inspect(page, "authoring-menu", page.getByRole("menu"));
  await page.keyboard.press("Escape");
  await authoring.cursorAfter("users: [elina");
  await page.keyboard.type("x");
  await inspect(page, "authoring-problems", authoring.problem("R001").first());
  const versions = new Versions(page);
  await versions.open();
  await inspect(page, "versions", versions.text);
});

test("promise 3, G3, G6: axe finds nothing in the views of a run, light or dark; it shows its groups, and who declined what with which message", async ({
  flows,
  shell,
  mailbox,
  page,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.board);
  const run = page.url();
  await expect(instance.stages).toContainText("2 of 3 sign resolution; 0 have");
  await expect(instance.stages.locator(".flow-picture")).toContainText("Under way");
  await expect(instance.participant("elina")).toContainText("May sign resolution; 2 of 3 are needed");
  await inspect(page, "instance", instance.history.getByText("was started").first());
  await test.step("the run is a place: its mail, its history and the rest are its tabs, each with an address", async () => {
    await instance.history.getByRole("button", { name: /^\d+ consequences$/ }).click();
    await instance.history.getByRole("link", { name: /^Open message: An invitation to elina/ }).click();
    await expect(mailbox.message).toContainText("elina");
    await expect(page).toHaveURL(/\?tab=mail&open=/);
    await inspect(page, "run-mail", mailbox.message);
    const history = await instance.tab("History");
    await history.getByRole("button", { name: "Messages" }).click();
    await inspect(page, "run-history", history.getByText("was started").first());
    await inspect(page, "run-documents", (await instance.tab("Documents")).getByText("SHA-256").first());
    await inspect(page, "run-json", (await instance.tab("Raw JSON")).getByText('"access_links"'));
    await inspect(page, "run-callbacks", (await instance.tab("Callbacks")).getByRole("table", { name: "Callbacks" }));
    await page.goBack();
    await expect(page).toHaveURL(/\?tab=raw$/);
    await instance.tab("Overview");
    await expect(page).toHaveURL(run);
  });
  await page.keyboard.press("ControlOrMeta+KeyK");
  await inspect(page, "palette", shell.palette.getByRole("option").first());
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel run" }).click();
  const asked = page.getByRole("alertdialog", { name: "Cancel this run?" });
  await inspect(page, "confirm", asked);
  await asked.getByRole("button", { name: "Keep running" }).click();

  await shell.go("Runs");
  await inspect(page, "instances", page.getByRole("row").filter({ hasText: EXAMPLE.board }));
  await shell.go("Mailbox");
  await mailbox.read("elina");
  await inspect(page, "mailbox", mailbox.message.getByRole("link", { name: "Open access link" }));
  await shell.go("Callbacks");
  await page.getByRole("table", { name: "Callbacks" }).getByRole("link").first().click();
  await inspect(page, "callbacks", page.getByRole("article", { name: "Callback" }).getByRole("heading", { level: 2 }));

  await page.goto(run);
  await instance.ready(EXAMPLE.board);
  const elina = await instance.participantPage("elina");
  await elina.read("Resolution of the Board of Directors");
  await elina.reject("The price is missing.");
  await expect(instance.participant("elina")).toContainText("Declined resolution: “The price is missing.”");
  await expect(instance.participant("jonas")).toContainText("Did nothing before the run ended");
  await inspect(page, "declined", instance.participants);
});

test("promise 3: axe finds nothing on the participant's page while things are asked, when they are done, or it is closed, light or dark", async ({
  flows,
  faults,
}) => {
  test.slow();
  await test.step("while things are asked", async () => {
    const instance = await flows.start(EXAMPLE.loan);
    const borrower = await instance.participantPage("borrower");
    const { page, dialog } = borrower;
    await inspect(page, "participant-asked", borrower.standing);
    await borrower.read("Loan Agreement");
    await inspect(page, "participant-document", page.getByRole("group", { name: "Page 1 of 3" }));
    await page.getByRole("button", { name: "Decline…" }).click();
    await inspect(page, "participant-decline", dialog.getByRole("button", { name: "Decline document" }));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await borrower.askToSign();
    await inspect(page, "participant-authenticate", dialog.getByRole("button", { name: "Send code" }));
    await dialog.getByRole("button", { name: "Send code" }).click();
    await inspect(page, "participant-code", dialog.getByRole("textbox", { name: "6-digit code" }));
    const lender = await instance.participantPage("lender");
    await inspect(lender.page, "participant-ahead", lender.standing);
  });

  const nda = await flows.start(EXAMPLE.nda);
  const asa = await nda.participantPage("asa");
  await asa.read("Mutual Non-Disclosure Agreement");
  await asa.askToSign();
  for (const [way, shown] of [
    ["Draw", asa.dialog.getByRole("img", { name: /^Drawing area/ })],
    ["Image", asa.dialog.getByText("Choose an image of your signature")],
    ["Type", asa.dialog.getByRole("textbox", { name: "Your full name" })],
  ] as const) {
    await asa.dialog.getByRole("tab", { name: way }).click();
    await inspect(asa.page, `participant-sign-${way.toLowerCase()}`, shown);
  }
  await asa.signTyped("Åsa Öberg");
  await inspect(asa.page, "participant-done", asa.standing);
  const lukasz = await nda.participantPage("lukasz");
  await lukasz.read("Mutual Non-Disclosure Agreement");
  await lukasz.reject("The term is too long for us.");
  await lukasz.stands("You have declined");
  await inspect(lukasz.page, "participant-declined", lukasz.standing);
  await comeBack(asa.page);
  await asa.stands(/^lukasz declined/);
  await inspect(asa.page, "participant-rejected", asa.standing);
  await asa.page.goto(asa.page.url().replace(/\/participant\/.*/, `/participant/${nda.id}/1`));
  const title = asa.page.getByRole("heading", { level: 1, name: "Please open your link again" });
  await inspect(asa.page, "participant-no-session", title);
  expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
  faults.length = 0;
});
