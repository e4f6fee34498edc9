import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  MiniMap,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  ViewportPortal,
} from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { Plus } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useActions } from "../app/actions.ts";
import { useLooking } from "../app/looking.ts";
import { Button } from "../components/button.tsx";
import { nextIndex } from "../components/next-index.ts";
import { cardPositions, drawingSize, droppedAt, firstViewport, type StageCard } from "./canvas-model.ts";
import { StageCardView } from "./stage-card.tsx";
import type { StageCommands } from "./stage-commands.ts";

type CardNode = Node<
  { readonly card: StageCard; readonly index: number; readonly last: boolean; readonly chosen: boolean },
  "stage"
>;

/** A small map helps where the drawing is long; of a much longer one it would show a line. */
const MAP_FROM = 7;
const MAP_TO = 150;
const MAP_SIZE = { width: 200, height: 64 } as const;
/** A lower pane has no room for a map, in pixels. */
const MAP_PANE = 320;
const FIT = { padding: 0.08, maxZoom: 1, duration: 0 } as const;
const nodeTypes = { stage: StageNode };

interface Props {
  readonly cards: readonly StageCard[];
  readonly chosen: number | null;
  readonly onChoose: (at: number) => void;
  /** To be changed by the keyboard. */
  readonly onEdit: (at: number) => void;
  readonly onCell: (at: number, participant: string, document: string) => void;
  readonly commands: StageCommands;
}

interface Dragged {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Drawn again only when a card has changed, not at every edit of the text. */
export const Drawing = memo(function Drawing({ cards, chosen, onChoose, onEdit, onCell, commands }: Props) {
  const { t } = useTranslation();
  const looking = useLooking() !== null;
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const former = useRef<readonly CardNode[]>([]);
  const { nodes, edges } = useMemo(() => drawing(cards, chosen, dragged, former.current), [cards, chosen, dragged]);
  former.current = nodes;
  const height = useStore((state) => state.height);
  const hasMap = cards.length >= MAP_FROM && cards.length <= MAP_TO && height >= MAP_PANE;
  useFirstView(cards);
  useChosenInSight(chosen, cards.length);
  const onKey = useCardKeys(cards.length, onEdit, commands);

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    for (const change of changes)
      if (change.type === "position" && change.dragging && change.position)
        setDragged({ index: Number(change.id), ...change.position });
  };
  const onDrop = (_event: unknown, { data: { index }, position }: CardNode) => {
    setDragged(null);
    void commands.move(index, droppedAt(cards, index, position.x));
  };
  const onClick = (event: MouseEvent, { data: { index } }: CardNode) => {
    const cell = (event.target as Element).closest<HTMLElement>("td[data-participant]");
    onChoose(index);
    if (cell) onCell(index, cell.dataset.participant ?? "", cell.dataset.document ?? "");
  };
  return (
    <section className="canvas" aria-label={t("canvas.label")} onKeyDown={onKey}>
      <div className="canvas-bar">
        <Button look="ghost" icon={Plus} shortcut="Alt+Shift+N" writes onClick={() => void commands.add()}>
          {t("stages.do.add")}
        </Button>
      </div>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeDragStop={onDrop}
        onNodeClick={onClick}
        nodeDragThreshold={6}
        nodesConnectable={false}
        nodesDraggable={!looking}
        edgesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements={cards.length > 60}
        fitViewOptions={FIT}
        minZoom={0.1}
        maxZoom={1.5}
        panOnScroll
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          "node.a11yDescription.default": t("canvas.nodeHelp"),
          "controls.ariaLabel": t("canvas.controls"),
          "controls.zoomIn.ariaLabel": t("canvas.zoomIn"),
          "controls.zoomOut.ariaLabel": t("canvas.zoomOut"),
          "controls.fitView.ariaLabel": t("canvas.fit"),
          "minimap.ariaLabel": t("canvas.map"),
        }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={2} />
        <Controls showInteractive={false} position="bottom-right" />
        {hasMap && <MiniMap position="bottom-left" className="canvas-map" style={MAP_SIZE} pannable zoomable />}
        {dragged && <DropMark cards={cards} dragged={dragged} />}
      </ReactFlow>
    </section>
  );
});

const cardElement = (at: number) => document.querySelector<HTMLElement>(`.react-flow__node[data-id="${at}"]`);

/** Brings a card into sight. */
function useShowCard(): (at: number) => void {
  const { getNode, getViewport, setViewport } = useReactFlow<CardNode>();
  const width = useStore((state) => state.width);
  return useCallback(
    (at) => {
      const node = getNode(String(at));
      if (!node) return;
      const { x, y, zoom } = getViewport();
      const left = node.position.x * zoom + x;
      const right = left + (node.width ?? 0) * zoom;
      if (left >= 0 && right <= width) return;
      void setViewport({ x: x + width / 2 - (left + right) / 2, y, zoom });
    },
    [getNode, getViewport, setViewport, width],
  );
}

