import { Plus, Redo2, Shuffle, Undo2 } from "lucide-react";
import { keysOf } from "../../../app/index.ts";
import type { ShownOrder } from "../use-order.ts";
import "./order-button.css";
import type { StageCard } from "../../../../src-shared/drawing/index.ts";
import { Button, IconButton, useReadOnly, useTranslation } from "../../../components/index.ts";
import { CoverageToggle } from "../../scenarios/coverage-marks.tsx";
import { ExportMenu } from "../export/export-menu.tsx";
import type { StageCommands } from "../stage-commands.ts";
import { useSteps } from "./use-steps.ts";

interface Props {
  readonly cards: readonly StageCard[];
  readonly title: string;
  readonly commands: StageCommands;
  readonly order: ShownOrder;
}

/** The actions on the whole drawing. */
export function CanvasBar({ cards, title, commands, order }: Props) {
  const { t } = useTranslation();
  const { undo, redo } = useSteps();
  const readOnly = useReadOnly();
  return (
    <div className="canvas-bar">
      <Button look="ghost" icon={Plus} shortcut={keysOf("stage.add")} writes onClick={() => void commands.add()}>
        {t("stages.do.add")}
      </Button>
      <IconButton icon={Undo2} label={t("editor.do.undo")} blocked={readOnly ?? undo.blocked} onClick={undo.run} />
      <IconButton icon={Redo2} label={t("editor.do.redo")} blocked={readOnly ?? redo.blocked} onClick={redo.run} />
      <ExportMenu {...{ cards, title }} />
      <OrderButton order={order} />
      <CoverageToggle />
    </div>
  );
}

/** Marks what happens only in some orders of acts. */
function OrderButton({ order: { isOn, toggle } }: { readonly order: ShownOrder }) {
  const { t } = useTranslation();
  return (
    <Button look="ghost" icon={Shuffle} shortcut={keysOf("canvas.order")} aria-pressed={isOn} onClick={toggle}>
      {t("canvas.order.title")}
    </Button>
  );
}
