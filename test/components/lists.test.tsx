import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import {
  type Column,
  csvOf,
  PLAIN_LAYOUT,
  SelectionBar,
  sortedItems,
  TableTools,
  useFirstPainted,
  useReadingStop,
  useSelection,
  VirtualTable,
} from "../../src-renderer/components/index.ts";

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

test("a table that is wider than its view goes sideways with its headers, and its rows are whole", async () => {
  const columns = ["name", "folder", "status"].map(
    (key): Column<string> => ({
      key,
      header: key,
      track: "20rem",
      cell: (name) => <a href={`#${name}`}>{`${key} of ${name}`}</a>,
    }),
  );
  const screen = await render(
    <div style={{ width: 500, height: 300, display: "grid" }}>
      <VirtualTable
        label="Wide"
        columns={columns}
        items={MANY}
        rowKey={String}
        layout={PLAIN_LAYOUT}
        onLayout={vi.fn()}
      />
    </div>,
  );
  const link = screen.getByRole("link", { name: "status of run 2", exact: true });
  await expect.element(screen.getByRole("link", { name: "name of run 2", exact: true })).toBeVisible();
  const leftOf = (of: { element(): Element }) => Math.round(of.element().getBoundingClientRect().left);
  const header = (name: string) => screen.getByRole("columnheader", { name });
  link.element().focus();
  await expect
    .poll(() => leftOf(header("status")))
    .toBe(leftOf(screen.getByRole("cell", { name: "status of run 2", exact: true })));
  expect(leftOf(header("status"))).toBeLessThan(500);
  const row = link.element().closest("[role=row]")?.getBoundingClientRect() ?? new DOMRect();
  expect(row.right).toBeGreaterThanOrEqual(link.element().getBoundingClientRect().right);
  header("name").getByRole("button").element().focus();
  await expect
    .poll(() => leftOf(screen.getByRole("cell", { name: "name of run 2", exact: true })))
    .toBe(leftOf(header("name")));
  expect(leftOf(header("name"))).toBeGreaterThanOrEqual(0);
});

test("another link in a row is not covered by the link that opens the row", async () => {
  const columns: readonly Column<string>[] = [
    {
      key: "name",
      header: "Name",
      track: "1fr",
      cell: (name) => (
        <a className="row-link" href={`#${name}`}>
          {name}
        </a>
      ),
    },
    { key: "sync", header: "Sync", track: "8rem", cell: () => <a href="#sync">Conflict</a> },
  ];
  const screen = await render(
    <div style={{ height: 200, display: "grid" }}>
      <VirtualTable label="Runs" columns={columns} items={["one"]} rowKey={String} />
    </div>,
  );
  const at = (of: Element, dx = 0) => {
    const { left, top, width, height } = of.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2 + dx, top + height / 2);
  };
  const conflict = screen.getByRole("link", { name: "Conflict" });
  await expect.element(conflict).toBeVisible();
  expect(at(conflict.element())).toBe(conflict.element());
  // Beside it, the row opens.
  expect(at(conflict.element(), 60)).toBe(screen.getByRole("link", { name: "one" }).element());
});

const drawn: number[] = [];
const List = ({ names }: { readonly names: readonly string[] }) => {
  const shown = useFirstPainted(names, 8);
  drawn.push(shown.length);
  return <p>{shown.length} names</p>;
};

test("a list draws the rows of a window first, the rest after them, and a new row at once", async () => {
  const screen = await render(<List names={MANY.slice(0, 20)} />);
  await expect.element(screen.getByText("20 names")).toBeVisible();
  await screen.rerender(<List names={MANY.slice(0, 21)} />);
  await expect.element(screen.getByText("21 names")).toBeVisible();
  expect(drawn).toEqual([8, 20, 21]);
});

