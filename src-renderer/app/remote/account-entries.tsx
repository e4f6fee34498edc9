import { CloudUpload, Radio, RefreshCw, RefreshCwOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { type MenuEntry, useTranslation } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { callOrNotify, notify } from "../notices/notify.ts";
import { PublishThere } from "./publish-there.tsx";
import { StartThere } from "./start-there.tsx";
import { stopSyncing } from "./stop-syncing.ts";

export type KnownAccount = Pick<OutputOf<"sync.accounts.list">["items"][number], "name" | "level">;

/** The remote accounts. */
export function useAccounts(): readonly KnownAccount[] {
  return useCall("sync.accounts.list", {}, ["account"]).value?.items ?? [];
}

interface Flow {
  readonly id: string;
  readonly title: string;
  /** The account that it belongs to; null: none. */
  readonly sync: { readonly account: string } | null;
}

/**
 * A flow's actions on the remote accounts, and the dialog that they open [Y1, Y10].
 * @param saved saves unsaved text, so that a dialog lists what it starts. false: it is not saved
 */
export function useAccountEntries(
  flow: Flow,
  accounts: readonly KnownAccount[],
  saved?: () => Promise<boolean>,
): { readonly start: readonly MenuEntry[]; readonly keep: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ readonly what: "start" | "publish"; readonly account: string } | null>(null);
  const { id: draftId, sync } = flow;
  const title = flow.title || t("common.untitled");
  const failed = t("sync.resolveFailed");
  const askStart = async (account: string) => {
    if (saved === undefined || (await saved())) setAsked({ what: "start", account });
  };
  const unbind = () => void stopSyncing(t, { draftId, title });
  const bind = async (account: string) => {
    if (await callOrNotify(failed, "sync.bind", { name: account, draftId }))
      notify(t("sync.bound", { title, account }));
  };
  const own = accounts.filter(({ name }) => sync === null || sync.account === name);
  const keep = own.flatMap(({ name: account, level }): readonly MenuEntry[] => {
    if (level === "publish") {
      const ask = () => setAsked({ what: "publish", account });
      return [{ label: t("publish.on", { account }), icon: CloudUpload, writes: true, run: ask }];
    }
    if (sync !== null) return [];
    const label = t("sync.bindTo", { account });
    return [{ label, icon: RefreshCw, writes: true, run: () => void bind(account) }];
  });
  const leave: readonly MenuEntry[] =
    sync === null ? [] : [{ label: t("sync.unbind"), icon: RefreshCwOff, writes: true, run: unbind }];
  return {
    start: own.map(({ name: account }) => ({
      ...{ label: t("remoteRuns.startOn", { name: account }), icon: Radio },
      ...{ writes: true, run: () => void askStart(account) },
    })),
    keep: [...keep, ...leave],
    dialog:
      asked === null ? null : asked.what === "start" ? (
        <StartThere account={asked.account} {...{ draftId, title }} onClose={() => setAsked(null)} />
      ) : (
        <PublishThere account={asked.account} {...{ draftId, title }} onClose={() => setAsked(null)} />
      ),
  };
}
