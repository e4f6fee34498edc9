import {
  Background,
  BackgroundVariant,
  ControlButton,
  Controls,
  type NodeChange,
  ReactFlow,
  useReactFlow,
  useStore,
  ViewportPortal,
} from "@xyflow/react";
import { Maximize } from "lucide-react";
import { type FocusEvent, type MouseEvent, memo, useCallback, useMemo, useRef, useState } from "react";
import { type Layout, placeCards, type StageCard } from "../../../../src-shared/drawing/index.ts";
import { useReadOnly, useTranslation, useWidth } from "../../../components/index.ts";
import type { StageCommands } from "../stage-commands.ts";
import type { ShownOrder } from "../use-order.ts";
import { CanvasBar } from "./canvas-bar.tsx";
import { CanvasLegend } from "./canvas-legend.tsx";
import { CanvasMenu, useCanvasMenu } from "./canvas-menu.tsx";
import { InsertButtons } from "./insert-buttons.tsx";
import { cardAt, cardsInSight, dropOf, leastZoom, roomOf } from "./layout.ts";
import { CanvasMap } from "./map.tsx";
import { type CardNode, cardNodes, type Dragged, type Drawn, nodeTypes } from "./nodes.tsx";
import { CanvasOverview, OVERVIEW_ZOOM } from "./overview.tsx";
import { RenameField } from "./rename-field.tsx";
import { type Shapes, shapesOf } from "./shapes.ts";
import { useSecondPress } from "./use-second-press.ts";
import {
  coveredWidth,
  useCardKeys,
  useChosenInSight,
  useDrawingView,
  useGo,
  usePaneSize,
  useShowCard,
} from "./use-view.ts";
import "@xyflow/react/dist/style.css";
import "./drawing.css";

/** From this many cards on, a minimap helps. */
const MAP_FROM = 7;
/** A pane lower than this has no room for a minimap, in pixels. */
const MAP_PANE = 320;

interface Props {
  readonly cards: readonly StageCard[];
  readonly title: string;
  readonly chosen: number | null;
  readonly onChoose: (at: number) => void;
  /** Starts editing by keyboard. */
  readonly onEdit: (at: number) => void;
  readonly onClose: () => void;
  readonly commands: StageCommands;
  readonly order: ShownOrder;
}

