import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../src-renderer/components/styles/base.css";
import "../../src-renderer/participation/frame/frame.css";
import { ViewTitle } from "../../src-renderer/participation/frame/parts.tsx";

test("the long words of a Finnish title stay whole on a narrow phone", async () => {
  await page.viewport(320, 640);
  const screen = await render(
    <div className="participation" style={{ padding: "0 1rem" }}>
      <ViewTitle>Salassapitosopimusluonnos</ViewTitle>
    </div>,
  );
  const title = screen.getByRole("heading").element();
  const line = Number.parseFloat(getComputedStyle(title).lineHeight);
  expect(title.getBoundingClientRect().height).toBeLessThan(1.5 * line);
});
