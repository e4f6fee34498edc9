import { expect, type Locator } from "@playwright/test";

/** Presses Tab until `target` has the focus. @throws after forty presses: nobody would go on. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Forty presses of Tab did not reach ${target}.`);
}
