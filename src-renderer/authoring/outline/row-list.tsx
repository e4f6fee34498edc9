import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { type MenuAnchor, textScale } from "../../components/index.ts";
import { OutlineRow } from "./outline-row.tsx";
import { RowField } from "./row-field.tsx";
import type { Problems, Row } from "./tree.ts";
import type { Typing } from "./use-editing.ts";

/** Pixels at the normal text size. */
const ROW_HEIGHT = 28;

export interface RowListHandle {
  /** The line of an item, while it is in the page: the one with the focus always is. */
  readonly element: (key: string) => HTMLElement | null;
  /** How many rows fit. */
  readonly page: () => number;
}

interface Props {
  readonly handle: RefObject<RowListHandle | null>;
  readonly label: string;
  readonly rows: readonly Row[];
  /** Of the row that has the focus. */
  readonly index: number;
  readonly problems: Problems;
  readonly typing: Typing | null;
  readonly onTyped: (text: string) => string | null;
  readonly onTypingOver: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onChoose: (index: number, part: "row" | "toggle") => void;
  /** A row was given the focus by something else than this list: the keys are then for that row. */
  readonly onFocused: (key: string) => void;
  readonly onEdit: (index: number) => void;
  readonly onMenu: (index: number, anchor: MenuAnchor) => void;
}

/** The rows in sight, and the one with the focus wherever it is. */
export function RowList(props: Props) {
  const { handle, label, problems, typing, onKey } = props;
  const { rows, index } = withDraft(props);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT * textScale(),
    getItemKey: (at) => rows[at]?.item.key ?? at,
    overscan: 10,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(index) ? seen : index < range.startIndex ? [index, ...seen] : [...seen, index];
    },
  });
  const elementAt = (at: number) => scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`) ?? null;
  useImperativeHandle(handle, () => ({
    element: (key) => elementAt(rows.findIndex(({ item }) => item.key === key)),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (ROW_HEIGHT * textScale())) - 1),
  }));
  const take = () => {
    list.scrollToIndex(index);
    elementAt(index)?.focus({ preventScroll: true });
  };
  const given = (at: number) => {
    const key = rows[at]?.item.key;
    if (key !== undefined && at !== index) props.onFocused(key);
  };
  const focus = useRovingFocus(rows[index]?.item.key, typing !== null, take, given);
  const mouse = useMouse(props);
  return (
    <div ref={scroller} className="outline-scroll" {...focus}>
      <div
        role="tree"
        aria-label={label}
        className="outline-tree"
        style={{ height: list.getTotalSize() }}
        onKeyDown={onKey}
        {...mouse}
      >
        {list.getVirtualItems().map(({ index: at, key, start, size }) => {
          const row = rows[at];
          return (
            row && (
              <OutlineRow
                key={key}
                row={row}
                index={at}
                focused={at === index}
                problems={row.item.key === DRAFT ? [] : problems(at)}
                field={
                  at === index && typing ? { of: typing.what, node: <TypedField {...props} typing={typing} /> } : null
                }
                style={{ height: size, transform: `translateY(${start}px)` }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const DRAFT = "\ndraft";

/** What is being added has a row of its own until its name is given. */
function withDraft({ rows, index, typing }: Props): { readonly rows: readonly Row[]; readonly index: number } {
  const at = rows[index];
  const adding = typing?.adding;
  if (!adding || !at) return { rows, index };
  const inside = at.item.adds !== undefined && at.level === 1;
  const item = { key: DRAFT, path: null, icon: adding.icon, label: adding.label };
  const draft: Row = { item, level: at.level + (inside ? 1 : 0), position: 1, siblings: 1, parent: index, open: null };
  return { rows: rows.toSpliced(index + 1, 0, draft), index: index + 1 };
}

function TypedField({ typing, onTyped, onTypingOver }: Props & { readonly typing: Typing }) {
  const { edit } = typing;
  return (
    <RowField
      label={edit.label}
      value={edit.value}
      long={edit.long ?? false}
      onDone={onTyped}
      onCancel={onTypingOver}
    />
  );
}

/** The focus goes along with the row that has it, when it is moved, and when it is replaced; never from elsewhere. */
function useRovingFocus(key: string | undefined, typing: boolean, take: () => void, given: (at: number) => void) {
  const has = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or the end of typing, moves the focus
  useEffect(() => {
    if (has.current && !typing) take();
  }, [key, typing]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      has.current = true;
      // By a screen reader, say, which knows the rows and not which of them the tree takes for its own.
      if (target instanceof HTMLElement && target.dataset.index !== undefined) given(Number(target.dataset.index));
    },
    // What has the focus and goes away leaves it nowhere: then it is still the tree's.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) has.current = false;
    },
  };
}

function useMouse({ onChoose, onEdit, onMenu }: Props) {
  const indexOf = ({ target }: MouseEvent): number | null => {
    const row = (target as Element).closest<HTMLElement>("[data-index]");
    return row ? Number(row.dataset.index) : null;
  };
  return {
    onClick: (event: MouseEvent) => {
      const at = indexOf(event);
      if (at !== null) onChoose(at, (event.target as Element).closest(".outline-toggle") ? "toggle" : "row");
    },
    onDoubleClick: (event: MouseEvent) => {
      const at = indexOf(event);
      if (at !== null && !(event.target as Element).closest(".outline-toggle")) onEdit(at);
    },
    onContextMenu: (event: MouseEvent) => {
      const at = indexOf(event);
      if (at === null) return;
      event.preventDefault();
      const { clientX, clientY } = event;
      onMenu(at, { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) });
    },
  };
}
