import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { isSealed } from "../harness/pdfsig.ts";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { InstancePage } from "./pages/instance.ts";
import { tabTo } from "./pages/keyboard.ts";

test("promise 1: from the printed address to a sealed PDF, as a person does it", async ({
  flows,
  shell,
  mailbox,
  page,
}, info) => {
  for (const title of Object.values(EXAMPLE)) await expect(flows.row(title)).toContainText("Ready to run");

  const authoring = await flows.open(EXAMPLE.nda);
  await expect(authoring.card("signing")).toContainText("asa");
  await expect(authoring.problems).toContainText("No problems");

  await test.step("a name that nobody has shows in text, canvas, panel and button, and goes by undo", async () => {
    await authoring.cursorAfter("signed-by: { users: [asa");
    await page.keyboard.type("x");
    await expect(authoring.squiggles.first()).toHaveText("asax");
    await expect(authoring.problem("R001")).toContainText("asax");
    await expect(authoring.problemsBar).toContainText("1");
    await expect(authoring.card("signing")).toContainText("1 problem");
    await expect(authoring.run).toHaveAttribute("aria-disabled", "true");
    await expect(authoring.run).toHaveAccessibleDescription(/1 problem to fix first/);
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.problem("R001")).toHaveCount(0);
    await expect(authoring.squiggles).toHaveCount(0);
    await authoring.saved();
  });

  await test.step("V004: a fix of the panel changes the text", async () => {
    await authoring.cursorAfter('dsl-version: "0.3.0');
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await expect(authoring.problem("V004")).toBeVisible();
    await authoring.problem("V004").getByRole("button", { name: /^Fix:/ }).click();
    await expect(authoring.problem("V004")).toHaveCount(0);
    await expect(authoring.editor).toContainText('dsl-version: "0.3.0"');
    await authoring.saved();
  });

  const instance = await authoring.start(EXAMPLE.nda);
  await expect(instance.status).toHaveText("In progress");
  await expect(instance.clock).toContainText("on a virtual clock");

  await shell.go("Mailbox");
  await expect(mailbox.mails(EXAMPLE.nda, "Delivered")).toHaveCount(2);
  await mailbox.read("asa");
  const asa = await mailbox.openLink();
  await asa.stands("Please sign one document");
  await expect(asa.page.getByText("SIMULATED").first()).toBeVisible();
  await asa.read("Mutual Non-Disclosure Agreement");
  await asa.askToSign();
  await asa.signDrawn();
  await expect(asa.notice).toContainText("You have signed");
  await asa.stands("You have signed");

  await mailbox.read("lukasz");
  const lukasz = await mailbox.openLink();
  await expect(lukasz.person("asa")).toContainText("Done");
  await lukasz.read("Mutual Non-Disclosure Agreement");
  await lukasz.askToSign();
  await lukasz.signTyped("Łukasz Lind");
  await lukasz.stands("All documents are signed and sealed");

  await test.step("the run is complete, and its history says so in sentences", async () => {
    await shell.go("Runs");
    const row = page.getByRole("row").filter({ hasText: EXAMPLE.nda });
    await expect(row).toContainText("Completed");
    await row.getByRole("link", { name: EXAMPLE.nda }).click();
    await instance.ready(EXAMPLE.nda);
    await expect(instance.status).toHaveText("Completed");
    await expect(instance.history).toContainText("lukasz signed");
    const sentences = await instance.sentences();
    expect(sentences.at(0)).toContain("was started");
    expect(sentences.findIndex((text) => text.includes("asa signed"))).toBeLessThan(
      sentences.findIndex((text) => text.includes("lukasz signed")),
    );
    await expect(instance.document("nda")).toContainText("SIMULATED");
  });

  await test.step("both sealed files, the author's and the participant's, are valid to poppler", async () => {
    const authors = info.outputPath("author.pdf");
    await instance.savePdf("nda", authors);
    expect(isSealed(authors)).toBe(true);
    const download = lukasz.page.waitForEvent("download");
    await lukasz.page.getByRole("link", { name: /^Download sealed PDF/ }).click();
    const participants = info.outputPath("participant.pdf");
    await (await download).saveAs(participants);
    expect(isSealed(participants)).toBe(true);
  });

  await test.step("the evidence is one file, and the page in it checks it anywhere, without the app", async () => {
    const evidence = info.outputPath("nda.asice");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save evidence" }).click();
    await (await download).saveAs(evidence);
    const bytes = readFileSync(evidence);
    const checkPage = info.outputPath("check-evidence.html");
    writeFileSync(checkPage, unzipSync(bytes)["check-evidence.html"] ?? "");
    const changed = info.outputPath("changed.asice");
    const at = bytes.indexOf("%PDF") + 500;
    writeFileSync(changed, Buffer.concat([bytes.subarray(0, at), Buffer.from("x"), bytes.subarray(at + 1)]));

    const check = await page.context().newPage();
    await check.goto(pathToFileURL(checkPage).href);
    await check.getByLabel("Evidence file").setInputFiles(evidence);
    const result = check.getByRole("status");
    await expect(result.getByRole("heading", { level: 2 })).toHaveText(["Whole", "Signed by", "SIMULATED", "Run"]);
    await expect(result).toContainText("Countersign SIMULATED seal");
    await inspect(check, "check-evidence", result);
    await check.getByLabel("Evidence file").setInputFiles(changed);
    await expect(result).toContainText("documents/01-nda.pdf It was changed.");
    await expect(result.getByRole("heading", { name: "Not whole" })).toBeVisible();
    await check.addInitScript(() => Object.defineProperty(navigator, "language", { value: "sv-SE" }));
    await check.reload();
    await check.getByLabel("Bevisfil").setInputFiles(evidence);
    await expect(result).toContainText(/\(klart, .*, förseglat, documents\/01-nda\.pdf/);
    await check.getByLabel("Bevisfil").setInputFiles(changed);
    await expect(result).toContainText("documents/01-nda.pdf Den har ändrats.");
    const pdf = info.outputPath("01-nda.pdf");
    writeFileSync(pdf, unzipSync(bytes)["documents/01-nda.pdf"] ?? "");
    await check.getByLabel("Bevisfil").setInputFiles(pdf);
    await expect(result).toContainText("Det här är en PDF och ingen bevisfil");
    const report = info.outputPath("report.html");
    writeFileSync(report, unzipSync(bytes)["report.html"] ?? "");
    await check.goto(pathToFileURL(report).href);
    const broken = await check.locator("td").evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          const lines = new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom)));
          return /^(\d+|\d{4}-\S+ \S+|\S+@\S+)$/.test(cell.textContent) && lines.size > 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect(broken, "numbers, times and addresses stand on one line").toEqual([]);
    await check.setViewportSize({ width: 320, height: 700 });
    const [hash] = await check
      .locator("dd")
      .last()
      .evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(hash, "a hash has the width of a phone").toBeGreaterThan(250);
    await check.close();
    // Whoever trusts no page that comes in the same file has it from the author, on its own.
    await shell.go("Runs");
    await page.getByRole("button", { name: "Save all evidence" }).click();
    const alone = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Save check page" }).click();
    expect((await alone).suggestedFilename()).toBe("check-evidence.html");
    const ownPage = info.outputPath("own", "check-evidence.html");
    await (await alone).saveAs(ownPage);
    expect(readFileSync(ownPage).equals(readFileSync(checkPage))).toBe(true);
    await page.keyboard.press("Escape");
  });

  await test.step("the confirmations came with the sealed PDF", async () => {
    await shell.go("Mailbox");
    await expect(mailbox.mails(EXAMPLE.nda)).toHaveCount(4);
    await mailbox.read("asa");
    await expect(mailbox.message.getByRole("list", { name: "Attachments" }).getByRole("link")).toHaveCount(1);
  });
});

