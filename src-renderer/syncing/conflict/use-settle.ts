import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notify, reasonText } from "../../app/index.ts";
import { useBusy, useTranslation } from "../../components/index.ts";
import { choicesOf } from "./saved-choices.ts";

export interface Of {
  /** The flow's key. */
  readonly draft: string;
  readonly account: string;
  /** The displayed conflict: if it has changed, nothing is resolved. */
  readonly seen?: string | undefined;
  /**
   * Called when resolving begins, and when it was refused, so that this window's own result is not reported as
   * another's.
   */
  readonly onSettling?: ((settling: boolean) => void) | undefined;
}

/**
 * Resolves a flow's conflict, and merges the result with the current remote state [Y6].
 * @param chosen the choice that a refusal belongs to: once it changes, the refusal no longer applies
 */
export function useSettle({ draft, account, seen, onSettling }: Of, chosen: unknown) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  /** Why it was not resolved. */
  const [refused, setRefused] = useState<{ readonly why: string; readonly of: string } | null>(null);
  const now = JSON.stringify(chosen);
  const settle = (how: InputOf<"sync.settle">["how"]) =>
    unlessBusy(async () => {
      onSettling?.(true);
      const here = location.hash;
      const settled = await host.call("sync.settle", { name: account, key: draft, how, seen });
      setRefused(settled.ok ? null : { why: reasonText(settled.error.message), of: now });
      const isChanged = settled.ok && settled.value.changed;
      // Beside the choices, the message would disappear with them.
      if (isChanged) notify(t("sync.conflict.changed"), t("sync.conflict.changedText"));
      if (!settled.ok || isChanged) return onSettling?.(false);
      choicesOf(draft).keep({});
      void syncSettled();
      notify(t("sync.conflict.settled"), t("sync.conflict.settledText"));
      // It may wait for a sync: a reader who has left this page is not sent elsewhere.
      if (location.hash === here) goTo("sync");
    });
  /** Other problems are shown at the account. */
  const syncSettled = async () => {
    const synced = await host.call("sync.run", { name: account, dryRun: false, only: draft });
    if (synced.ok && synced.value.conflicts.some((one) => one.draft === draft))
      notify(t("sync.conflict.again"), t("sync.conflict.againText", { account }), undefined, true);
  };
  const problem = refused?.of === now ? refused.why : null;
  return { busy, problem, settle: (how: InputOf<"sync.settle">["how"]) => void settle(how) };
}
