// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtualizer, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid: focus goes to the links inside its rows
import type { ReactNode } from "react";
import { useRows } from "./use-rows.ts";
import "./virtual-table.css";

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** The header is only read out, not shown. */
  readonly hiddenHeader?: boolean;
  /** A track of the grid, such as `minmax(0, 2fr)`. */
  readonly track: string;
  /** Left out where the table is narrow. */
  readonly wideOnly?: boolean;
  readonly cell: (item: T) => ReactNode;
}

interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  readonly onEndReached?: () => void;
}

const ROW_HEIGHT = 44;

/** A table of any length: only the rows in sight exist. Up and down move between rows, Home and End to the ends. */
export function VirtualTable<T>({ label, columns, items, rowKey, onEndReached }: VirtualTableProps<T>) {
  const { scroller, onKeyDown, space, rows } = useRows({ items, keyOf: rowKey, height: ROW_HEIGHT, onEndReached });
  const tracks = (shown: readonly Column<T>[]) => shown.map(({ track }) => track).join(" ");
  const cellClass = ({ wideOnly }: Column<T>) => `table-cell ${wideOnly ? "table-wide-only" : ""}`;
  return (
    <div
      className="table"
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
      style={
        {
          "--tracks": tracks(columns),
          "--tracks-narrow": tracks(columns.filter(({ wideOnly }) => !wideOnly)),
        } as React.CSSProperties
      }
    >
      <div role="rowgroup" className="table-head">
        <div role="row" className="table-row" aria-rowindex={1}>
          {columns.map((column) => (
            <div key={column.key} role="columnheader" className={cellClass(column)}>
              <span className={column.hiddenHeader ? "visually-hidden" : undefined}>{column.header}</span>
            </div>
          ))}
        </div>
      </div>
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
              {columns.map((column) => (
                <div key={column.key} role="cell" className={cellClass(column)}>
                  {column.cell(item)}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
