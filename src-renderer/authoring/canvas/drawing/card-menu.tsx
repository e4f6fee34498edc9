import { Pencil, SquarePlus } from "lucide-react";
import { type MouseEvent, useState } from "react";
import {
  anchorAt,
  type MenuAnchor,
  MenuAt,
  MenuEntries,
  type MenuEntry,
  useTranslation,
} from "../../../components/index.ts";
import type { StageCard } from "../../model/stage-cards.ts";
import { type StageCommands, stageEntries } from "../stage-commands.ts";
import { cardElement } from "./use-view.ts";

interface Opened {
  readonly at: number;
  readonly anchor: MenuAnchor;
}

/** The menu of a card: opened by the pointer where it is, by keys at the card. */
export function useCardMenu() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    const id = (event.target as Element).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (id === undefined) return;
    event.preventDefault();
    setOpened({ at: Number(id), anchor: anchorAt(event) });
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
  readonly cards: readonly Pick<StageCard, "name">[];
  readonly commands: StageCommands;
  readonly onEdit: (at: number) => void;
  readonly onClose: () => void;
}

export function CardMenu({ opened: { at, anchor }, cards, commands, onEdit, onClose }: Props) {
  const { t } = useTranslation();
  const count = cards.length;
  const entries: readonly MenuEntry[] = [
    { label: t("stages.do.change"), icon: Pencil, shortcut: "Enter", run: () => onEdit(at) },
    { label: t("outline.addStageAfter"), icon: SquarePlus, writes: true, run: () => void commands.add(at) },
    ...stageEntries(t, commands, at, count),
  ];
  // The menu gives the focus back first; what a command opens may then take it.
  const later = ({ run, ...rest }: MenuEntry): MenuEntry => ({ ...rest, run: () => window.setTimeout(run, 0) });
  return (
    <MenuAt
      label={t("outline.actions", { what: cards[at]?.name ?? "" })}
      anchor={anchor}
      focusAfter={() => cardElement(at)}
      onClose={onClose}
    >
      <MenuEntries entries={entries.map(later)} />
    </MenuAt>
  );
}
