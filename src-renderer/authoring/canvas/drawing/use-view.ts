import { useReactFlow, useStore } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import type { Layout, Size } from "../../../../src-shared/drawing/index.ts";
import { mac, matchesShortcut, nextIndex, useTranslation } from "../../../components/index.ts";
import { useFlowActions } from "../../use-flow-actions.ts";
import { type StageCommands, stageEntries } from "../stage-commands.ts";
import { firstViewport, type Viewport, viewportShowing, wholeViewport } from "./layout.ts";

/** The pane's size in pixels; the same object while it is unchanged. */
export function usePaneSize(): Size {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return useMemo(() => ({ width, height }), [width, height]);
}

/** The node of a card; null if it has none. */
export const cardElement = (at: number) => document.querySelector<HTMLElement>(`.react-flow__node[data-id="${at}"]`);

/** How much of the drawing's right side the selected stage's panel covers: 0 if it is beside. In pixels. */
export function coveredWidth(): number {
  const [drawing, panel] = [".canvas", ".inspector"].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  return drawing && panel ? Math.max(0, drawing.right - panel.left) : 0;
}

/** Brings a card into view, and out from under the panel. */
export function useShowCard(layout: Layout): (at: number) => void {
  const { getViewport, setViewport } = useReactFlow();
  const pane = usePaneSize();
  const latest = useRef(layout);
  latest.current = layout;
  return useCallback(
    (at) => {
      const place = latest.current.places[at];
      if (!place) return;
      const before = getViewport();
      const wanted = viewportShowing(place, before, { ...pane, width: pane.width - coveredWidth() });
      if (wanted.x !== before.x || wanted.y !== before.y) void setViewport(wanted);
    },
    [getViewport, setViewport, pane],
  );
}

/** Focuses a card, wherever it is. `onGo`: it needs a node. */
export function useGo(show: (at: number) => void, onGo: (at: number) => void): (at: number) => void {
  return useCallback(
    (at) => {
      // Rendered synchronously: the focused card may disappear, and the next key must find the other one.
      flushSync(() => {
        onGo(at);
        show(at);
      });
      cardElement(at)?.focus();
    },
    [show, onGo],
  );
}

/** The start and the end of a move of the drawing. */
interface Moved {
  readonly from: Viewport;
  readonly to: Viewport;
}

/**
 * Shows a stage that is selected, added or moved; the focus follows if a card has it. Once no stage is selected, the
 * drawing returns to its position, unless somebody has moved it since.
 */
export function useChosenInSight(chosen: number | null, layout: Layout) {
  const { getViewport, setViewport } = useReactFlow();
  const show = useShowCard(layout);
  const moved = useRef<Moved | null>(null);
  const count = layout.places.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stage more or less redraws everything
  useEffect(() => {
    const last = moved.current;
    const stands = last !== null && isSame(last.to, getViewport());
    if (chosen === null) {
      moved.current = null;
      if (stands) void setViewport(last.from);
      return;
    }
    const frame = requestAnimationFrame(() => {
      const from = getViewport();
      show(chosen);
      moved.current = { from: stands ? last.from : from, to: getViewport() };
      if (document.activeElement?.classList.contains("react-flow__node")) cardElement(chosen)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen, count, show]);
}

interface Keys {
  readonly layout: Layout;
  readonly chosen: number | null;
  readonly go: (at: number) => void;
  readonly onEdit: (at: number) => void;
  readonly onRename: (at: number) => void;
  readonly onMenu: (at: number) => void;
  readonly onClose: () => void;
  readonly commands: StageCommands;
}

/**
 * Keys of the focused card: arrows go to its neighbours, Enter opens it, F2 renames it, Escape closes the open one,
 * Delete deletes it, Shift+F10 lists all actions, and the keys shown there run them.
 */
export function useCardKeys({ layout, chosen, go, onEdit, onRename, onMenu, onClose, commands }: Keys) {
  const { t } = useTranslation();
  const count = layout.places.length;
  const meant = (event: KeyboardEvent, at: number): (() => void) | null => {
    const { key, shiftKey } = event;
    if (key === "F2") return () => onRename(at);
    if (key === "Enter" || key === " ") return () => onEdit(at);
    if (key === "ContextMenu" || (key === "F10" && shiftKey)) return () => onMenu(at);
    if (key === "Escape") return onClose;
    if (key === "Delete")
      return () => {
        if (at === count - 1 && at > 0) go(at - 1);
        void commands.remove(at);
      };
    const target = cardByKey(key, at, layout);
    return target === null ? null : () => go(target);
  };
  const byShortcut = (event: KeyboardEvent, at: number): (() => void) | null =>
    stageEntries(t, commands, at, count).find(({ shortcut }) => matchesShortcut(shortcut, event, mac))?.run ?? null;
  return (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (id === undefined) {
      // On the drawing's own buttons it means the selected stage, never the text beside.
      if (event.key !== "F2") return;
      event.preventDefault();
      if (chosen !== null) onRename(chosen);
      return;
    }
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const act = plain ? meant(event, Number(id)) : byShortcut(event, Number(id));
    if (act === null) return;
    act();
    event.preventDefault();
  };
}

/** The target of a key on the card at `at`: arrows go to its neighbours, also in other lines; null for other keys. */
function cardByKey(key: string, at: number, layout: Pick<Layout, "places" | "columns">): number | null {
  const { columns, places } = layout;
  const { length } = places;
  if (key === "ArrowRight") return nextIndex("ArrowDown", at, length);
  if (key === "ArrowLeft") return nextIndex("ArrowUp", at, length);
  if (length > columns && key === "ArrowDown") return at + columns < length ? at + columns : at;
  if (length > columns && key === "ArrowUp") return at >= columns ? at - columns : at;
  return nextIndex(key, at, length);
}

/** The last automatic view of a pane, until somebody moves it. */
interface Shown {
  readonly by: typeof firstViewport;
  readonly viewport: Viewport;
}

/**
 * Fits the flow into view at first, on request and after the pane is resized, unless the view was moved since. A short
 * flow is fitted again when a stage is added or removed; a longer one keeps its position.
 * @returns fits the whole flow
 */
export function useDrawingView(layout: Layout, short: boolean): () => void {
  const { t } = useTranslation();
  const { setViewport, getViewport } = useReactFlow();
  const pane = usePaneSize();
  const latest = useRef({ layout, pane });
  latest.current = { layout, pane };
  const shown = useRef<Shown | null>(null);
  const look = useCallback(
    (by: Shown["by"]) => {
      shown.current = { by, viewport: by(latest.current.layout, latest.current.pane) };
      void setViewport(shown.current.viewport);
    },
    [setViewport],
  );
  const size = short ? `${layout.width} ${layout.places.length}` : "long";
  useEffect(() => {
    if (pane.width === 0 || pane.height === 0) return;
    const { by, viewport } = shown.current ?? {};
    if (size !== "long" || by === undefined) look(firstViewport);
    else if (viewport && isSame(viewport, getViewport())) look(by);
  }, [size, pane, look, getViewport]);
  const showAll = useCallback(() => look(wholeBesidePanel), [look]);
  useFlowActions([["canvas.fit", t("canvas.fit"), showAll, { group: t("sides.canvas") }]]);
  return showAll;
}

/** The whole drawing, in the area that the panel leaves free. */
const wholeBesidePanel = (drawing: Size, pane: Size): Viewport =>
  wholeViewport(drawing, { ...pane, width: pane.width - coveredWidth() });

const isSame = (a: Viewport, b: Viewport) => a.x === b.x && a.y === b.y && a.zoom === b.zoom;