test("a long title keeps to its row, whatever its cell is made of: two lines at most, and no other cell moves", async () => {
  const titles = [
    "Short",
    `<b>Loan</b> \u202e${"agreement on the purchase of M/S Saimaa ".repeat(3)}`,
    "W".repeat(120),
  ];
  const columns: readonly Column<string>[] = [
    { key: "name", header: "Name", track: "10rem", cell: (name) => <a href="#name">{name}</a> },
    {
      ...{ key: "stacked", header: "Stacked", track: "10rem" },
      cell: (name) => (
        <span style={{ display: "grid" }}>
          <a href="#stacked">{name}</a>
          <span>fork</span>
        </span>
      ),
    },
    { key: "length", header: "Letters", track: "6rem", cell: (name) => name.length },
  ];
  const screen = await render(
    <div style={{ height: 400, display: "grid" }}>
      <VirtualTable label="Runs" columns={columns} items={titles} rowKey={(title) => title} />
    </div>,
  );
  await expect.element(screen.getByRole("row").nth(3)).toBeVisible();
  for (const row of screen.getByRole("row").elements().slice(1)) {
    const { top, bottom } = row.getBoundingClientRect();
    const cells = [...row.querySelectorAll("[role=cell]")].map((cell) => cell.getBoundingClientRect());
    expect(cells.every((cell) => cell.top >= top && cell.bottom <= bottom)).toBe(true);
    const last = cells.at(-1) ?? new DOMRect();
    expect(Math.abs((last.top + last.bottom) / 2 - (top + bottom) / 2)).toBeLessThanOrEqual(1);
  }
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

const SORTED: readonly Column<string>[] = [
  { ...COLUMNS[0], key: "name", header: "Name", sorts: "up", always: true, text: (name) => name } as Column<string>,
  { ...COLUMNS[1], key: "length", header: "Letters", text: (name) => String(name.length) } as Column<string>,
];

function Arranged({ columns = SORTED }: { readonly columns?: readonly Column<string>[] }) {
  const [layout, onLayout] = useState(PLAIN_LAYOUT);
  return (
    <div style={{ height: 400, width: 600, display: "grid" }}>
      <TableTools {...{ columns, layout, onLayout }} onSave={() => undefined} />
      <VirtualTable
        label="Runs"
        {...{ columns, layout, onLayout }}
        items={sortedItems(["run 2", "run 10", "run 1"], columns, layout.sort)}
        rowKey={(name) => name}
      />
    </div>
  );
}

/** In the page's main part: menus open there. */
function arranged() {
  document.querySelector("main")?.remove();
  return render(<Arranged />, { container: document.body.appendChild(document.createElement("main")) });
}

test("a header sorts up, down, and as the list begins; it says which way, and why one cannot", async () => {
  const screen = await arranged();
  const names = () =>
    screen
      .getByRole("link")
      .elements()
      .map(({ textContent }) => textContent);
  const header = screen.getByRole("columnheader", { name: "Name" });
  const button = header.getByRole("button");
  await button.click();
  await expect.poll(names).toEqual(["run 1", "run 2", "run 10"]);
  await expect.element(header).toHaveAttribute("aria-sort", "ascending");
  await button.click();
  await expect.poll(names).toEqual(["run 10", "run 2", "run 1"]);
  await expect.element(header).toHaveAttribute("aria-sort", "descending");
  await button.click();
  await expect.poll(names).toEqual(["run 2", "run 10", "run 1"]);
  await expect.element(header).not.toHaveAttribute("aria-sort");
  const other = screen.getByRole("button", { name: "Letters" });
  await expect.element(other).toHaveAttribute("aria-disabled", "true");
  await expect.element(other).toHaveAttribute("title", "This column cannot be sorted. Alt and an arrow key: width.");
});

test("the headers are one stop for Tab: arrows go along them, with Alt they change the width", async () => {
  const screen = await arranged();
  const [name, letters] = ["Name", "Letters"].map((each) => screen.getByRole("columnheader", { name: each }));
  if (!name || !letters) throw new Error("no headers");
  name.getByRole("button").element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(letters.getByRole("button")).toHaveFocus();
  const before = letters.element().getBoundingClientRect().width;
  await userEvent.keyboard("{Alt>}{ArrowRight}{ArrowRight}{/Alt}");
  await expect.poll(() => letters.element().getBoundingClientRect().width).toBe(before + 32);
  await userEvent.tab();
  await expect.element(screen.getByRole("link").first()).toHaveFocus();
});

test("columns are hidden and shown, never the one that names the row", async () => {
  const screen = await arranged();
  const letters = screen.getByRole("columnheader", { name: "Letters" });
  await screen.getByRole("button", { name: "Columns and sorting" }).click();
  await expect
    .element(screen.getByRole("menuitemcheckbox", { name: /^Name/ }))
    .toHaveAttribute("aria-disabled", "true");
  await screen.getByRole("menuitemcheckbox", { name: "Letters" }).click();
  await expect.element(letters).not.toBeInTheDocument();
  await screen.getByRole("menuitem", { name: "Reset columns" }).click();
  await expect.element(letters).toBeVisible();
});

test("a table is sorted from its menu, too, where a header has no room", async () => {
  const screen = await arranged();
  const name = screen.getByRole("columnheader", { name: "Name" });
  const sortBy = async (shown: RegExp) => {
    await screen.getByRole("button", { name: "Columns and sorting" }).click();
    await screen.getByRole("menuitem", { name: shown }).click();
  };
  await sortBy(/^Name$/);
  await expect.element(name).toHaveAttribute("aria-sort", "ascending");
  await sortBy(/^Name ?Ascending/);
  await expect.element(name).toHaveAttribute("aria-sort", "descending");
  await sortBy(/^Name ?Descending/);
  await expect.element(name).not.toHaveAttribute("aria-sort");
});

test("a table as CSV has the columns that are shown, and nothing that a spreadsheet would carry out", () => {
  const hidden = { ...PLAIN_LAYOUT, shown: { length: false } };
  expect(csvOf(SORTED, PLAIN_LAYOUT, ["run, 1", "=1+1"])).toBe('\uFEFFName,Letters\r\n"run, 1",6\r\n\'=1+1,4\r\n');
  expect(csvOf(SORTED, hidden, ["run 1"])).toBe("\uFEFFName\r\nrun 1\r\n");
  const timed = [{ key: "at", header: "When", track: "auto", zone: "UTC", cell: String, text: String }];
  expect(csvOf(timed, PLAIN_LAYOUT, ["2026-03-01 09:00"])).toBe("\uFEFFWhen (UTC)\r\n2026-03-01 09:00\r\n");
});

function Walked() {
  const [open, setOpen] = useState<string | null>(null);
  const reading = useReadingStop({ items: MANY, keyOf: (name) => name, open, leave: () => setOpen(null) });
  const columns: readonly Column<string>[] = [
    {
      ...{ key: "name", header: "Name", track: "1fr", always: true },
      cell: (name) => (
        <a
          href={`#${encodeURIComponent(name)}`}
          tabIndex={reading.isStop(name) ? undefined : -1}
          onClick={() => setOpen(name)}
        >
          {name}
        </a>
      ),
    },
  ];
  return (
    <>
      <div style={{ height: 400, display: "grid" }}>
        <VirtualTable
          label="Mails"
          {...{ columns, reading }}
          items={MANY}
          rowKey={(name) => name}
          lines={open === null ? 2 : "card"}
        />
      </div>
      {open !== null && <button type="button">Read {open}</button>}
    </>
  );
}

test("[Tables] a table beside its reading pane is one stop for Tab; up and down open its rows, however many there are, and Escape ends it", async () => {
  const screen = await render(<Walked />);
  await expect.element(screen.getByRole("table", { name: "Mails" })).toHaveAttribute("aria-rowcount", "10001");
  await userEvent.keyboard("{Tab}{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "run 2", exact: true })).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "Read run 2", exact: true })).toBeVisible();
  await userEvent.keyboard("{End}");
  const last = screen.getByRole("link", { name: "run 10000" });
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("button", { name: "Read run 10000" })).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: /^Read/ })).not.toBeInTheDocument();
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
});

