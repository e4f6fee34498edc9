import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, notify, stepTaken } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";

/** An instant in epoch milliseconds, the next due item, or an ISO 8601 duration from now. */
export type Target = InputOf<"clocks.advance">["target"];

/** Moves a virtual clock, and notifies how much has happened on the way [C6]. */
export function useAdvance(clockId: string): { readonly busy: boolean; readonly advance: (target: Target) => void } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const advance = async (target: Target) => {
    setBusy(true);
    const moved = await callOrNotify(t("clock.failed"), "clocks.advance", { id: clockId, target });
    setBusy(false);
    if (moved === null) return;
    stepTaken("skip");
    notify(t("clock.moved", { count: moved.ran.length }));
  };
  return { busy, advance: (target) => void advance(target) };
}
