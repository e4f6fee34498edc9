import { mkdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";

/** Screenshots for people to look at, with COUNTERSIGN_TEST_PICTURES=1: no test compares them, and they take their time. */
const PICTURES = process.env.COUNTERSIGN_TEST_PICTURES === undefined ? null : ".cache/test/views";
const SCHEMES = ["light", "dark"] as const;
const SIZES = [
  { width: 1024, height: 700 },
  { width: 1600, height: 1000 },
] as const;

/**
 * An experiment of axe's, and a rule of WCAG's (2.5.3): who speaks to the machine says the words that are seen. What
 * holds much more than its name, a card of the drawing, a row of the outline, the head of a participant's form, is called
 * by that name.
 */
const SAID_AS_SEEN = "label-content-name-mismatch";
const CALLED_BY_NAME = /^<[^>]+ class="[^"]*(?:react-flow__node|outline-row|param-card-head)/;

/** Looks at a view in both colour schemes: axe finds nothing, and nothing scrolls sideways. */
export async function inspect(page: Page, name: string, ready: Locator): Promise<void> {
  if (PICTURES !== null) mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(ready).toBeVisible();
      // Menus find their new place in the frame after the window's.
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, `${name} is wider than ${size.width} pixels`).toBeLessThanOrEqual(0);
      if (PICTURES !== null) await page.screenshot({ path: `${PICTURES}/${name}-${size.width}-${colorScheme}.png` });
    }
    expect(await findings(page), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** Leaves pictures of a page as it is, light and dark, for people to look at. */
export async function pictured(page: Page, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png` });
  }
}

/**
 * What axe finds, of everything that it knows, outside of what is left out. The builder sends axe's own text, half a
 * megabyte, twice for every look: a page that has it already gets an empty one.
 */
export async function findings(page: Page, leftOut: readonly string[] = []): Promise<readonly string[]> {
  const known = await page.evaluate(() => "axe" in window);
  // Legacy: no page of axe's own for the frames of others; the only frame is a mail, whose text axe may not enter.
  const axe = new AxeBuilder({ page, ...(known && { axeSource: ";" }) }).setLegacyMode(true);
  for (const part of leftOut) axe.exclude(part);
  const rules = { [SAID_AS_SEEN]: { enabled: true } };
  // Without a copy of the style sheets, which none of these rules reads.
  const { violations } = await axe.options({ resultTypes: ["violations"], rules, preload: false }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => id !== SAID_AS_SEEN || !CALLED_BY_NAME.test(html))
      .map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(" ")}: ${failureSummary}`),
  );
}
