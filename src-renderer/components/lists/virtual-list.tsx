import { defaultRangeExtractor } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useState } from "react";
import { useRows } from "./use-rows.ts";
import "./virtual-list.css";

interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string;
  /** Pixels at the normal text size. */
  readonly itemHeight: number;
  readonly href: (item: T) => string;
  readonly selected: string | null;
  readonly children: (item: T) => ReactNode;
  readonly onEndReached?: () => void;
}

/**
 * A list beside its reading pane: only the items in sight exist, and the one stop that it is for Tab. Up and down move and
 * open, so that the pane is the next stop however long the list is.
 */
export function VirtualList<T>({
  label,
  items,
  itemKey,
  itemHeight,
  href,
  selected,
  children,
  onEndReached,
}: VirtualListProps<T>) {
  const [left, setLeft] = useState<string | null>(null);
  const indexOf = (key: string | null) => (key === null ? -1 : items.findIndex((item) => itemKey(item) === key));
  const stop = [indexOf(left), indexOf(selected), 0].find((index) => index >= 0) ?? 0;
  const { scroller, onKeyDown, space, rows } = useRows({
    items,
    keyOf: itemKey,
    height: itemHeight,
    onEndReached,
    rangeExtractor: (range) => withStop(defaultRangeExtractor(range), stop),
    onArrive: (link) => link.click(),
  });
  const onFocus = ({ target }: FocusEvent<HTMLDivElement>) => {
    const row = target.closest<HTMLElement>("[data-index]");
    const item = row && items[Number(row.dataset.index)];
    if (item) setLeft(itemKey(item));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the links inside
    <div ref={scroller} className="list" onKeyDown={onKeyDown} onFocus={onFocus}>
      <ul aria-label={label} style={space}>
        {rows.map(({ key, index, item, style }) => (
          <li
            key={key}
            data-index={index}
            className="list-row"
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={style}
          >
            <a
              className="list-item"
              href={href(item)}
              tabIndex={index === stop ? undefined : -1}
              aria-current={itemKey(item) === selected ? "true" : undefined}
            >
              {children(item)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The rows in sight, and the one that has the tab stop, wherever it is. */
const withStop = (inSight: readonly number[], stop: number): number[] =>
  inSight.includes(stop) ? [...inSight] : [...inSight, stop].toSorted((a, b) => a - b);
