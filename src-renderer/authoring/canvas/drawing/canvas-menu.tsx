import { Maximize, Pencil, Redo2, Shuffle, SquarePlus, TextCursorInput, Undo2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import type { StageCard } from "../../../../src-shared/drawing/index.ts";
import { keysOf } from "../../../app/index.ts";
import {
  anchorAt,
  type MenuAnchor,
  MenuAt,
  MenuEntries,
  type MenuEntry,
  useTranslation,
} from "../../../components/index.ts";
import { type StageCommands, stageEntries } from "../stage-commands.ts";
import type { ShownOrder } from "../use-order.ts";
import { useSteps } from "./use-steps.ts";
import { cardElement } from "./use-view.ts";

interface Opened {
  /** The card; null: the background. */
  readonly at: number | null;
  readonly anchor: MenuAnchor;
}

/** The menu of a card, or of the background: opened at the pointer, or by keys at the card. */
export function useCanvasMenu() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (id === undefined && !target.closest(".react-flow__pane")) return;
    event.preventDefault();
    setOpened({ at: id === undefined ? null : Number(id), anchor: anchorAt(event) });
  };
  return {
    opened,
    onContextMenu,
    open: (at: number) => setOpened({ at, anchor: cardElement(at) }),
    close: () => setOpened(null),
  };
}

interface Props {
  readonly opened: Opened;
  readonly cards: readonly Pick<StageCard, "name" | "editable">[];
  readonly commands: StageCommands;
  readonly order: ShownOrder;
  readonly showAll: () => void;
  readonly onEdit: (at: number) => void;
  readonly onRename: (at: number) => void;
  readonly onClose: () => void;
}

export function CanvasMenu({ opened: { at, anchor }, ...props }: Props) {
  const { t } = useTranslation();
  const ofCard = useCardEntries(props);
  const ofGround = useGroundEntries(props);
  // The menu returns the focus first; a dialog opened by a command may then take it.
  const later = ({ run, ...rest }: MenuEntry): MenuEntry => ({ ...rest, run: () => window.setTimeout(run, 0) });
  const entries = at === null ? ofGround : ofCard(at);
  return (
    <MenuAt
      label={at === null ? t("canvas.label") : t("outline.actions", { what: props.cards[at]?.name ?? "" })}
      anchor={anchor}
      focusAfter={() => cardElement(at ?? 0)}
      onClose={props.onClose}
    >
      <MenuEntries entries={entries.map(later)} />
    </MenuAt>
  );
}

type Rest = Omit<Props, "opened">;

function useCardEntries({ cards, commands, onEdit, onRename }: Rest): (at: number) => readonly MenuEntry[] {
  const { t } = useTranslation();
  return (at) => [
    { label: t("stages.do.change"), icon: Pencil, shortcut: "Enter", run: () => onEdit(at) },
    {
      ...{ label: t("stages.do.rename"), icon: TextCursorInput, shortcut: "F2", writes: true },
      blocked: cards[at]?.editable ? null : t("stages.notFirm"),
      run: () => onRename(at),
    },
    { label: t("outline.addStageAfter"), icon: SquarePlus, writes: true, run: () => void commands.add(at) },
    ...stageEntries(t, commands, at, cards.length),
  ];
}

function useGroundEntries({ cards, commands, order, showAll }: Rest): readonly MenuEntry[] {
  const { t } = useTranslation();
  const { undo, redo } = useSteps();
  return [
    {
      ...{ label: t("canvas.insertLast"), icon: SquarePlus, writes: true },
      run: () => void commands.add(cards.length - 1),
    },
    { label: t("canvas.insertFirst"), icon: SquarePlus, writes: true, run: () => void commands.add(-1) },
    { label: t("editor.do.undo"), icon: Undo2, shortcut: keysOf("editor.undo"), writes: true, ...undo },
    { label: t("editor.do.redo"), icon: Redo2, shortcut: keysOf("editor.redo"), writes: true, ...redo },
    { label: t("canvas.fit"), icon: Maximize, run: showAll },
    {
      ...{ label: t(order.isOn ? "canvas.order.hide" : "canvas.order.show"), icon: Shuffle },
      ...{ shortcut: keysOf("canvas.order"), run: order.toggle },
    },
  ];
}
