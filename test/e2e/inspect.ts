import { mkdirSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import axe from "axe-core";

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
/** The rules that read colours: nothing else differs between the schemes (test/laws/schemes.test.ts). */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Looks at a view in both colour schemes: axe finds nothing, and nothing scrolls sideways. */
export async function inspect(page: Page, name: string, ready: Locator): Promise<void> {
  await bothSchemes(page, async (look, colorScheme) => {
    const sizes = look === findings || PICTURES !== null ? SIZES : SIZES.slice(-1);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect(ready).toBeVisible();
      // Menus find their new place in the frame after the window's.
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, `${name} is wider than ${size.width} pixels`).toBeLessThanOrEqual(0);
      await picture(page, `${name}-${size.width}-${colorScheme}`);
    }
    expect(await look(page), `${name}, ${colorScheme}`).toEqual([]);
  });
}

/** Light with a look at everything, then dark with one at the colours, which are all that differs. */
export async function bothSchemes(
  page: Page,
  act: (look: typeof findings, colorScheme: (typeof SCHEMES)[number]) => Promise<void>,
): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await act(colorScheme === "light" ? findings : colourFindings, colorScheme);
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** Leaves pictures of a page as it is, light and dark, for people to look at. */
export async function pictured(page: Page, name: string): Promise<void> {
  if (PICTURES === null) return;
  await bothSchemes(page, (_, colorScheme) => picture(page, `${name}-${colorScheme}`));
}

/** What axe finds, of everything that it knows, outside of what is left out. */
export const findings = (page: Page, leftOut: readonly string[] = []): Promise<readonly string[]> =>
  found(page, leftOut, { rules: { [SAID_AS_SEEN]: { enabled: true } } });

/** What axe finds in the colours alone. */
export const colourFindings = (page: Page, leftOut: readonly string[] = []): Promise<readonly string[]> =>
  found(page, leftOut, { runOnly: OF_COLOURS });

async function found(page: Page, exclude: readonly string[], rules: axe.RunOptions): Promise<readonly string[]> {
  // Without a copy of the style sheets, which none of these rules reads, and without the frames: they are of other origins,
  // or hold a mail that runs no script.
  const options: axe.RunOptions = { resultTypes: ["violations"], preload: false, iframes: false, ...rules };
  const look = () => page.evaluate(lookWithAxe, { exclude: [...exclude], options });
  let violations = await look();
  if (violations === null) {
    // Half a megabyte: once for each page.
    await page.evaluate(axe.source);
    violations = await look();
  }
  if (violations === null) throw new Error("The page took no axe.");
  return violations
    .filter(({ id, html }) => id !== SAID_AS_SEEN || !CALLED_BY_NAME.test(html))
    .map(({ id, help, target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`);
}

/** In the page; null where it has no axe yet. */
async function lookWithAxe(asked: { readonly exclude: string[]; readonly options: axe.RunOptions }) {
  const { axe } = window as unknown as { readonly axe?: typeof import("axe-core") };
  if (axe === undefined) return null;
  const { violations } = await axe.run({ exclude: asked.exclude }, asked.options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => ({ id, help, html, target: target.join(" "), failureSummary })),
  );
}
