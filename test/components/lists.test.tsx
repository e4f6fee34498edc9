import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { type Column, VirtualList, VirtualTable } from "../../src-renderer/components/index.ts";

await startI18n("en");

const MANY = Array.from({ length: 10_000 }, (_, index) => `run ${index + 1}`);
const COLUMNS: readonly Column<string>[] = [
  { key: "name", header: "Name", track: "1fr", cell: (name) => <a href={`#${name}`}>{name}</a> },
  { key: "length", header: "Letters", track: "6rem", cell: (name) => name.length },
];

const table = (items: readonly string[], onEndReached = vi.fn()) =>
  render(
    <div style={{ height: 400, display: "grid" }}>
      <VirtualTable label="Runs" columns={COLUMNS} items={items} rowKey={(name) => name} {...{ onEndReached }} />
    </div>,
  );

test("a table of 10,000 rows draws those in sight, and says how many there are", async () => {
  const screen = await table(MANY);
  await expect.element(screen.getByRole("table", { name: "Runs" })).toHaveAttribute("aria-rowcount", "10001");
  await expect.element(screen.getByRole("row").nth(5)).toBeVisible();
  expect(screen.getByRole("row").elements().length).toBeLessThan(40);
});

test("the arrows, End and Home move through the whole table", async () => {
  const screen = await table(MANY);
  screen.getByRole("link", { name: "run 1", exact: true }).element().focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "run 3", exact: true })).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(screen.getByRole("link", { name: "run 10000" })).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowUp}");
  await expect.element(screen.getByRole("link", { name: "run 1", exact: true })).toHaveFocus();
});

test("a table asks for more near its end, and not before", async () => {
  const onEndReached = vi.fn();
  const screen = await table(MANY.slice(0, 200), onEndReached);
  screen.getByRole("link", { name: "run 1", exact: true }).element().focus();
  expect(onEndReached).not.toHaveBeenCalled();
  await userEvent.keyboard("{End}");
  await expect.poll(() => onEndReached.mock.calls.length).toBeGreaterThan(0);
});

test("a list is one stop for Tab; up and down open its items, however many there are", async () => {
  const screen = await render(
    <>
      <div style={{ height: 400, display: "grid" }}>
        <VirtualList
          label="Mails"
          items={MANY}
          itemKey={(name) => name}
          itemHeight={40}
          href={(name) => `#${encodeURIComponent(name)}`}
          selected={null}
        >
          {(name) => name}
        </VirtualList>
      </div>
      <button type="button">Read</button>
    </>,
  );
  await expect.element(screen.getByRole("listitem").first()).toHaveAttribute("aria-setsize", "10000");
  await userEvent.keyboard("{Tab}{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "run 2", exact: true })).toHaveFocus();
  expect(window.location.hash).toBe("#run%202");
  await userEvent.keyboard("{End}");
  await expect.element(screen.getByRole("link", { name: "run 10000" })).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("button", { name: "Read" })).toHaveFocus();
});
