import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE, Flows } from "./pages/flows.ts";
import { Shell } from "./pages/shell.ts";

test("[Tables] several flows are archived, moved and deleted in one go, and so is a folder; one Undo takes it back", async ({
  flows,
  shell,
  page,
}) => {
  const bar = page.getByRole("region", { name: "Selected rows" });
  const box = (name: string) => flows.table.getByRole("checkbox", { name, exact: true });
  const rows = flows.table.locator("a.row-link");
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  const undo = (message: string) =>
    shell.messages.locator(".toast").filter({ hasText: message }).getByRole("button", { name: "Undo" });

  // By the keyboard: Space at two rows beside each other.
  await rows.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Shift+Space");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  const remove = bar.getByRole("button", { name: "Delete…" });
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await expect(remove).toHaveAccessibleDescription(/^Only archived flows can be deleted/);
  await expect(bar.getByRole("button", { name: "Move to folder" })).toHaveAccessibleDescription(/no other folder/);
  await inspect(page, "flows-selected", bar);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(shell.messages.getByText("2 flows archived")).toBeVisible();
  await expect(rows).toHaveCount(all - 2);
  await expect(bar).toBeHidden();
  await shell.messages.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(all);

  const ofFolders = async (entry: string) => {
    await page.getByRole("button", { name: "Folders", exact: true }).click();
    return page.getByRole("menuitem", { name: entry });
  };
  await expect(await ofFolders("Delete folder")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await (await ofFolders("New folder")).click();
  await page.getByRole("textbox", { name: "Name of the folder" }).fill("Contracts");
  await page.getByRole("button", { name: "Create folder" }).click();
  await expect(page.getByText("No flow is in this folder yet")).toBeVisible();
  const shown = page.getByRole("combobox", { name: "Folder to show" });
  await shown.selectOption("All folders");
  await box(`Select ${EXAMPLE.nda}`).click();
  await box(`Select ${EXAMPLE.loan}`).click();
  await bar.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("radio", { name: "Contracts" }).check();
  await page.getByRole("dialog", { name: "Move 2 flows" }).getByRole("button", { name: "Move" }).click();
  await expect(shell.messages.getByText("2 flows moved to Contracts")).toBeVisible();
  await expect(flows.row(EXAMPLE.loan)).toContainText("Contracts");
  await shell.messages.getByRole("button", { name: "Undo" }).click();
  await expect(flows.row(EXAMPLE.loan)).not.toContainText("Contracts");

  await test.step("a folder is deleted: its flows go to the home folder, and Undo makes it anew with them", async () => {
    await box(`Select ${EXAMPLE.nda}`).click();
    await bar.getByRole("button", { name: "Move to folder" }).click();
    await page.getByRole("radio", { name: "Contracts" }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await expect(flows.row(EXAMPLE.nda)).toContainText("Contracts");
    await shown.selectOption("Contracts");
    await (await ofFolders("Delete folder")).click();
    const asked = page.getByRole("dialog", { name: "Delete the folder Contracts?" });
    await expect(asked).toContainText("Its flow moves to the home folder");
    await asked.getByRole("button", { name: "Delete folder" }).click();
    await expect(flows.row(EXAMPLE.nda)).not.toContainText("Contracts");
    await expect(shown.getByRole("option", { name: "Contracts" })).toHaveCount(0);
    await undo("Deleted the folder Contracts").click();
    await expect(flows.row(EXAMPLE.nda)).toContainText("Contracts");
  });

  await box("Select all").click();
  await expect(bar.getByRole("status")).toHaveText(`${all} selected`);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(flows.table).toBeHidden();
  await page.getByRole("button", { name: "Show archived" }).click();
  await box("Select all").click();
  await bar.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(shell.messages.getByText(`${all} flows deleted`)).toBeVisible();
  await expect(page.getByText("Nothing has been archived.")).toBeVisible();
  await undo(`${all} flows deleted`).click();
  await expect(rows).toHaveCount(all);

  // One, with its run and its versions.
  await flows.choose(EXAMPLE.loan, "Delete…");
  const asked = page.getByRole("dialog", { name: `Delete “${EXAMPLE.loan}”?` });
  await expect(asked).toContainText("The message that follows has Undo");
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(all - 1);
  await undo(`“${EXAMPLE.loan}” is deleted`).click();
  await expect(flows.row(EXAMPLE.loan)).toBeVisible();
  await flows.choose(EXAMPLE.loan, "Restore");
  await page.getByRole("button", { name: "Show archived" }).click();
  await flows.open(EXAMPLE.loan);
});

test("promise 2: the message about a flow that was archived goes, with its Undo, once that flow is deleted", async ({
  flows,
  shell,
  page,
}) => {
  const message = (text: string) => shell.messages.locator(".toast").filter({ hasText: text });
  // Messages stay while nobody looks at the window: none goes because its time is over.
  await page.evaluate(() => window.addEventListener("focus", (event) => event.stopImmediatePropagation(), true));
  await flows.choose(EXAMPLE.loan, "Archive");
  await expect(message(`Archived: ${EXAMPLE.loan}`).getByRole("button", { name: "Undo" })).toBeVisible();
  await flows.choose(EXAMPLE.nda, "Archive");
  await expect(message(`Archived: ${EXAMPLE.nda}`)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await page.getByRole("button", { name: "Show archived" }).click();
  await flows.choose(EXAMPLE.loan, "Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(message(`“${EXAMPLE.loan}” is deleted`).getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(message(`Archived: ${EXAMPLE.loan}`)).toHaveCount(0);
  await expect(message(`Archived: ${EXAMPLE.nda}`).getByRole("button", { name: "Undo" })).toBeVisible();
});

test("[Tables] several runs are canceled, and moved to the trash and back, in one go", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  for (const title of [EXAMPLE.nda, EXAMPLE.loan]) await flows.begin(title);
  await shell.go("Runs");
  const table = page.getByRole("table", { name: "Runs" });
  const bar = page.getByRole("region", { name: "Selected rows" });
  await table.getByRole("checkbox", { name: "Select all" }).click();
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await expect(bar.getByRole("button", { name: "Move to trash" })).toHaveAccessibleDescription(
    "None of the selected runs has ended: cancel them first.",
  );
  await inspect(page, "runs-selected", bar);
  await bar.getByRole("button", { name: "Cancel runs" }).click();
  await page.getByRole("alertdialog", { name: "Cancel 2 runs?" }).getByRole("button", { name: "Cancel runs" }).click();
  await expect(shell.messages.getByText("2 runs canceled")).toBeVisible();
  await expect(table.getByText("Canceled")).toHaveCount(2);

  await table.getByRole("checkbox", { name: "Select all" }).click();
  await bar.getByRole("button", { name: "Move to trash" }).click();
  await expect(shell.messages.getByText("2 runs moved to the trash")).toBeVisible();
  await expect(table).toBeHidden();
  await expect(page.getByRole("main")).toContainText("Every run is in the trash");
  await expect(page.getByRole("link", { name: "Show the trash" })).toHaveAttribute("href", /trashed=true/);
  await shell.messages.getByRole("button", { name: "Undo" }).click();
  await expect(table.locator("a.row-link")).toHaveCount(2);
});

test("[Tables] an act on many rows says how far it is, and stops when told: what was not done stays selected", async ({
  app,
  page,
}) => {
  // The page's requests wait here until they are let go: so there is a middle to stop in.
  const gate = Promise.withResolvers<void>();
  let archived = 0;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).includes('"drafts.archive"') && ++archived > 2)
        void gate.promise.then(() => server.send(message));
      else server.send(message);
    });
  });
  const shell = new Shell(page);
  await shell.open(`${app.url}&view=${encodeURIComponent("/flows")}`);
  const flows = new Flows(page);
  const rows = flows.table.locator("a.row-link");
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  const all = before + 4;
  await flows.choose(EXAMPLE.loan, "Duplicate");
  await expect(page).toHaveURL(/#\/flows\/./);
  await shell.go("Flows");
  for (let made = before + 1; made < all; made += 1) await flows.duplicate(EXAMPLE.loan);
  await expect(rows).toHaveCount(all);
  await page.getByRole("checkbox", { name: "Select all" }).click();
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(bar.getByRole("status")).toHaveText(`2 of ${all} done`);
  await expect(bar.getByRole("button", { name: "Archive" })).toBeHidden();
  await bar.getByRole("button", { name: "Stop" }).click();
  gate.resolve();
  // Those that were under way are done.
  await expect(shell.messages.getByText("6 flows archived")).toBeVisible();
  await expect(shell.messages).toContainText(`${all - 6} stay as they were. You stopped before it was done.`);
  await expect(bar.getByRole("status")).toHaveText(`${all - 6} selected`);
  await expect(rows).toHaveCount(all - 6);
  await shell.messages.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(all);
});