/** A stage that was added or moved is shown; the focus goes with it where a card has it. */
function useChosenInSight(chosen: number | null, count: number) {
  const show = useShowCard();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stage more or less draws everything anew
  useEffect(() => {
    if (chosen === null) return;
    const frame = requestAnimationFrame(() => {
      show(chosen);
      if (document.activeElement?.classList.contains("react-flow__node")) cardElement(chosen)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen, count, show]);
}

/** Keys of the card that has the focus: arrows go to its neighbours, Enter and F2 open it, Delete deletes it. */
function useCardKeys(count: number, onEdit: (at: number) => void, commands: StageCommands) {
  const bringIntoSight = useShowCard();
  const show = (at: number) => {
    bringIntoSight(at);
    // A card out of sight is only there after the next drawing.
    if (cardElement(at)) cardElement(at)?.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => cardElement(at)?.focus()));
  };
  return (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = Number(id);
    const target = nextIndex(ACROSS[event.key] ?? event.key, at, count);
    if (event.key === "Enter" || event.key === " " || event.key === "F2") onEdit(at);
    else if (event.key === "Delete") {
      if (at === count - 1 && at > 0) show(at - 1);
      void commands.remove(at);
    } else if (target !== null) show(target);
    else return;
    event.preventDefault();
  };
}

const ACROSS: Readonly<Record<string, string>> = { ArrowRight: "ArrowDown", ArrowLeft: "ArrowUp" };

/** Where the dragged card would go. */
function DropMark({
  cards,
  dragged: { index, x },
}: {
  readonly cards: readonly StageCard[];
  readonly dragged: Dragged;
}) {
  const to = droppedAt(cards, index, x);
  const others = cards.filter((_card, at) => at !== index);
  const positions = cardPositions(cards).filter((_x, at) => at !== index);
  const last = positions.length - 1;
  const left = to > last ? (positions[last] ?? 0) + (others[last]?.width ?? 0) + 28 : (positions[to] ?? 0) - 28;
  return (
    <ViewportPortal>
      <div className="drop-mark" style={{ transform: `translateX(${left}px)`, height: drawingSize(cards).height }} />
    </ViewportPortal>
  );
}

/** Shows the drawing anew when a stage comes or goes, or the pane is resized; an edit within a stage leaves the view where it is. */
function useFirstView(cards: readonly StageCard[]) {
  const { t } = useTranslation();
  const { setViewport, fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const latest = useRef(cards);
  latest.current = cards;
  const few = cards.length < MAP_FROM;
  const size = few ? `${drawingSize(cards).width} ${cards.length}` : "many";
  useEffect(() => {
    if (size !== "" && width > 0 && height > 0)
      void setViewport(firstViewport(drawingSize(latest.current), { width, height }));
  }, [size, width, height, setViewport]);
  useActions(
    useMemo(
      () => [
        {
          id: "canvas.fit",
          title: t("canvas.fit"),
          group: t("sides.canvas"),
          shortcut: "Alt+Shift+0",
          run: () => void fitView(FIT),
        },
      ],
      [t, fitView],
    ),
  );
}

function drawing(
  cards: readonly StageCard[],
  chosen: number | null,
  dragged: Dragged | null,
  former: readonly CardNode[],
): { nodes: CardNode[]; edges: Edge[] } {
  const positions = cardPositions(cards);
  const nodes = cards.map((card, index) => {
    const { x, y } = dragged?.index === index ? dragged : { x: positions[index] ?? 0, y: 0 };
    const data = { card, index, last: index === cards.length - 1, chosen: index === chosen };
    const before = former[index];
    const same =
      before?.data.card === card &&
      before.data.last === data.last &&
      before.data.chosen === data.chosen &&
      (before.zIndex === 10) === (dragged?.index === index) &&
      before.position.x === x &&
      before.position.y === y;
    return same ? before : { ...cardNode(data, { x, y }), zIndex: dragged?.index === index ? 10 : 0 };
  });
  const edges = cards.slice(1).map((_card, index) => ({
    id: `${index}`,
    source: String(index),
    target: String(index + 1),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    focusable: false,
  }));
  return { nodes, edges };
}

function cardNode(data: CardNode["data"], position: { readonly x: number; readonly y: number }): CardNode {
  const { card, index, chosen } = data;
  return {
    id: String(index),
    type: "stage",
    position,
    width: card.width,
    height: card.height,
    data,
    ariaRole: "button",
    ariaLabel: card.name,
    className: chosen ? "stage-chosen" : "",
    domAttributes: { "aria-pressed": chosen },
  };
}

function StageNode({ data: { card, index, last } }: NodeProps<CardNode>) {
  return (
    <>
      {index > 0 && <Handle type="target" position={Position.Left} isConnectable={false} style={{ top: 20 }} />}
      <StageCardView card={card} index={index} />
      {!last && <Handle type="source" position={Position.Right} isConnectable={false} style={{ top: 20 }} />}
    </>
  );
}
