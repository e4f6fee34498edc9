import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notify, reasonText } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";

export interface Of {
  /** The flow's key. */
  readonly draft: string;
  readonly account: string;
}

/** Settles a flow's conflict, and has it merged with what is there by now [Y6]. */
export function useSettle({ draft, account }: Of) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** Why it was not settled. */
  const [problem, setProblem] = useState<string | null>(null);
  const settle = async (how: InputOf<"sync.settle">["how"]) => {
    setBusy(true);
    const settled = await host.call("sync.settle", { name: account, key: draft, how });
    setBusy(false);
    setProblem(settled.ok ? null : reasonText(settled.error.message));
    if (!settled.ok) return;
    // What stands in its way is shown at the account.
    void host.call("sync.run", { name: account, dryRun: false, only: draft });
    notify(t("sync.conflict.settled"), t("sync.conflict.settledText"));
    goTo("sync");
  };
  return { busy, problem, settle: (how: InputOf<"sync.settle">["how"]) => void settle(how) };
}
