import { askedAndAnswered, LongTable, usePages, useTime } from "../app/index.ts";
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
      table="requests"
      columns={[
        {
          ...{ key: "when", header: t("outbound.when"), track: "11rem", always: true },
          text: ({ wallAt }) => time.dateSecond(wallAt),
          cell: ({ wallAt }) => time.dateSecond(wallAt),
        },
        ...askedAndAnswered(t("sync.planColumn.request"), t("outbound.result")),
      ]}
    />
  );
}
