import { scannedPage } from "../fixtures/pdfs.ts";
import { must } from "../harness/workspace.ts";
import { findings } from "./inspect.ts";
import { answer, comeBack, ParticipantPage } from "./pages/participant.ts";
import { accessible, expect, oneSigner, test } from "./signing.ts";

const NDA = "Mutual Non-Disclosure Agreement";

/** Maja signs one document and approves another; Otto signs after her. */
const twoStages = (extra = "") => `
title: Framework agreement 2026
process:
  dsl-version: "0.3.0"
  stages:
    - first:
        actions: []
        expect:
          signed-by: { users: [Maja], documents: [nda] }
          approved-by: { users: [Maja], documents: [loan] }
    - second:
        actions: []
        expect: { signed-by: { users: [Otto], documents: [nda] } }
process_parameters:
  documents: { nda: $nda, loan: $loan }
  users:
    Maja: { id_type: email, id: maja@example.test, phone_number: "+46701740605" }
    Otto: { id_type: email, id: otto@example.test }
${extra}`;

test("a participant reads, signs and approves", async ({ begin }) => {
  const signing = await begin(twoStages());
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.stands("Please sign and approve 2 documents");
  await accessible(maja.page);
  await maja.read(NDA);
  await expect(maja.page.locator(".textLayer").first()).toContainText("Norrsken Instruments");
  await accessible(maja.page);
  await maja.askToSign();
  await accessible(maja.page);
  await maja.signDrawn();
  // One act is left: its document opens by itself [G15] [interface 2.7].
  await expect(maja.page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(maja.notice).toHaveText(`You have signed “${NDA}”.`);
  await maja.approve();
  await maja.stands("You have signed");
  await expect(maja.notice).toContainText("You have approved");
});

test("the page follows the others to the sealed documents", async ({ begin }) => {
  const { host, id, visit } = await begin(twoStages());
  const maja = new ParticipantPage(await visit("Maja"));
  const otto = new ParticipantPage(await visit("Otto"));
  await maja.stands("Please sign and approve 2 documents");
  await otto.stands("It is not your turn yet");
  must(await host.participants.sign({ instanceId: id, participant: "Maja", document: "nda" }));
  must(await host.participants.approve({ instanceId: id, participant: "Maja", document: "loan" }));
  await maja.stands("You have signed");
  await otto.stands("Please sign one document");
  await otto.read(NDA);
  await otto.askToSign();
  await otto.signTyped("Otto Lind");
  await maja.stands("All documents are signed and sealed");
  await expect(maja.page.getByRole("link", { name: /^Download sealed PDF/ })).toHaveCount(2);
  await accessible(maja.page);
});

test("a scanned page is drawn: its decoder runs under the page's content policy", async ({ begin, context }) => {
  const signing = await begin(oneSigner().replace("nda: $nda", "nda: $given"), await scannedPage());
  // Fax has a second decoder, in JavaScript; JPEG 2000 has none. pdf.js says so when WebAssembly is denied.
  const warnings: string[] = [];
  context.on("console", (message) => warnings.push(message.text()));
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.read("Given");
  const middle = () =>
    maja.page.locator("canvas.pdf-picture").evaluate((canvas: HTMLCanvasElement) => {
      const pixel = canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return [...(pixel ?? [])].join(" ");
    });
  await expect.poll(middle).toBe("0 0 0 255");
  expect(warnings.filter((text) => text.includes("Wasm"))).toEqual([]);
});

test("automatic redirects: `never` leads back to the overview", async ({ begin }) => {
  const signing = await begin(twoStages("process_settings: { automatic_document_redirects: never }"));
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.read(NDA);
  await maja.askToSign();
  await maja.signTyped("Maja Bergqvist");
  await maja.stands("Please approve one document");
});

test("everything by the keyboard: read, zoom, sign", async ({ begin }) => {
  const signing = await begin(oneSigner());
  const page = await signing.visit("Maja");
  const maja = new ParticipantPage(page);
  await page.getByRole("link", { name: /^Read and sign/ }).focus();
  await page.keyboard.press("Enter");
  const pages = page.getByRole("region", { name: `Pages of ${NDA}` });
  await pages.focus();
  await page.keyboard.press("+");
  await expect(page.getByText("125 %")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".pdf-place")).toHaveText("Page 3 of 3");
  await page.getByRole("button", { name: "Sign…" }).focus();
  await page.keyboard.press("Enter");
  await expect(maja.dialog.getByRole("tab", { name: "Type" })).toHaveAttribute("aria-selected", "true");
  await expect(maja.dialog.getByRole("textbox", { name: "Your full name" })).toBeFocused();
  await page.keyboard.type("Maja Bergqvist");
  await page.keyboard.press("Enter");
  await maja.stands(/sealed|Everybody is done/);
});