const EIGHT = MANY.slice(0, 8);

interface ChoosingProps {
  readonly items: readonly string[];
  readonly question?: string;
  /** Of the rest of the list, as they arrive. */
  readonly pages?: readonly Promise<readonly string[]>[];
}

function Choosing({ items, question = "all", pages = [] }: ChoosingProps) {
  const itself = (name: string) => name;
  const selection = useSelection({
    ...{ items, question, keyOf: itself, nameOf: itself },
    hasMore: pages.length > 0,
    readAll: async (keeps) => {
      const read = [...items];
      for (const page of pages) {
        if (!keeps(read.length)) break;
        read.push(...(await page));
      }
      return read;
    },
  });
  return (
    <div style={{ height: 400, width: 600, display: "grid" }}>
      <VirtualTable label="Runs" columns={COLUMNS} items={items} rowKey={itself} selection={selection} />
      <SelectionBar
        count={selection.chosen.length}
        acts={[]}
        progress={null}
        reading={selection.reading}
        onClear={() => selection.only([])}
      />
      <p data-chosen>{selection.chosen.join(", ")}</p>
    </div>
  );
}

test("[Tables] rows are chosen one by one, in a range with Shift, and all; how many is read out", async () => {
  const screen = await render(<Choosing items={EIGHT} />);
  const box = (name: string) => screen.getByRole("checkbox", { name, exact: true });
  const chosen = () => document.querySelector("[data-chosen]")?.textContent;
  await expect.element(screen.getByRole("status")).toHaveTextContent("");
  await box("Select run 2").click();
  await expect.element(screen.getByRole("status")).toHaveTextContent("1 selected");
  await box("Select run 4").click({ modifiers: ["Shift"] });
  await expect.poll(chosen).toBe("run 2, run 3, run 4");
  await expect.element(screen.getByRole("status")).toHaveTextContent("3 selected");
  const all = box("Select all");
  expect((all.element() as HTMLInputElement).indeterminate).toBe(true);
  await box("Select run 3").click();
  await expect.poll(chosen).toBe("run 2, run 4");
  await all.click();
  await expect.element(screen.getByRole("status")).toHaveTextContent("8 selected");
  await all.click();
  await expect.poll(chosen).toBe("");
  await box("Select run 1").click();
  await screen.getByRole("button", { name: "Clear selection" }).click();
  await expect.poll(chosen).toBe("");
});

