import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";

test("a search by keys opens flows, runs, people's mail and settings, with a typing error too", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.start(EXAMPLE.nda);
  const run = page.url();
  const search = async (typed: string, hit: RegExp) => {
    await page.keyboard.press("ControlOrMeta+KeyK");
    await expect(shell.palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(typed);
    const found = shell.palette.getByRole("option").filter({ hasText: hit }).first();
    await expect(found).toBeVisible();
    return found;
  };

  await test.step("a flow that is spelled wrongly", async () => {
    await search("emplyoment", /^Flow ?Employment contract/);
    await page.keyboard.press("Enter");
    await expect(shell.heading(EXAMPLE.employment)).toBeFocused();
  });

  await test.step("a person, with the run that it is in", async () => {
    await (await search("lukasz", /^Person ?lukasz.*Mutual NDA/)).click();
    await expect(page).toHaveURL(run);
    await expect(shell.heading(EXAMPLE.nda)).toBeVisible();
  });

  await test.step("a person of a flow that never ran, whose text then shows that person", async () => {
    await (await search("solheim", /^Person ?.*in the flow “Employment contract/)).click();
    await expect(shell.heading(EXAMPLE.employment)).toBeVisible();
    const selected = () => page.evaluate(() => String(document.getSelection()));
    await expect.poll(selected).toContain("solheim");
    await expect(page).toHaveURL(/#\/flows\/[^?]+$/);
    await page.goto(run);
  });

  await test.step("a message, by whom it went to", async () => {
    await (await search("lukasz", /^Message/)).click();
    await expect(page).toHaveURL(/#\/mailbox\/./);
  });

  await test.step("a message, by what it is called, whom it went to and its run", async () => {
    await search("message lukasz NDA", /^Message/);
    await expect(shell.palette.getByRole("option").filter({ hasText: /^(Flow|Run|Person)/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("a subject of Settings", async () => {
    await search("Seal certificate", /^Settings ?Seal certificate/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Seal certificate" })).toBeInViewport();
  });

  await test.step("a view, by what stands in it", async () => {
    await search("account", /^Go to ?Sync/);
    await page.keyboard.press("Enter");
    await expect(shell.heading("Sync")).toBeFocused();
  });

  await test.step("a view, spelled wrongly", async () => {
    await search("calbacks", /^Go to ?Callbacks/);
    await page.keyboard.press("Enter");
    await expect(shell.heading("Callbacks")).toBeFocused();
  });

  await test.step("a subject of Settings, by what can be set there", async () => {
    await search("time zone", /^Settings ?Workspace/);
    await page.keyboard.press("Escape");
  });
});
