// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtualizer, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid: focus goes to the links inside its rows
import type { ReactNode } from "react";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import { type Column, cellClass } from "./column.ts";
import { TableHead } from "./table-head.tsx";
import { isShown, PLAIN_LAYOUT, type TableLayout, trackOf } from "./table-layout.ts";
import { useRows } from "./use-rows.ts";
import "./virtual-table.css";

interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  readonly onEndReached?: () => void;
  /** Left out, the columns stay as they begin. */
  readonly layout?: TableLayout;
  readonly onLayout?: (layout: TableLayout) => void;
}

const ROW_HEIGHT = 44;

const wordsShown = (cell: ReactNode): ReactNode => (typeof cell === "string" ? controlsShown(cell) : cell);

/** A table of any length: only the rows in sight exist. Up and down move between rows, Home and End to the ends. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { label, columns, items, rowKey, onEndReached, layout = PLAIN_LAYOUT, onLayout } = props;
  const { scroller, onKeyDown, space, rows } = useRows({ items, keyOf: rowKey, height: ROW_HEIGHT, onEndReached });
  const shown = columns.filter((column) => isShown(column, layout));
  const tracks = (some: readonly Column<T>[]) => some.map((column) => trackOf(column, layout)).join(" ");
  return (
    <div
      className="table"
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
      style={
        {
          "--tracks": tracks(shown),
          "--tracks-narrow": tracks(shown.filter(({ wideOnly }) => !wideOnly)),
        } as React.CSSProperties
      }
    >
      <TableHead columns={shown} layout={layout} onLayout={onLayout} />
      <div ref={scroller} className="table-body" role="rowgroup" tabIndex={-1} onKeyDown={onKeyDown}>
        <div role="presentation" style={space}>
          {rows.map(({ key, index, item, style }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              className="table-row table-item"
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
