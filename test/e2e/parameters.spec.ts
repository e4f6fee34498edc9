import { startReceiver } from "../harness/receiver.ts";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Parameters } from "./pages/parameters.ts";

test("authentication: each provider asks for its own fields, and one participant's is given to all; axe finds nothing in the forms of participants, light or dark", async ({
  flows,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const parameters = new Parameters(authoring);

  await test.step("promise 3: two people of one address are told, and axe finds nothing", async () => {
    const participants = await parameters.people("Participants");
    const address = (await participants.card("asa")).getByRole("textbox", { name: "E-mail address" });
    const own = await address.inputValue();
    await address.fill("lukasz.lind@example.test");
    await inspect(page, "parameters-participants", participants.form.getByText(/stands under two names/));
    await address.fill(own);
    await expect(participants.form.getByText(/stands under two names/)).toHaveCount(0);
  });

  const people = await parameters.people("Authentication");
  const card = await people.card("asa");
  const signing = card.getByRole("group", { name: "Before signing or approving" });
  const provider = signing.getByRole("combobox", { name: "Provider" });

  await test.step("P004: a method to view only is not offered for signing", async () => {
    await expect(provider.getByRole("option", { name: /dk_eid/ })).toHaveCount(0);
    await expect(
      card.getByRole("group", { name: "Before viewing", exact: true }).getByRole("option", { name: /dk_eid/ }),
    ).not.toHaveCount(0);
  });

  await test.step("P003: a code by SMS asks for the phone number at once", async () => {
    await provider.selectOption("sms_otp");
    await expect(provider).toHaveAccessibleDescription(/has no phone number/);
    await card.getByRole("textbox", { name: "Phone number" }).fill("+46701740605");
    await expect(provider).not.toHaveAccessibleDescription(/has no phone number/);
  });

  await test.step("P001: a field out of range is told under it", async () => {
    const tries = signing.getByRole("textbox", { name: "Tries per code" });
    await tries.fill("21");
    await expect(tries).toHaveAccessibleDescription(/must be a whole number from 1 to 20/);
    await tries.fill("3");
    await expect(authoring.line("attempts_per_sms: 3")).toBeVisible();
    await expect(tries).toHaveAttribute("aria-invalid", "false");
  });

  await test.step("another provider keeps what it knows too; lists and countries are read as typed", async () => {
    await signing.getByRole("textbox", { name: "Authentication id in events" }).fill("contract-id");
    await expect(authoring.line("label: contract-id")).toBeVisible();
    await provider.selectOption("idverify");
    await expect(authoring.line("provider: idverify")).toContainText("label: contract-id");
    await signing.getByRole("checkbox", { name: "Passport" }).check();
    await inspect(page, "parameters-authentication", signing.getByRole("checkbox", { name: "Passport" }));
    await signing.getByRole("textbox", { name: "Countries of the documents" }).fill("swe, nor");
    await expect(authoring.line("allowed_document_countries: [SWE, NOR]")).toBeVisible();
    await expect(signing.getByRole("textbox", { name: "Countries of the documents" })).toHaveAttribute(
      "aria-invalid",
      "false",
    );
  });

  await test.step("what is one's own is not given to the others", async () => {
    await signing.getByRole("button", { name: "Use for all participants" }).click();
    await expect(people.head("lukasz")).toHaveAccessibleDescription(/Before signing or approving: Identity document/);
    expect((await authoring.text()).match(/label: contract-id/g)).toHaveLength(1);
    // Whoever authenticates can fail to: the check says so, and nothing else is wrong.
    await expect(authoring.problems.getByRole("listitem")).toHaveText([
      /Any of asa, lukasz can fail to authenticate.*X103/,
    ]);
  });
});

test("a callback is set, keeps its password out of the text, and is tried against a receiver; a text that cannot be read, JSON and a bare process have forms that say so", async ({
  flows,
  shell,
  page,
}) => {
  const receiver = await startReceiver();
  const authoring = await flows.open(EXAMPLE.nda);
  const form = await new Parameters(authoring).section("Callback");
  const address = form.getByRole("textbox", { name: "Address" });
  const send = form.getByRole("button", { name: "Send a test event" });
  const outcome = form.getByRole("region", { name: "Send a test event" }).getByRole("status");

  await test.step("P006: an address elsewhere is told and allowed with one click", async () => {
    await address.fill("https://hooks.example.test/flow");
    await expect(address).toHaveAccessibleDescription(/Allow the host in the workspace/);
    await send.click();
    await expect(outcome).toContainText("do not leave this machine. Allow the host first.");
    await form.getByRole("button", { name: "Allow callbacks to hooks.example.test" }).click();
    await expect(address).not.toHaveAccessibleDescription(/Allow the host in the workspace/);
  });

  await test.step("law 9: a password goes to the secret store, and the text names it", async () => {
    await address.fill(receiver.url);
    await form.getByRole("combobox", { name: "Authentication" }).selectOption("basic");
    await send.click();
    await inspect(page, "parameters-callback", form.getByText("The password is not set"));
    await form.getByRole("textbox", { name: "User name" }).fill("loans");
    await form.getByLabel("Password", { exact: true }).fill("s3cret-of-the-hook");
    await form.getByRole("button", { name: "Save password" }).click();
    await expect(form.getByText(/^Saved as callback-/)).toBeVisible();
    const text = await authoring.text();
    expect(text).toMatch(/password_ref: callback-[0-9a-f-]{36}/);
    expect(text).not.toContain("s3cret");
    await expect(authoring.problems).toContainText("No problems");
  });

  await test.step("law 8: the test event arrives as a delivery would, and is listed among what left the machine", async () => {
    receiver.reply({ status: 204 });
    await send.click();
    await expect(outcome).toContainText(/Accepted with 204 after \d+ ms/);
    const [request] = receiver.received();
    const headers: Readonly<Record<string, string>> = request?.headers ?? {};
    const body = request?.body ?? "";
    expect(headers.authorization).toBe(`Basic ${Buffer.from("loans:s3cret-of-the-hook").toString("base64")}`);
    expect(JSON.parse(body)).toMatchObject({ type: "custom", callback_name: "test" });
    receiver.reply({ status: 500, body: "not today" });
    await send.click();
    await expect(outcome).toContainText("Answered 500");
    await outcome.getByText("Request and response").click();
    await expect(outcome).toContainText("not today");
    await expect(outcome).toContainText("authorization: Basic (hidden)");
    await shell.go("Settings");
    await expect(page.getByText(receiver.url).first()).toBeVisible();
  });
  await receiver.close();
  await shell.go("Flows");

  await test.step("while the text cannot be read, the forms show its last values and say why; JSON is edited alike", async () => {
    const authoring = await flows.open(EXAMPLE.nda);
    const settings = await new Parameters(authoring).section("Settings");
    const title = settings.getByRole("textbox", { name: "Title" });
    const duration = settings.getByRole("textbox", { name: "Days until it times out" });
    const shown = await title.inputValue();
    await inspect(page, "parameters-settings", settings.getByRole("combobox", { name: "Time zone" }));

    await authoring.cursorAfter("title: ");
    await page.keyboard.type('"');
    await expect(page.locator(".parameters-blocked")).toContainText("The text cannot be read");
    await inspect(page, "parameters-broken", page.locator(".parameters-blocked"));
    await expect(title).toBeDisabled();
    await expect(title).toHaveValue(shown);
    await page.keyboard.press("Backspace");
    await expect(title).toBeEnabled();

    await authoring.paste(
      '{\n  "title": "Plain",\n  "process": {"dsl-version": "0.3.0", "stages": []},\n  "duration": 30\n}\n',
    );
    await expect(title).toHaveValue("Plain");
    await duration.fill("400");
    await expect(duration).toHaveAccessibleDescription(/whole number of days from 1 to 365/);
    await duration.fill("45");
    await duration.press("Enter");
    await expect(authoring.line('"duration": 45')).toBeVisible();
    await expect(duration).toHaveAttribute("aria-invalid", "false");
    await duration.fill("");
    await duration.blur();
    await expect(authoring.line('"duration"')).toHaveCount(0);

    await authoring.paste('dsl-version: "0.3.0"\nstages: []\n');
    await expect(title).toBeDisabled();
    await page.getByRole("button", { name: "Make it a draft" }).click();
    await expect(authoring.line("process:")).toBeVisible();
    await expect(title).toBeEnabled();

    await authoring.paste('dsl-version: "0.3.0"\nstages: []\n');
    await expect(title).toBeDisabled();
    await page.getByRole("button", { name: "More ways to run" }).click();
    await page.getByRole("menuitem", { name: /^Make it a draft/ }).click();
    await expect(title).toBeEnabled();
  });
});

test("a stage's callback, redirect and viewing have forms in its panel", async ({ flows, page }) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await page.getByRole("button", { name: "signing", exact: true }).press("Enter");
  const stage = page.getByRole("region", { name: "Stage signing", exact: true });

  await test.step("a callback is added and renamed", async () => {
    await stage.getByRole("button", { name: "Add something else…" }).click();
    await page.getByRole("menuitem", { name: "Callback" }).click();
    const dialog = page.getByRole("dialog", { name: "Callback" });
    await dialog.getByRole("textbox", { name: "Name of the callback" }).fill("signing-started");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(authoring.card("signing")).toContainText("Callback signing-started");
    await stage.getByRole("button", { name: "Change: Callback signing-started" }).click();
    await dialog.getByRole("textbox").fill("begun");
    await dialog.getByRole("textbox").press("Enter");
    await expect(authoring.line("callback: {")).toContainText("callback-name: begun");
  });

  await test.step("E004: a redirect asks for a web address, and is taken away again", async () => {
    await stage.getByRole("button", { name: "Add redirect…" }).click();
    const dialog = page.getByRole("dialog", { name: "Redirect" });
    await dialog.getByRole("checkbox", { name: "asa" }).check();
    await dialog.getByRole("textbox", { name: "Web address" }).fill("example.test");
    await expect(dialog.getByRole("status")).toContainText("begins with https:// or http://");
    await dialog.getByRole("textbox", { name: "Web address" }).fill("https://example.test/done");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(authoring.line("redirect-to:")).toContainText("[asa]");
    await expect(authoring.problems).toContainText("No problems");
    await stage.getByRole("button", { name: /^Remove: asa go on to/ }).click();
    await expect(authoring.line("redirect-to:")).toHaveCount(0);
  });

  await test.step("A004: viewing permissions are offered in a micro_api flow only", async () => {
    await stage.getByRole("button", { name: "Add something else…" }).click();
    await expect(page.getByRole("menuitem", { name: "Allow viewing" })).toBeDisabled();
    await page.keyboard.press("Escape");
    const settings = await new Parameters(authoring).section("Settings");
    await settings.getByRole("combobox", { name: "Kind of flow" }).selectOption("micro_api");
    await expect(authoring.line("flow_kind: micro_api")).toBeVisible();
    await page.getByRole("tab", { name: "Canvas", exact: true }).click();
    await page.getByRole("button", { name: "signing", exact: true }).press("Enter");
    await stage.getByRole("button", { name: "Add something else…" }).click();
    await page.getByRole("menuitem", { name: "Allow viewing" }).click();
    const dialog = page.getByRole("dialog", { name: "Allow viewing" });
    await dialog.getByRole("checkbox", { name: "lukasz" }).check();
    await dialog.getByRole("checkbox", { name: "nda" }).check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(authoring.card("signing")).toContainText("lukasz may view nda");
    // It is allowed now; the check says that it changes nothing, for lukasz signs the document.
    await expect(authoring.problems.getByRole("listitem")).toHaveText([/lukasz.*X108/]);
  });
});