/** Redrawn only when a card has changed, not at every edit of the text. */
export const Drawing = memo(function Drawing(props: Props) {
  const { cards, title, chosen, onChoose, onEdit, onClose, commands, order } = props;
  const { t } = useTranslation();
  const readOnly = useReadOnly() !== null;
  const [section, width] = useWidth();
  const room = width === null ? undefined : roomOf(width);
  const layout = useMemo(() => placeCards(cards, room), [cards, room]);
  const shapes = useMemo(() => shapesOf(cards, layout), [cards, layout]);
  const pane = usePaneSize();
  const far = useStore((state) => state.transform[2] < OVERVIEW_ZOOM);
  const [focused, setFocused] = useState(0);
  const current = Math.min(focused, cards.length - 1);
  const showAll = useDrawingView(layout, cards.length < MAP_FROM);
  useChosenInSight(chosen, layout);
  const show = useShowCard(layout);
  const go = useGo(show, setFocused);
  const [renamed, setRenamed] = useState<number | null>(null);
  const menu = useCanvasMenu();
  const onKey = useCardKeys({ layout, chosen, go, onEdit, onRename: setRenamed, onMenu: menu.open, onClose, commands });
  const drag = useDrag(layout, commands);
  const seen = useSeen(layout);
  const nodes = useNodes({ cards, layout, chosen, far, current, seen, dragged: drag.dragged });
  const pointing = usePointing(layout, far, onChoose);

  const onFocus = ({ target }: FocusEvent) => {
    const id = (target as HTMLElement).dataset.id;
    if (id === undefined || !target.classList.contains("react-flow__node")) return;
    setFocused(Number(id));
    // Only by keyboard: a drawing that moves during a press would miss it.
    if (target.matches(":focus-visible")) show(Number(id));
  };
  const pressed = useRef<number | null>(null);
  const onClick = ({ target, detail }: MouseEvent, { data: { index } }: CardNode) => {
    // The panel that the first press opens may bring another card under the pointer.
    if (detail > 1) return;
    pressed.current = (target as Element).closest(".stage-card-head") && index;
    if (index !== chosen) onChoose(index);
  };
  const onDoubleClick = () => {
    const at = pressed.current;
    if (!readOnly && at !== null && cards[at]?.editable) setRenamed(at);
  };
  const [renamedPlace, names] = [layout.places[renamed ?? -1], useMemo(() => cards.map(({ name }) => name), [cards])];
  useSecondPress(far ? pointing.goTo : onDoubleClick);
  return (
    <section
      ref={section}
      className="canvas"
      aria-label={t("canvas.label")}
      tabIndex={-1}
      onKeyDown={onKey}
      onFocus={onFocus}
      onContextMenu={menu.onContextMenu}
      onClickCapture={({ detail }) => {
        if (detail === 1) pressed.current = null;
      }}
      onDoubleClick={onDoubleClick}
    >
      <CanvasBar {...{ cards, title, commands, order }} />
      <ReactFlow
        nodes={nodes}
        nodeTypes={nodeTypes}
        {...drag.handlers}
        {...pointing.handlers}
        onNodeClick={onClick}
        nodeDragThreshold={6}
        nodesConnectable={false}
        nodesDraggable={!readOnly && !far}
        elementsSelectable={false}
        minZoom={leastZoom(layout, pane)}
        maxZoom={1.5}
        panOnScroll
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          "node.a11yDescription.default": t("canvas.nodeHelp"),
          "controls.ariaLabel": t("canvas.controls"),
          "controls.zoomIn.ariaLabel": t("canvas.zoomIn"),
          "controls.zoomOut.ariaLabel": t("canvas.zoomOut"),
        }}
      >
        {!far && <Background variant={BackgroundVariant.Dots} gap={20} size={2} />}
        {far && <CanvasOverview {...{ cards, layout, shapes, chosen, current, seen }} pointed={pointing.pointed} />}
        {!far && <Arrows shapes={shapes} />}
        {seen.length < cards.length && cards.length >= MAP_FROM && pane.height >= MAP_PANE && (
          <CanvasMap layout={layout} shapes={shapes} chosen={chosen} />
        )}
        {drag.dragged && <DropMark layout={layout} dragged={drag.dragged} />}
        {!far && !readOnly && !drag.dragged && <InsertButtons {...{ cards, layout, seen, commands }} />}
        {renamed !== null && renamedPlace && !far && (
          <RenameField {...{ names }} at={renamed} place={renamedPlace} onDone={() => setRenamed(null)} />
        )}
      </ReactFlow>
      <div className="canvas-foot">
        <ZoomButtons showAll={showAll} />
        <CanvasLegend cards={cards} order={order} />
      </div>
      {menu.opened && (
        <CanvasMenu
          {...{ cards, commands, onEdit, order, showAll }}
          opened={menu.opened}
          onRename={setRenamed}
          onClose={menu.close}
        />
      )}
    </section>
  );
});

/** Below the drawing, where they cover no card and no plus; at the left, where no panel covers them. */
function ZoomButtons({ showAll }: { readonly showAll: () => void }) {
  const { t } = useTranslation();
  return (
    <Controls orientation="horizontal" showInteractive={false} showFitView={false}>
      <ControlButton onClick={showAll} title={t("canvas.fit")} aria-label={t("canvas.fit")}>
        <Maximize aria-hidden />
      </ControlButton>
    </Controls>
  );
}

