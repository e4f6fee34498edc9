import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notify, reasonText } from "../../app/index.ts";
import { useBusy, useTranslation } from "../../components/index.ts";
import { choicesOf } from "./saved-choices.ts";

export interface Of {
  /** The flow's key. */
  readonly draft: string;
  readonly account: string;
  /** The conflict as it is shown: of another one nothing is settled. */
  readonly seen?: string | undefined;
  /** Told when it begins to settle, and when that was refused: what it settles itself was settled by nobody else. */
  readonly onSettling?: ((settling: boolean) => void) | undefined;
}

/**
 * Settles a flow's conflict, and has it merged with what is there by now [Y6].
 * @param chosen by which why it was not settled is told: once it is another, that says nothing of it
 */
export function useSettle({ draft, account, seen, onSettling }: Of, chosen: unknown) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  /** Why it was not settled. */
  const [refused, setRefused] = useState<{ readonly why: string; readonly of: string } | null>(null);
  const now = JSON.stringify(chosen);
  const settle = (how: InputOf<"sync.settle">["how"]) =>
    unlessBusy(async () => {
      onSettling?.(true);
      const here = location.hash;
      const settled = await host.call("sync.settle", { name: account, key: draft, how, seen });
      setRefused(settled.ok ? null : { why: reasonText(settled.error.message), of: now });
      const isChanged = settled.ok && settled.value.changed;
      // Beside the choices it would go away with them.
      if (isChanged) notify(t("sync.conflict.changed"), t("sync.conflict.changedText"));
      if (!settled.ok || isChanged) return onSettling?.(false);
      choicesOf(draft).keep({});
      void syncSettled();
      notify(t("sync.conflict.settled"), t("sync.conflict.settledText"));
      // It can wait for a sync: whoever has gone elsewhere meanwhile stays there.
      if (location.hash === here) goTo("sync");
    });
  /** What else stands in its way is shown at the account. */
  const syncSettled = async () => {
    const synced = await host.call("sync.run", { name: account, dryRun: false, only: draft });
    if (synced.ok && synced.value.conflicts.some((one) => one.draft === draft))
      notify(t("sync.conflict.again"), t("sync.conflict.againText", { account }), undefined, true);
  };
  const problem = refused?.of === now ? refused.why : null;
  return { busy, problem, settle: (how: InputOf<"sync.settle">["how"]) => void settle(how) };
}