test("promise 3: the same by the keyboard alone, from the list to the participant's page", async ({
  flows,
  shell,
  page,
}) => {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await test.step("the list is walked with the arrows", async () => {
    const first = flows.row(EXAMPLE.nda).getByRole("link", { name: EXAMPLE.nda });
    await tabTo(first);
    await page.keyboard.press("ArrowDown");
    await expect(flows.row(EXAMPLE.employment).getByRole("link").first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(first).toBeFocused();
    await page.keyboard.press("Enter");
  });

  await expect(page.getByRole("textbox", { name: "Text of the flow" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Problems/ })).toBeVisible();

  await test.step("the heading shows that it has the focus, and the pencil has it again behind a name", async () => {
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS("outline-style", "solid");
    const pencil = page.getByRole("button", { name: "Rename flow" });
    const name = page.getByRole("textbox", { name: "Name of the flow" });
    for (const end of ["Enter", "Escape"]) {
      await tabTo(pencil);
      await page.keyboard.press("Enter");
      await expect(name).toBeFocused();
      await page.keyboard.press(end);
      await expect(pencil).toBeFocused();
    }
  });

  await shell.command("Run on a virtual clock");
  const instance = new InstancePage(page);
  await instance.ready(EXAMPLE.nda);
  await shell.command("Mailbox");
  await expect(shell.heading("Mailbox")).toBeVisible();
  await test.step("the mailbox is walked with the arrows, and Tab leaves it for the message, past no other mail", async () => {
    const mails = page.getByRole("table", { name: "Mailbox" }).getByRole("link");
    await tabTo(mails.first());
    await page.keyboard.press("ArrowDown");
    await expect(mails.nth(1)).toBeFocused();
    await expect(page.getByRole("link", { name: "Open access link" })).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("combobox", { name: "Status" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(mails.nth(1)).toBeFocused();
    const links = ["Download .eml", "Open access link"].map((name) => page.getByRole("link", { name }));
    for (const stop of [page.getByRole("separator"), ...links]) {
      await page.keyboard.press("Tab");
      await expect(stop).toBeFocused();
    }
  });
  await page.keyboard.press("Alt+Digit2");
  await expect(shell.heading("Runs")).toBeVisible();
  await tabTo(page.getByRole("link", { name: EXAMPLE.nda, exact: true }));
  await page.keyboard.press("Enter");
  await instance.ready(EXAMPLE.nda);

  await tabTo(page.getByRole("link", { name: "Open page of asa in a new tab" }));
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Enter");
  const asa = await opened;
  await expect(asa.getByRole("heading", { name: "Please sign one document" })).toBeVisible();
  await tabTo(asa.getByRole("link", { name: /^Read and sign/ }));
  await asa.keyboard.press("Enter");
  await expect(asa.getByRole("region", { name: /^Pages of/ })).toBeVisible();
  await tabTo(asa.getByRole("button", { name: "Sign…" }));
  await asa.keyboard.press("Enter");
  const dialog = asa.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Your full name" })).toBeFocused();
  await asa.keyboard.type("Åsa Öberg");
  await tabTo(dialog.getByRole("button", { name: "Sign document" }));
  await asa.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(asa.getByRole("heading", { name: "You have signed" })).toBeVisible();
});
