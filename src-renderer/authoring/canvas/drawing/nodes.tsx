import type { Node, NodeProps } from "@xyflow/react";
import type { Layout, Point, StageCard } from "../../../../src-shared/drawing/index.ts";
import { StageCardView } from "./stage-card.tsx";

export type CardNode = Node<
  {
    readonly card: StageCard;
    readonly index: number;
    readonly chosen: boolean;
    /** Zoomed out: the overview draws it, and the node only takes the focus. */
    readonly far: boolean;
  },
  "stage"
>;

export const nodeTypes = { stage: StageNode };

export interface Dragged extends Point {
  readonly index: number;
}

export interface Drawn {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
  readonly chosen: number | null;
  readonly dragged: Dragged | null;
  /** The cards that have a node. */
  readonly shown: readonly number[];
  readonly far: boolean;
}

/** The nodes of a drawing; an unchanged one stays the same object. */
export function cardNodes(
  { cards, layout, chosen, dragged, shown, far }: Drawn,
  former: readonly CardNode[],
): CardNode[] {
  const known = new Map(former.map((each) => [each.data.index, each]));
  const node = (index: number): CardNode[] => {
    const [card, place] = [cards[index], layout.places[index]];
    if (!card || !place) return [];
    const held = dragged?.index === index;
    const { x, y } = held ? dragged : place;
    const data = { card, index, chosen: index === chosen, far };
    const before = known.get(index);
    const same =
      before?.data.card === card &&
      before.data.far === data.far &&
      before.data.chosen === data.chosen &&
      (before.zIndex === 10) === held &&
      before.position.x === x &&
      before.position.y === y;
    return [same ? before : { ...cardNode(data, { x, y }), zIndex: held ? 10 : 0 }];
  };
  return shown.flatMap(node);
}

/** The size is given, so that no card must be drawn to be measured. */
function cardNode(data: CardNode["data"], position: Point): CardNode {
  const {
    card: { name, width, height },
    index,
    chosen,
  } = data;
  return {
    id: String(index),
    type: "stage",
    position,
    width,
    height,
    measured: { width, height },
    data,
    ariaRole: "button",
    ariaLabel: name,
    className: chosen ? "stage-chosen" : "",
    domAttributes: { "aria-pressed": chosen },
  };
}

function StageNode({ data: { card, index, far, chosen } }: NodeProps<CardNode>) {
  return far ? null : <StageCardView {...{ card, index, chosen }} />;
}