test("[Tables] Space chooses the row that has the focus, with Shift up to it, Ctrl+A all, Escape none", async () => {
  const screen = await render(<Choosing items={EIGHT} />);
  const chosen = () => document.querySelector("[data-chosen]")?.textContent;
  screen.getByRole("link", { name: "run 2" }).element().focus();
  await userEvent.keyboard(" {ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "run 3" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "run 4" })).toHaveFocus();
  await userEvent.keyboard("{Shift>} {/Shift}");
  await expect.poll(chosen).toBe("run 2, run 3, run 4");
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.poll(chosen).toBe(EIGHT.join(", "));
  await userEvent.keyboard("{Escape}");
  await expect.poll(chosen).toBe("");
  // From box to box, too.
  screen.getByRole("checkbox", { name: "Select run 1", exact: true }).element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("checkbox", { name: "Select run 2" })).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.poll(chosen).toBe("run 2");
});

test("[Tables] all is the whole filtered list; what leaves the list, or another filter, is no longer chosen", async () => {
  const screen = await render(<Choosing items={EIGHT} pages={[Promise.resolve(["run 900"])]} />);
  const chosen = () => document.querySelector("[data-chosen]")?.textContent;
  await screen.getByRole("checkbox", { name: "Select all" }).click();
  await expect.poll(chosen).toBe([...EIGHT, "run 900"].join(", "));
  await expect.element(screen.getByRole("checkbox", { name: "Select all" })).toBeChecked();
  await screen.rerender(<Choosing items={EIGHT.slice(0, 2)} />);
  await expect.poll(chosen).toBe("run 1, run 2");
  await screen.rerender(<Choosing items={EIGHT.slice(0, 2)} question="another" />);
  await expect.poll(chosen).toBe("");
});

