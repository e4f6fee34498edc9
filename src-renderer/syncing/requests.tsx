import { LongTable, reasonText, usePages, useTime } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";

/** Every request that went out to an account, the newest first [Y16]. */
export function Requests() {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <LongTable
      title={t("sync.requests")}
      hint={t("sync.requestsHint")}
      pages={usePages("ledger.outbound", { kind: "account" }, ["account"])}
      failed={t("sync.requestsFailed")}
      none={t("sync.requestsNone")}
      heads={[t("outbound.when"), t("sync.planColumn.request"), t("outbound.result")]}
      row={(entry, at) => (
        // Equal lines differ only by position.
        <tr key={at}>
          <td className="number">{time.dateSecond(entry.wallAt)}</td>
          <td>
            <code>{entry.target}</code>
          </td>
          <td className="wraps">{reasonText(entry.result)}</td>
        </tr>
      )}
    />
  );
}
