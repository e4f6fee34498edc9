import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Page } from "../../src-renderer/app/navigation/page.tsx";
import { Pill } from "../../src-renderer/components/index.ts";

await startI18n("en");

test("at 200 % zoom, the focus ring of a page's heading covers nothing of what stands below it", async () => {
  await page.viewport(512, 350);
  const screen = await render(
    <Page title="Employment contract, Ingrid Solheim and somebody else" beside={<Pill>On Bank</Pill>}>
      Content
    </Page>,
  );
  const heading = screen.getByRole("heading").element() as HTMLElement;
  const below = screen.getByText("On Bank").element();
  await expect.poll(() => below.getBoundingClientRect().top > heading.getBoundingClientRect().top + 8).toBe(true);
  heading.focus({ focusVisible: true } as FocusOptions);
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(heading);
  expect(outlineStyle).not.toBe("none");
  const ring =
    heading.getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  expect(ring).toBeLessThanOrEqual(below.getBoundingClientRect().top);
});