test("[Tables] while a long list is read to choose all of it, it says how far it is; Stop chooses what was read, another filter nothing", async () => {
  const [second, third, last] = [1, 2, 3].map(() => Promise.withResolvers<readonly string[]>());
  if (!second || !third || !last) throw new Error("no pages");
  const pages = [second, third, last].map(({ promise }) => promise);
  const screen = await render(<Choosing items={EIGHT} pages={pages} />);
  const chosen = () => document.querySelector("[data-chosen]")?.textContent;
  const status = screen.getByRole("status");
  await screen.getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(status).toHaveTextContent("Reading the list: 8 so far");
  second.resolve(["run 900"]);
  await expect.element(status).toHaveTextContent("Reading the list: 9 so far");
  await screen.getByRole("button", { name: "Stop" }).click();
  third.resolve(["run 901"]);
  await expect.poll(chosen).toBe([...EIGHT, "run 900", "run 901"].join(", "));
  await expect.element(status).toHaveTextContent("10 selected");

  await screen.rerender(<Choosing items={EIGHT} pages={pages} question="another" />);
  await screen.getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(status).toHaveTextContent("Reading the list: 10 so far");
  await screen.rerender(<Choosing items={EIGHT} pages={pages} question="a third" />);
  last.resolve(["run 902"]);
  await expect.element(status).toHaveTextContent("");
  await expect.poll(chosen).toBe("");
});

test("[Tables] a table whose rows hold nothing for the focus is itself a stop for Tab, so that keys scroll it", async () => {
  const words: readonly Column<string>[] = [{ key: "name", header: "Name", track: "1fr", cell: (name) => name }];
  const same = ["POST", "POST"];
  const screen = await render(
    <div style={{ height: 400, display: "grid" }}>
      <VirtualTable label="Requests" columns={words} items={same} rowKey={(_, at) => String(at)} bare />
    </div>,
  );
  await expect.element(screen.getByRole("row").nth(2)).toBeVisible();
  await userEvent.tab();
  expect(document.activeElement?.className).toBe("table-body");
});

test("[Tables] rows that are only read are as high as their text, up to three lines, and none covers another's line", async () => {
  const words: readonly Column<string>[] = [{ key: "name", header: "Name", track: "12rem", cell: (name) => name }];
  const texts = ["short", "a sentence that takes two lines of it", "many words ".repeat(40), "short again"];
  const screen = await render(
    <div style={{ width: 300, height: 400, display: "grid" }}>
      <VirtualTable label="Requests" columns={words} items={texts} rowKey={String} bare />
    </div>,
  );
  const heights = () =>
    screen
      .getByRole("row")
      .elements()
      .slice(1)
      .map((row) => row.getBoundingClientRect().height);
  await expect.poll(() => heights().length).toBe(4);
  const [one = 0, two = 0, three = 0, last = 0] = heights();
  const line = two - one;
  expect(line).toBeGreaterThan(10);
  expect(three - two).toBeCloseTo(line);
  expect(last).toBeCloseTo(one);
  const apart = () => {
    const rows = screen.getByRole("row").elements().slice(1);
    const places = rows.map((row) => row.getBoundingClientRect());
    return places.slice(1).every((place, at) => place.top >= (places[at]?.bottom ?? 0) - 0.01);
  };
  await expect.poll(apart).toBe(true);
});
