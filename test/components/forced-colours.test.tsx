import { afterEach, beforeEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Choice } from "../../src-renderer/components/index.ts";
import "../../src-renderer/app/shell/shell.css";
import "../../src-renderer/authoring/side-views.css";
import "../../src-renderer/authoring/parameters/parameters-view.css";
import "../../src-renderer/authoring/versions/versions.css";
import "../../src-renderer/components/controls/chips.css";
import "../../src-renderer/components/controls/palette.css";
import "../../src-renderer/monitoring/instance/instance.css";
import "../../src-renderer/monitoring/track/track.css";
import "../../src-renderer/participation/acts/acts.css";

await startI18n("en");
const forced = (value: string) =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
beforeEach(() => forced("active"));
afterEach(() => forced("none"));

/** What an eye can tell two things apart by. */
function look(element: Element | null): string {
  if (element === null) throw new Error("It is not there.");
  const { backgroundColor, borderColor, outlineColor, outlineStyle } = getComputedStyle(element);
  // One that lets all through, and one that the system forces, look alike.
  return [
    backgroundColor.replace("rgba(255, 255, 255, 0)", "rgb(255, 255, 255)"),
    borderColor,
    outlineStyle === "none" ? "" : outlineColor,
  ].join(" ");
}

test("promise 3: of a choice the value that stands can be told where the system forces its colours", async () => {
  const { container } = await render(
    <Choice
      label="Show"
      value="a"
      onChange={() => undefined}
      options={[
        ["a", "Text"],
        ["b", "Canvas"],
      ]}
    />,
  );
  const [chosen, other] = container.querySelectorAll("input + span");
  expect(look(chosen ?? null)).not.toBe(look(other ?? null));
});

test.each<[className: string, marks: object]>([
  ["nav-link", { "aria-current": "page" }],
  ["dock-tab", { "aria-selected": "true" }],
  ["parameters-tab", { "aria-selected": "true" }],
  ["way", { "aria-selected": "true" }],
  ["version", { "aria-current": "true" }],
  ["chip", { "aria-pressed": "true" }],
  ["document-card", { "aria-current": "true" }],
  ["palette-item", { "data-highlighted": "" }],
])("promise 3: which %s is meant can be told where the system forces its colours", async (className, marks) => {
  const { container } = await render(
    <>
      <button type="button" className={className} {...marks}>
        One
      </button>
      <button type="button" className={className}>
        Two
      </button>
    </>,
  );
  expect(look(container.firstElementChild)).not.toBe(look(container.lastElementChild));
});

test("C6: the time of a run and the line that it goes along are drawn where the system forces its colours", async () => {
  const { container } = await render(<div className="track-now" />);
  expect(getComputedStyle(container.firstElementChild ?? document.body).backgroundColor).not.toBe(
    getComputedStyle(document.body).backgroundColor,
  );
});
