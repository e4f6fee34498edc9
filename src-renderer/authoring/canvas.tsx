import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { Shapes } from "lucide-react";
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../components/states.tsx";
import type { AnalysisView } from "./analysis-types.ts";
import { cardPositions, drawingSize, firstViewport, type StageCard, stageCards } from "./canvas-model.ts";
import { revealRange } from "./editor-store.ts";
import { StageCardView } from "./stage-card.tsx";

type CardNode = Node<{ readonly card: StageCard; readonly index: number; readonly last: boolean }, "stage">;

const nodeTypes = { stage: StageNode };

/** The flow as a drawing, read from the text: stages left to right. A click shows a stage's text. */
export function Canvas({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const drawn = useRef<readonly StageCard[]>([]);
  const cards = useMemo(() => stageCards(analysis.outline, analysis.diagnostics, drawn.current), [analysis]);
  drawn.current = cards;
  const { stages } = analysis.outline;
  const newest = useRef(stages);
  newest.current = stages;
  const reveal = useCallback((index: number) => {
    const stage = newest.current[index];
    if (stage) revealRange(stage.range);
  }, []);
  if (cards.length === 0)
    return (
      <EmptyState icon={Shapes} title={t("canvas.empty")}>
        <p>{t("canvas.emptyText")}</p>
      </EmptyState>
    );
  return (
    <ReactFlowProvider>
      <Drawing cards={cards} onReveal={reveal} />
    </ReactFlowProvider>
  );
}

/** Drawn again only when a card has changed, not at every edit of the text. */
const Drawing = memo(function Drawing({
  cards,
  onReveal,
}: {
  readonly cards: readonly StageCard[];
  readonly onReveal: (index: number) => void;
}) {
  const { t } = useTranslation();
  const former = useRef<readonly CardNode[]>([]);
  const { nodes, edges } = useMemo(() => drawing(cards, former.current), [cards]);
  former.current = nodes;
  useFirstView(cards);

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (id === undefined) return;
    event.preventDefault();
    onReveal(Number(id));
  };
  return (
    <section className="canvas" aria-label={t("canvas.label")} onKeyDown={onKey}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_event, node) => onReveal(node.data.index)}
        nodesDraggable={false}
        nodesConnectable={false}
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
        }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={2} />
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </section>
  );
});

const FIT = { padding: 0.08, maxZoom: 1, duration: 0 } as const;

/** Shows the drawing anew when a stage comes or goes, or the pane is resized; an edit within a stage leaves the view where it is. */
function useFirstView(cards: readonly StageCard[]) {
  const { setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const size = `${drawingSize(cards).width} ${cards.length}`;
  const latest = useRef(cards);
  latest.current = cards;
  useEffect(() => {
    if (size !== "" && width > 0 && height > 0)
      void setViewport(firstViewport(drawingSize(latest.current), { width, height }));
  }, [size, width, height, setViewport]);
}

function drawing(cards: readonly StageCard[], former: readonly CardNode[]): { nodes: CardNode[]; edges: Edge[] } {
  const positions = cardPositions(cards);
  const nodes = cards.map((card, index) => {
    const x = positions[index] ?? 0;
    const last = index === cards.length - 1;
    const before = former[index];
    const same = before?.data.card === card && before.data.last === last && before.position.x === x;
    return same ? before : cardNode(card, index, last, x);
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

function cardNode(card: StageCard, index: number, last: boolean, x: number): CardNode {
  return {
    id: String(index),
    type: "stage",
    position: { x, y: 0 },
    width: card.width,
    height: card.height,
    data: { card, index, last },
    ariaRole: "button",
    ariaLabel: card.name,
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
