// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtualizer, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid: focus goes to the links inside its rows
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { useRowKeys } from "./use-row-keys.ts";
import "./virtual-table.css";

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** The header is only read out, not shown. */
  readonly hiddenHeader?: boolean;
  /** A track of the grid, such as `minmax(0, 2fr)`. */
  readonly track: string;
  /** Left out where the table is narrower than this many pixels. */
  readonly from?: number;
  readonly cell: (item: T) => ReactNode;
}

interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  /** Pixels at the normal text size. */
  readonly rowHeight?: number;
  readonly onEndReached?: () => void;
}

/** A table of any length: only the rows in sight exist. Up and down move between rows, Home and End to the ends. */
export function VirtualTable<T>({ label, columns, items, rowKey, rowHeight = 44, onEndReached }: VirtualTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight * rootScale(),
    getItemKey: (index) => rowKey(items[index] as T),
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEndReached && items.length > 0 && last >= items.length - 20) onEndReached();
  }, [last, items.length, onEndReached]);

  const onKey = useRowKeys(scroller, rows, items.length);

  return (
    <div
      className="table"
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
      style={
        {
          "--tracks": columns.map((column) => column.track).join(" "),
          "--tracks-narrow": narrowTracks(columns),
        } as React.CSSProperties
      }
    >
      <div role="rowgroup" className="table-head">
        <div role="row" className="table-row" aria-rowindex={1}>
          {columns.map((column) => (
            <div key={column.key} role="columnheader" className={`table-cell ${column.from ? "table-wide-only" : ""}`}>
              <span className={column.hiddenHeader ? "visually-hidden" : undefined}>{column.header}</span>
            </div>
          ))}
        </div>
      </div>
      <div ref={scroller} className="table-body" role="rowgroup" tabIndex={-1} onKeyDown={onKey}>
        <div role="presentation" style={{ height: rows.getTotalSize(), position: "relative" }}>
          {shown.map((row) => {
            const item = items[row.index] as T;
            return (
              <div
                key={row.key}
                role="row"
                aria-rowindex={row.index + 2}
                data-index={row.index}
                className="table-row table-item"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                {columns.map((column) => (
                  <div key={column.key} role="cell" className={`table-cell ${column.from ? "table-wide-only" : ""}`}>
                    {column.cell(item)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const narrowTracks = <T,>(columns: readonly Column<T>[]) =>
  columns
    .filter((column) => !column.from)
    .map((column) => column.track)
    .join(" ");

/** Rows grow with the reader's own text size. */
const rootScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
