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
import { anchorAt, textScale } from "../../components/index.ts";
import { OutlineRow } from "./outline-row.tsx";
import { RowField } from "./row-field.tsx";
import type { Problems, Row } from "./tree.ts";
import type { Editing, Typing } from "./use-editing.ts";
import type { Tree } from "./use-tree.ts";

/** Pixels at the normal text size. */
const ROW_HEIGHT = 28;

export interface RowListHandle {
  /** The line of an item while it is mounted; the focused one always is. */
  readonly element: (key: string) => HTMLElement | null;
  /** How many rows fit. */
  readonly page: () => number;
}

interface Props {
  readonly handle: RefObject<RowListHandle | null>;
  readonly label: string;
  readonly tree: Tree;
  readonly problems: Problems;
  readonly editing: Editing;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The visible rows, and the focused one wherever it is. */
export function RowList(props: Props) {
  const { handle, label, tree, problems, editing, onKey } = props;
  const { typing } = editing;
  const { rows, index } = withDraft(tree, typing);
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
  // The focus was set from outside this list: the keys then apply to that row.
  const given = (at: number) => {
    const key = rows[at]?.item.key;
    if (key !== undefined && at !== index) tree.focus(key);
  };
  const focus = useRovingFocus(rows[index]?.item.key, typing !== null, take, given);
  const mouse = mouseOf(tree, editing);
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
                  at === index && typing
                    ? { of: typing.what, node: <TypedField {...editing} edit={typing.edit} /> }
                    : null
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

/** A new item has a row of its own until it is named. */
function withDraft({ rows, index }: Tree, typing: Typing | null): Pick<Tree, "rows" | "index"> {
  const at = rows[index];
  const adding = typing?.adding;
  if (!adding || !at) return { rows, index };
  const inside = at.item.adds !== undefined && at.level === 1;
  const item = { key: DRAFT, path: null, icon: adding.icon, label: adding.label };
  const draft: Row = { item, level: at.level + (inside ? 1 : 0), position: 1, siblings: 1, parent: index, open: null };
  return { rows: rows.toSpliced(index + 1, 0, draft), index: index + 1 };
}

function TypedField({ edit, typed, stopTyping }: Pick<Typing, "edit"> & Pick<Editing, "typed" | "stopTyping">) {
  const { label, value, long = false } = edit;
  return <RowField {...{ label, value, long }} onDone={typed} onCancel={stopTyping} />;
}

/** The focus follows its row when that is moved or replaced; it is never taken from elsewhere. */
function useRovingFocus(key: string | undefined, typing: boolean, take: () => void, given: (at: number) => void) {
  const has = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or the end of typing, moves the focus
  useEffect(() => {
    if (has.current && !typing) take();
  }, [key, typing]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      has.current = true;
      // Set by a screen reader, for example, which knows the rows but not the tree's current one.
      if (target instanceof HTMLElement && target.dataset.index !== undefined) given(Number(target.dataset.index));
    },
    // A focused element that is removed leaves no focus: it then still belongs to the tree.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) has.current = false;
    },
  };
}

/** Every mouse action on a row first focuses it. */
function mouseOf(tree: Tree, editing: Editing) {
  const isToggle = ({ target }: MouseEvent) => (target as Element).closest(".outline-toggle") !== null;
  const choose = ({ target }: MouseEvent): Row | undefined => {
    const index = (target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
    const row = tree.rows[Number(index ?? -1)];
    if (row) tree.focus(row.item.key);
    return row;
  };
  return {
    onClick: (event: MouseEvent) => {
      const row = choose(event);
      if (row && isToggle(event) && row.open !== null) tree.setOpen([row.item.key], !row.open);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (isToggle(event)) return;
      const item = choose(event)?.item;
      if (item && editing.readOnly === null && !item.blocked) editing.runner.edit(item, item.edit ? "edit" : "rename");
    },
    onContextMenu: (event: MouseEvent) => {
      const item = choose(event)?.item;
      if (!item) return;
      event.preventDefault();
      editing.setMenu({ what: "commands", key: item.key, anchor: anchorAt(event), adds: null });
    },
  };
}