test("an empty signature is asked for, Escape gives the focus back, and an image is taken as a signature", async ({
  begin,
}) => {
  const signing = await begin(oneSigner());
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.read(NDA);
  await maja.askToSign();
  const name = maja.dialog.getByRole("textbox", { name: "Your full name" });
  await name.fill("");
  await maja.dialog.getByRole("button", { name: "Sign document" }).click();
  await expect(maja.dialog.getByText("Add your signature first.")).toBeVisible();
  await expect(name).toBeFocused();
  await maja.page.keyboard.press("Escape");
  await expect(maja.page.getByRole("button", { name: "Sign…" })).toBeFocused();
  await maja.page.keyboard.press("Enter");
  await maja.dialog.getByRole("tab", { name: "Image" }).click();
  const file = maja.dialog.getByLabel("Choose an image of your signature");
  const picture = await maja.page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 80 } });
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: picture });
  await expect(maja.dialog.getByRole("img", { name: "Your signature" })).toBeVisible();
  await accessible(maja.page);
  await maja.confirm("Sign document");
  await maja.stands(/sealed|Everybody is done/);
});

test("G6: declining a document with a message ends the flow for everybody", async ({ begin }) => {
  const signing = await begin(twoStages());
  const maja = new ParticipantPage(await signing.visit("Maja"));
  const otto = new ParticipantPage(await signing.visit("Otto"));
  await otto.stands("It is not your turn yet");
  await maja.read(NDA);
  await maja.reject("Clause 4 is not what we agreed.");
  await maja.stands("You have declined");
  await comeBack(otto.page);
  await otto.stands(`Maja declined “${NDA}”`);
  await expect(otto.page.getByText("Clause 4 is not what we agreed.")).toBeVisible();
  await accessible(otto.page);
});

test("G6: declining everything says what follows, and does it", async ({ begin }) => {
  const signing = await begin(twoStages());
  const otto = new ParticipantPage(await signing.visit("Otto"));
  await otto.page.getByRole("button", { name: "Decline everything…" }).click();
  await expect(otto.dialog).toContainText("This ends the flow for everybody.");
  await accessible(otto.page);
  await otto.confirm("Decline everything");
  await otto.stands("You have declined");
});

