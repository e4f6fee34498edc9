import { useStore, ViewportPortal } from "@xyflow/react";
import { Plus } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "../../../components/index.ts";
import type { StageCard } from "../../model/stage-cards.ts";
import type { StageCommands } from "../stage-commands.ts";
import { ARROW_Y, GAP, type Layout } from "./layout.ts";
import "./insert-buttons.css";

interface Props {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
  /** The cards in sight. */
  readonly seen: readonly number[];
  readonly commands: StageCommands;
}

/** A plus between two cards, in one size at every zoom. Keys add a stage from the card's menu or by its shortcut. */
export function InsertButtons({ cards, layout, seen, commands }: Props) {
  const { t } = useTranslation();
  const zoom = useStore((state) => state.transform[2]);
  return (
    <ViewportPortal>
      <div style={{ "--pixel": `${1 / zoom}px` } as CSSProperties}>
        {seen.map((at) => {
          const place = layout.places[at];
          if (!place || at === cards.length - 1) return null;
          const label = t("canvas.insertAfter", { stage: cards[at]?.name ?? "" });
          return (
            <button
              key={at}
              type="button"
              className="stage-insert nopan"
              tabIndex={-1}
              aria-label={label}
              title={label}
              style={{ left: place.x + place.width + GAP / 2, top: place.y + ARROW_Y }}
              onClick={() => void commands.add(at)}
            >
              <Plus className="icon" aria-hidden />
            </button>
          );
        })}
      </div>
    </ViewportPortal>
  );
}
