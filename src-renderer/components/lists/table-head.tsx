// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtualizer, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid: focus goes to the buttons inside its head
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { nextAcross } from "../basics/next-index.ts";
import { textScale } from "../basics/text-scale.ts";
import { useTranslation } from "../texts/texts.ts";
import { type Column, cellClass } from "./column.ts";
import { nextSort, type TableLayout, withWidth } from "./table-layout.ts";

interface Props<T> {
  /** The visible ones. */
  readonly columns: readonly Column<T>[];
  readonly layout: TableLayout;
  readonly onLayout: ((layout: TableLayout) => void) | undefined;
}

/** Pixels by which a key widens a column. */
const STEP = 16;

/**
 * The headers: a press sorts, dragging the edge resizes. One Tab stop: Left and Right move between headers, with Alt
 * they change the width.
 */
export function TableHead<T>({ columns, layout, onLayout }: Props<T>) {
  const [stop, setStop] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const headers = [...event.currentTarget.querySelectorAll<HTMLElement>(".table-header")];
    const at = headers.indexOf(event.target as HTMLElement);
    const next = at === -1 ? null : nextAcross(event.key, at, headers.length);
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    headers[next]?.focus();
  };
  const changeable = columns.filter(({ hiddenHeader }) => !hiddenHeader);
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1} onKeyDown={move}>
        {columns.map((column) => (
          <Header
            key={column.key}
            {...{ column, layout, onLayout }}
            isStop={changeable[Math.min(stop, changeable.length - 1)] === column}
          />
        ))}
      </div>
    </div>
  );
}

interface HeaderProps<T> extends Pick<Props<T>, "layout" | "onLayout"> {
  readonly column: Column<T>;
  readonly isStop: boolean;
}

function Header<T>({ column, layout, onLayout, isStop }: HeaderProps<T>) {
  const { t } = useTranslation();
  const cell = useRef<HTMLDivElement>(null);
  const { key, header, sorts, hiddenHeader } = column;
  const sort = layout.sort?.by === key ? layout.sort : null;
  const order = sort === null ? undefined : sort.descending ? "descending" : "ascending";
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  const resize = (width: number | null) => onLayout?.(withWidth(layout, key, width));
  const widthNow = () => (cell.current?.offsetWidth ?? 0) / textScale();
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    resize(widthNow() + (event.key === "ArrowRight" ? STEP : -STEP));
  };
  if (hiddenHeader || onLayout === undefined)
    return (
      <div role="columnheader" className={cellClass(column)}>
        {column.head ?? <span className={hiddenHeader ? "visually-hidden" : undefined}>{header}</span>}
      </div>
    );
  return (
    <div ref={cell} role="columnheader" className={cellClass(column)} aria-sort={order}>
      <button
        type="button"
        className="table-header"
        tabIndex={isStop ? 0 : -1}
        aria-disabled={sorts === undefined || undefined}
        title={t(sorts === undefined ? "table.unsorted" : "table.headerHelp")}
        onClick={() => sorts && onLayout({ ...layout, sort: nextSort(layout.sort, column) })}
        onKeyDown={onKey}
      >
        <span className="truncate">{header}</span>
        {sort && <Arrow className="icon" aria-hidden />}
      </button>
      <Edge widthNow={widthNow} onResize={resize} />
    </div>
  );
}

interface EdgeProps {
  readonly widthNow: () => number;
  readonly onResize: (width: number | null) => void;
}

/** Dragging resizes its column; a double click resets it. Keys do the same at the header. */
function Edge({ widthNow, onResize }: EdgeProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: widthNow() };
  };
  const onMove = ({ clientX }: PointerEvent) => {
    if (from.current) onResize(from.current.width + (clientX - from.current.x) / textScale());
  };
  const onUp = () => {
    from.current = null;
  };
  return (
    <span
      className="table-edge"
      aria-hidden
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onDoubleClick={() => onResize(null)}
    />
  );
}