test("U1 U4: a code by SMS before viewing; wrong codes, a new code, and then the page opens", async ({ begin }) => {
  const auth = ", auth_to_view: { provider: sms_otp, max_failures: 2, attempts_per_sms: 2 }";
  const signing = await begin(oneSigner(auth));
  const page = await signing.visit("Maja");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your identity");
  await expect(page.getByText("+•••••••••05")).toBeVisible();
  await page.getByRole("button", { name: "Send code" }).click();
  const code = page.getByRole("textbox", { name: "6-digit code" });
  await expect(code).toBeVisible();
  const right = await signing.code("Maja");
  const wrong = right === "000000" ? "000001" : "000000";
  await code.fill(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByText("That is not the right code.")).toContainText("You can enter it once more.");
  await accessible(page);
  await code.fill("12");
  await page.getByRole("button", { name: "Confirm code" }).click();
  await expect(page.getByText("The code has 6 digits.")).toBeVisible();
  await expect(code).toBeFocused();
  // Loading the page again costs no SMS: the attempt goes on.
  await page.reload();
  await expect(code).toBeVisible();
  await code.fill(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByText("entered wrongly too often and is no longer valid")).toBeVisible();
  await expect(code).toBeHidden();
  await expect(page.getByRole("button", { name: "Send a new code" })).toBeFocused();
  await accessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("A new code has been sent.")).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(await signing.code("Maja"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agreement");
});

test("U3: too many wrong codes lock the page until the author unlocks it", async ({ begin }) => {
  const auth = ", auth_to_view: { provider: sms_otp, max_failures: 1, attempts_per_sms: 1 }";
  const signing = await begin(oneSigner(auth));
  const page = await signing.visit("Maja");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("textbox", { name: "6-digit code" })).toBeVisible();
  const right = await signing.code("Maja");
  await page.getByRole("textbox", { name: "6-digit code" }).fill(right === "000000" ? "000001" : "000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Too many attempts")).toBeVisible();
  await accessible(page);
  await signing.host.participants.unlock(signing.id, "Maja");
  await comeBack(page);
  await expect(page.getByRole("button", { name: "Send code" })).toBeVisible();
});

test("U5: an outcome that the author scripted is followed without a choice", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_view: { provider: ftn, max_failures: 3 }"));
  await signing.host.participants.scriptOutcomes(signing.id, "Maja", [{ outcome: "success" }]);
  const page = await signing.visit("Maja");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agreement");
});

test("several documents are signed in one go, each ticked by its title, after one authentication", async ({
  begin,
}) => {
  const signing = await begin(`
title: Two agreements
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: []
        expect: { signed-by: { users: [Maja], documents: [nda, loan] } }
process_parameters:
  documents: { nda: $nda, loan: $loan }
  users: { Maja: { id_type: full_name, id: Maja Bergqvist, auth_to_sign: { provider: ftn } } }
`);
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.page.setViewportSize({ width: 320, height: 640 });
  await maja.page.getByRole("button", { name: "Sign 2 documents together…" }).click();
  await maja.dialog.getByRole("button", { name: "Start" }).click();
  await answer(maja.dialog, "Success");
  await maja.dialog.getByRole("button", { name: "Sign documents (0)" }).click();
  await expect(maja.dialog.getByText("Tick at least one document.")).toBeVisible();
  await maja.dialog.getByRole("checkbox", { name: NDA }).check();
  await maja.dialog.getByRole("checkbox", { name: "Loan Agreement" }).check();
  await accessible(maja.page);
  await maja.confirm("Sign documents (2)");
  await expect(maja.notice).toHaveText("You have signed 2 documents.");
  await maja.stands(/sealed|Everybody is done/);
  const stands = maja.page.getByRole("heading", { name: /sealed|Everybody is done/ });
  await expect(stands, "on a phone, from far down the page").toBeInViewport({ ratio: 1 });
});

test("U1: signing asks for an authentication that names the documents it covers", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_sign: { provider: sms_otp, max_failures: 3 }"));
  const maja = new ParticipantPage(await signing.visit("Maja"));
  await maja.read(NDA);
  await maja.askToSign();
  await expect(maja.dialog.getByRole("listitem")).toHaveText([NDA]);
  await expect(maja.dialog.getByRole("button", { name: "Send code" })).toBeFocused();
  await maja.page.keyboard.press("Enter");
  await expect(maja.dialog.getByRole("textbox", { name: "6-digit code" })).toBeFocused();
  await accessible(maja.page);
  await maja.page.keyboard.type(await signing.code("Maja"));
  await maja.page.keyboard.press("Enter");
  await expect(maja.dialog.getByRole("textbox", { name: "Your full name" })).toBeFocused();
  await maja.signTyped("Maja Bergqvist");
  await maja.stands(/sealed|Everybody is done/);
});

