// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtualizer, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid: focus goes to the links inside its rows
import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { type Column, cellClass } from "./column.ts";
import type { ReadingStop } from "./reading-stop.ts";
import { type Selection, useCheckColumn } from "./selection.tsx";
import { TableHead } from "./table-head.tsx";
import { isShown, PLAIN_LAYOUT, type TableLayout, trackOf } from "./table-layout.ts";
import { useRows } from "./use-rows.ts";
import "./virtual-table.css";

interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T, index: number) => string;
  readonly onEndReached?: () => void;
  /** Left out, the columns keep their defaults. */
  readonly layout?: TableLayout;
  readonly onLayout?: (layout: TableLayout) => void;
  /** Rows are two lines high; a card has its own lines, and no head above. */
  readonly lines?: 2 | "card";
  /**
   * Its rows contain nothing focusable: the keyboard scrolls the table itself. They are as high as their text, up to
   * three lines.
   */
  readonly bare?: boolean;
  /** Left out, rows cannot be selected. */
  readonly selection?: Selection<T>;
  /** Left out, there is no pane beside it. */
  readonly reading?: ReadingStop<T>;
}

/** By lines of a row, in pixels at the normal text size. */
const ROW_HEIGHT = { 1: 34, 2: 44, card: 76 } as const;

const wordsShown = (cell: ReactNode): ReactNode => (typeof cell === "string" ? marksShown(cell) : cell);

/**
 * A table of any length: only the visible rows are rendered. Up and Down move between rows, Home and End to the ends.
 * If rows can be selected, Space toggles a row, with Shift the range to it; Ctrl/Cmd+A selects all, Escape none. Beside
 * a reading pane, Up and Down also open, and Escape closes it.
 */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const {
    label,
    columns,
    items,
    rowKey,
    onEndReached,
    layout = PLAIN_LAYOUT,
    onLayout,
    selection,
    reading,
    bare = false,
    lines = 2,
  } = props;
  const height = ROW_HEIGHT[bare ? 1 : lines];
  const { scroller, onKeyDown, space, rows, measure } = useRows({
    ...{ items, keyOf: rowKey, height, measured: bare, onEndReached },
    ...{ stop: reading?.at, open: reading?.open, onArrive: reading && ((link) => link.click()) },
  });
  const shown = [...useCheckColumn(selection), ...columns.filter((column) => isShown(column, layout))];
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (selection && chooses(event, selection, items)) event.preventDefault();
    else if (reading && reading.open >= 0 && event.key === "Escape") reading.leave();
    else onKeyDown(event);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>("[data-index]");
    const item = row && items[Number(row.dataset.index)];
    if (item) reading?.enter(item);
  };
  const tracks = (some: readonly Column<T>[]) => some.map((column) => trackOf(column, layout)).join(" ");
  return (
    <div
      className={lines === "card" ? "table has-cards" : bare ? "table has-text" : "table"}
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
      onScrollCapture={({ target }) => scrollTogether(target as HTMLElement)}
      style={
        {
          ...(lines !== "card" && { "--lines": bare ? 3 : lines }),
          "--tracks": tracks(shown),
          "--tracks-narrow": tracks(shown.filter(({ wideOnly }) => !wideOnly)),
        } as React.CSSProperties
      }
    >
      <TableHead columns={shown} layout={layout} onLayout={onLayout} />
      <div
        ref={scroller}
        className="table-body"
        role="rowgroup"
        tabIndex={bare ? 0 : -1}
        onKeyDown={onKey}
        onFocus={onFocus}
      >
        <div role="presentation" style={space}>
          {rows.map(({ key, index, item, style }) => (
            <div
              key={key}
              ref={measure}
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              className={
                selection?.has(item) || reading?.open === index
                  ? "table-row table-item is-chosen"
                  : "table-row table-item"
              }
              style={style}
            >
              {shown.map((column) => (
                <div key={column.key} role="cell" className={cellClass(column)}>
                  <div className="table-text">{wordsShown(column.cell(item))}</div>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Head and body scroll sideways together: the columns may be wider than the table. */
function scrollTogether(moved: HTMLElement) {
  for (const part of moved.parentElement?.children ?? [])
    if (part !== moved && part.matches(".table-head, .table-body")) part.scrollLeft = moved.scrollLeft;
}

/** Whether a key has selected rows. A checkbox handles Space itself. */
function chooses<T>(
  { key, shiftKey, altKey, ctrlKey, metaKey, target }: KeyboardEvent<HTMLElement>,
  { toggle, all, chosen }: Selection<T>,
  items: readonly T[],
): boolean {
  const at = target as HTMLElement;
  const command = ctrlKey || metaKey;
  if (altKey || at.closest("a, .row-check") === null) return false;
  if (command && key.toLowerCase() === "a") all(true);
  else if (command) return false;
  else if (key === "Escape" && chosen.length > 0) all(false);
  else if (key === " " && at.closest("a") !== null) {
    const item = items[Number(at.closest<HTMLElement>("[data-index]")?.dataset.index)];
    if (item) toggle(item, shiftKey);
  } else return false;
  return true;
}
