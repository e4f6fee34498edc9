import { useStore, ViewportPortal } from "@xyflow/react";
import { Plus } from "lucide-react";
import type { CSSProperties } from "react";
import type { Layout, StageCard } from "../../../../src-shared/drawing/index.ts";
import { useTranslation } from "../../../components/index.ts";
import type { StageCommands } from "../stage-commands.ts";
import { insertPoint } from "./layout.ts";
import "./insert-buttons.css";

interface Props {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
  /** The cards in view. */
  readonly seen: readonly number[];
  readonly commands: StageCommands;
}

/**
 * A plus on every arrow and at both ends, at a fixed size. By keyboard, a stage is added from the card's menu or by its
 * shortcut.
 */
export function InsertButtons({ cards, layout, seen, commands }: Props) {
  const { t } = useTranslation();
  const zoom = useStore((state) => state.transform[2]);
  const places = seen.includes(0) ? [-1, ...seen] : seen;
  return (
    <ViewportPortal>
      <div style={{ "--pixel": `${1 / zoom}px` } as CSSProperties}>
        {places.map((after) => {
          const label =
            after < 0 ? t("canvas.insertFirst") : t("canvas.insertAfter", { stage: cards[after]?.name ?? "" });
          const { x, y } = insertPoint(layout, after);
          return (
            <button
              key={after}
              type="button"
              className="stage-insert nopan"
              tabIndex={-1}
              aria-label={label}
              title={label}
              style={{ left: x, top: y }}
              onClick={() => void commands.add(after)}
            >
              <Plus className="icon" aria-hidden />
            </button>
          );
        })}
      </div>
    </ViewportPortal>
  );
}