for (const first of ["the page notices it", "the signature is sent"] as const) {
  test(`U1: an authentication that has run out is asked for again, and the signature is kept: ${first} first`, async ({
    begin,
    faults,
  }) => {
    const signing = await begin(oneSigner(", auth_to_sign: { provider: idverify, max_failures: 3 }"));
    const maja = new ParticipantPage(await signing.visit("Maja"));
    await maja.read(NDA);
    await maja.askToSign();
    const identify = async () => {
      await maja.dialog.getByRole("button", { name: "Start" }).click();
      await answer(maja.dialog, "Success");
    };
    await identify();
    const name = maja.dialog.getByRole("textbox", { name: "Your full name" });
    await name.fill("Maja Bergqvist");
    const asked = maja.dialog.getByRole("heading", { name: "Confirm your identity" });
    const noticing = Promise.withResolvers<void>();
    if (first === "the page notices it") {
      await signing.advanceTo("2026-03-02T09:11:00Z");
      await comeBack(maja.page);
    } else {
      await maja.page.route("**/local/participant/*", async (route) => {
        await noticing.promise;
        await route.continue();
      });
      await signing.advanceTo("2026-03-02T09:11:00Z");
      const refused = maja.page.waitForResponse((response) => response.status() === 401);
      await maja.dialog.getByRole("button", { name: "Sign document" }).click();
      await refused;
      noticing.resolve();
      await expect(maja.dialog.getByRole("alert").filter({ hasText: "no longer covers" })).toBeVisible();
      // The browser writes the refusal to its console.
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("401")));
    }
    await expect(asked).toBeVisible();
    await identify();
    await expect(name).toHaveValue("Maja Bergqvist");
    await maja.confirm("Sign document");
    await maja.stands(/sealed|Everybody is done/);
  });
}

test("G15: redirect-to is followed after the last act of the stage, and offered from then on", async ({ begin }) => {
  const target = "http://127.0.0.1:9/thanks?from=signing";
  const signing = await begin(oneSigner("", `          redirect-to: { users: [Maja], url: "${target}" }`));
  const page = await signing.visit("Maja");
  const maja = new ParticipantPage(page);
  // The page stands until what it goes to has answered: a slow look at it must not lose it.
  const looked = Promise.withResolvers<void>();
  await page.route("http://127.0.0.1:9/**", async (route) => {
    await looked.promise;
    await route.fulfill({ body: "Thanks", contentType: "text/plain" });
  });
  await maja.read(NDA);
  await maja.askToSign();
  await maja.signTyped("Maja Bergqvist");
  await expect(page.getByRole("button", { name: "Stay here" })).toBeVisible();
  // In one colour scheme: Chromium may not answer a change of it while a page is on its way.
  expect(await findings(page, [".textLayer"])).toEqual([]);
  looked.resolve();
  await page.waitForURL(target);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Continue now" })).toHaveAttribute("href", target);
  await expect(page.getByRole("button", { name: "Stay here" })).toBeHidden();
});

