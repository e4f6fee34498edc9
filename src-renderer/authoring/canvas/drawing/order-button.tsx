import { Shuffle } from "lucide-react";
import { keysOf } from "../../../app/index.ts";
import { Button, useTranslation, VerbMark } from "../../../components/index.ts";
import { CoverageLegend } from "../../scenarios/coverage-marks.tsx";
import type { ShownOrder } from "../use-order.ts";
import "./order-button.css";

/** Marks what only some orders of acts bring about. */
export function OrderButton({ order: { isOn, toggle } }: { readonly order: ShownOrder }) {
  const { t } = useTranslation();
  return (
    <Button look="ghost" icon={Shuffle} shortcut={keysOf("canvas.order")} aria-pressed={isOn} onClick={toggle}>
      {t("canvas.order.title")}
    </Button>
  );
}

/** Says what the marks mean that are turned on; takes no room while none is. */
export function CanvasLegend({ order: { isOn } }: { readonly order: ShownOrder }) {
  const { t } = useTranslation();
  return (
    <p className="canvas-legend">
      {isOn && (
        <span className="order-legend">
          <span className="mark mark-sign mark-maybe" aria-hidden>
            <VerbMark verb="sign" />
          </span>
          {t("canvas.order.legend")}
        </span>
      )}
      <CoverageLegend />
    </p>
  );
}
