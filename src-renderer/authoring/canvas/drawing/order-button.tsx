import { Shuffle } from "lucide-react";
import { keysOf } from "../../../app/index.ts";
import { Button, useTranslation } from "../../../components/index.ts";
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