test("without its session the page asks for the link; a dead link says so", async ({ begin, faults }) => {
  const signing = await begin(oneSigner());
  const page = await signing.visit("Maja");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agreement");
  await page.context().clearCookies();
  await comeBack(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Please open your link again");
  await page.goto(`${signing.link("Maja").slice(0, -3)}abc`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fi");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Linkki ei toimi");
  // Cut, or mistyped: the page is the same.
  const { origin, pathname } = new URL(signing.link("Maja"));
  const parts = pathname.split("/");
  for (const cut of [parts.slice(0, -1).join("/"), parts.slice(0, -2).join("/"), "/", "/nowhere", "/participant/x"]) {
    await page.goto(`${origin}${cut}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Linkki ei toimi");
  }
  // The refusals themselves, as the browser's console has them.
  expect(faults.every((fault) => /40[14]/.test(fault))).toBe(true);
  faults.length = 0;
});

test("markup in a participant's name stays text wherever their page says it", async ({ begin }) => {
  const name = "<i>Maja</i> <1>Ek</1> & Söner";
  const named = oneSigner().replace(
    "id_type: email, id: maja@example.test",
    `id_type: full_name, id: "${name}", email: maja@example.test`,
  );
  const page = await (await begin(named)).visit("Maja");
  await expect(page.locator(".acting-as")).toHaveText(`You are ${name}`);
  await expect(page.locator(".acting-as strong")).toHaveText(name);
  await expect(page.locator(".person-name").first()).toContainText(name);
});

test("the browser's language is spoken, another can be chosen and is kept, and times are the flow's own", async ({
  begin,
  browser,
}) => {
  const signing = await begin(oneSigner());
  const context = await browser.newContext({ locale: "fi-FI", timezoneId: "America/New_York" });
  const page = await signing.visit("Maja", context);
  await expect(page.getByText("Allekirjoita yksi asiakirja")).toBeVisible();
  await expect(page.getByText(/^Ajat aikavyöhykkeellä (?!America)/)).toBeVisible();
  await expect(page.locator(".acting-as")).toHaveText("Olet Maja");
  await page.getByRole("combobox", { name: "Kieli" }).selectOption("nb");
  await expect(page.locator(".acting-as")).toHaveText("Du er Maja");
  await expect(page.getByText("Signer ett dokument")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "nb");
  await page.reload();
  await expect(page.getByText("Signer ett dokument")).toBeVisible();
  await context.close();
});

test("a document fits a narrow screen, and two fingers zoom its pages, not the bars around them", async ({
  begin,
  browser,
}) => {
  const signing = await begin(oneSigner());
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });
  const page = await signing.visit("Maja", context);
  await new ParticipantPage(page).read(NDA);
  const pages = page.getByRole("region", { name: `Pages of ${NDA}` });
  const sideways = () => pages.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth);
  await expect.poll(sideways).toBe(0);
  const touch = await context.newCDPSession(page);
  const pinch = (type: "touchStart" | "touchMove", apart: number) => {
    const touchPoints = [160 - apart / 2, 160 + apart / 2].map((x) => ({ x, y: 320 }));
    return touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await pinch("touchStart", 60);
  for (const apart of [80, 100, 120]) await pinch("touchMove", apart);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(page.locator(".pdf-zoom")).toHaveText("200 %");
  expect(await sideways()).toBeGreaterThan(200);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await page.getByRole("button", { name: "Fit to width" }).click();
  await expect.poll(sideways).toBe(0);
  await context.close();
});

test("U1: an ended flow says so before it asks for its own authentication", async ({ begin }) => {
  const signing = await begin(oneSigner(", auth_to_view_archived: { provider: dk_eid_new }"));
  await signing.host.instances.cancel(signing.id);
  const page = await signing.visit("Maja");
  await expect(page.getByText("The flow has ended. Before this page shows it again")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Start" }).click();
  await answer(page, "Success");
  await new ParticipantPage(page).stands("The sender has canceled this");
});

test("390 pixels and 200 % zoom: nothing is cut off, and everything can be reached", async ({ begin }) => {
  const signing = await begin(twoStages());
  const page = await signing.visit("Maja");
  const maja = new ParticipantPage(page);
  for (const [width, height] of [
    [390, 844],
    [512, 350],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await maja.stands("Please sign and approve 2 documents");
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(wide, `overview at ${width}`).toBeLessThanOrEqual(0);
    await maja.read(NDA);
    await expect.poll(wide, `document at ${width}`).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Sign…" }).click();
    await maja.dialog.getByRole("button", { name: "Sign document" }).scrollIntoViewIfNeeded();
    await expect(maja.dialog.getByRole("button", { name: "Sign document" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await maja.overview();
  }
});
