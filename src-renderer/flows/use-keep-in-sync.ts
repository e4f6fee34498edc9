import { RefreshCw } from "lucide-react";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { type Bulk, host, useAccounts } from "../app/index.ts";
import { type SelectionAct, useTranslation } from "../components/index.ts";

export type Summary = OutputOf<"drafts.list">["items"][number];
/** Does something with all that are chosen, or with some of them. */
export type DoAll = (bulk: Omit<Bulk<Summary>, "items"> & Partial<Pick<Bulk<Summary>, "items">>) => Promise<void>;

/** Makes flows that are chosen, and belong to no account, one account's: an act for each that keeps flows in sync [Y1]. */
export function useKeepInSync(chosen: readonly Summary[], doAll: DoAll): readonly SelectionAct[] {
  const { t } = useTranslation();
  const accounts = useAccounts().filter(({ level }) => level !== "publish");
  const free = chosen.filter(({ sync }) => sync === null);
  return accounts.map(({ name }) => ({
    ...{ label: t("sync.bindTo", { account: name }), icon: RefreshCw },
    blocked: free.length === 0 ? t("selection.allBound") : null,
    run: () =>
      void doAll({
        items: free,
        act: ({ id }) => host.call("sync.bind", { name, draftId: id }),
        undo: ({ id }) => host.call("sync.unbind", { draftId: id }),
        done: (bound) => t("selection.bound", { count: bound, account: name }),
        failed: t("selection.boundFailed"),
      }),
  }));
}
