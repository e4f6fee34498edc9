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
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../components/states.tsx";
import type { AnalysisView } from "./analysis-types.ts";
import { cardPositions, drawingSize, firstViewport, type StageCard, stageCards } from "./canvas-model.ts";
import { revealRange } from "./editor-store.ts";
import { StageCardView } from "./stage-card.tsx";

type CardNode = Node<{ readonly card: StageCard; readonly index: number; readonly count: number }, "stage">;

const nodeTypes = { stage: StageNode };

/** The flow as a drawing, read from the text: stages left to right. A click shows a stage's text. */
export function Canvas({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const cards = useMemo(() => stageCards(analysis.outline, analysis.diagnostics), [analysis]);
  if (cards.length === 0)
    return (
      <EmptyState icon={Shapes} title={t("canvas.empty")}>
        <p>{t("canvas.emptyText")}</p>
      </EmptyState>
    );
  return (
    <ReactFlowProvider>
      <Drawing cards={cards} />
    </ReactFlowProvider>
  );
}

function Drawing({ cards }: { readonly cards: readonly StageCard[] }) {
  const { t } = useTranslation();
  const { nodes, edges } = useMemo(() => drawing(cards), [cards]);
  useFirstView(cards);

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    const card = id === undefined ? undefined : cards[Number(id)];
    if (!card) return;
    event.preventDefault();
    revealRange(card.range);
  };
  return (
    <section className="canvas" aria-label={t("canvas.label")} onKeyDown={onKey}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_event, node) => revealRange(node.data.card.range)}
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
}

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

function drawing(cards: readonly StageCard[]): { nodes: CardNode[]; edges: Edge[] } {
  const positions = cardPositions(cards);
  const nodes = cards.map(
    (card, index): CardNode => ({
      id: String(index),
      type: "stage",
      position: { x: positions[index] ?? 0, y: 0 },
      width: card.width,
      height: card.height,
      data: { card, index, count: cards.length },
      ariaRole: "button",
      ariaLabel: card.name,
    }),
  );
  const edges = cards.slice(1).map((_card, index) => ({
    id: `${index}`,
    source: String(index),
    target: String(index + 1),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    focusable: false,
  }));
  return { nodes, edges };
}

function StageNode({ data: { card, index, count } }: NodeProps<CardNode>) {
  return (
    <>
      {index > 0 && <Handle type="target" position={Position.Left} isConnectable={false} style={{ top: 20 }} />}
      <StageCardView card={card} index={index} />
      {index < count - 1 && (
        <Handle type="source" position={Position.Right} isConnectable={false} style={{ top: 20 }} />
      )}
    </>
  );
}