/** The cards in view; the same list while it has the same cards. */
function useSeen(layout: Layout): readonly number[] {
  const seen = useStore(({ transform: [x, y, zoom], width, height }) =>
    cardsInSight(layout, { x, y, zoom }, { width, height }).join(),
  );
  return useMemo(() => (seen === "" ? [] : seen.split(",").map(Number)), [seen]);
}

interface Seen extends Omit<Drawn, "shown"> {
  readonly current: number;
  readonly seen: readonly number[];
}

/**
 * Nodes for the cards in view, and for the focused one wherever it is. When zoomed out, the overview draws the rest.
 */
function useNodes({ cards, layout, chosen, far, current, seen, dragged }: Seen): CardNode[] {
  const former = useRef<readonly CardNode[]>([]);
  const nodes = useMemo(() => {
    const shown = new Set([...(far ? [] : seen), dragged?.index ?? current, current, chosen ?? current]);
    return cardNodes({ cards, layout, chosen, dragged, far, shown: [...shown].sort((a, b) => a - b) }, former.current);
  }, [cards, layout, chosen, dragged, far, current, seen]);
  former.current = nodes;
  return nodes;
}

/** Cards are dragged to a new position. */
function useDrag(layout: Layout, commands: StageCommands) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    for (const change of changes)
      if (change.type === "position" && change.dragging && change.position)
        setDragged({ index: Number(change.id), ...change.position });
  };
  const onNodeDragStop = (_event: unknown, { data: { index }, position }: CardNode) => {
    setDragged(null);
    void commands.move(index, dropOf(layout, index, position).to);
  };
  return { dragged, handlers: { onNodesChange, onNodeDragStop } };
}

/** The zoom for a card that was double-clicked while zoomed out. */
const CLOSE_ZOOM = 1;

/** While zoomed out: names the card under the mouse; a click selects it, a double click zooms to it. */
function usePointing(layout: Layout, far: boolean, onChoose: (at: number) => void) {
  const { screenToFlowPosition, setCenter } = useReactFlow();
  const [pointed, setPointed] = useState<number | null>(null);
  const under = useCallback(
    ({ clientX, clientY }: MouseEvent) => cardAt(layout, screenToFlowPosition({ x: clientX, y: clientY })),
    [layout, screenToFlowPosition],
  );
  // The first press may move the drawing: both presses mean the card under the first.
  const pressed = useRef<number | null>(null);
  const onPaneClick = (event: MouseEvent) => {
    if (event.detail > 1) return;
    pressed.current = under(event);
    if (pressed.current !== null) onChoose(pressed.current);
  };
  const goTo = () => {
    const place = layout.places[pressed.current ?? -1];
    if (!place) return;
    // In the middle of the area that the selected stage's panel leaves free.
    const x = place.x + (place.width + coveredWidth() / CLOSE_ZOOM) / 2;
    void setCenter(x, place.y + place.height / 2, { zoom: CLOSE_ZOOM });
  };
  const handlers = {
    onPaneClick,
    onDoubleClick: goTo,
    onPaneMouseMove: (event: MouseEvent) => setPointed(under(event)),
    onPaneMouseLeave: () => setPointed(null),
  };
  return { pointed: far ? pointed : null, goTo, handlers: far ? handlers : {} };
}

/** All arrows are one path: a thousand cost as little to update as one. */
const Arrows = memo(function Arrows({ shapes }: { readonly shapes: Shapes }) {
  return (
    <ViewportPortal>
      <svg className="canvas-arrows" width={1} height={1} aria-hidden>
        <path className="shape-arrows" d={shapes.arrows} />
        <path className="shape-heads" d={shapes.heads} />
      </svg>
    </ViewportPortal>
  );
});

/** Where the dragged card would go. */
function DropMark({ layout, dragged }: { readonly layout: Layout; readonly dragged: Dragged }) {
  const { x, y, width, height } = dropOf(layout, dragged.index, dragged).mark;
  return (
    <ViewportPortal>
      <div className="drop-mark" style={{ transform: `translate(${x}px, ${y}px)`, width, height }} />
    </ViewportPortal>
  );
}
