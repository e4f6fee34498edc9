import { askedAndAnswered, LongTable, usePages, useTime, useTimeSort } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";

/** Every request that went out to an account, the newest first [Y16]. */
export function Requests() {
  const { t } = useTranslation();
  const time = useTime();
  const sort = useTimeSort("requests");
  return (
    <LongTable
      title={t("sync.requests")}
      hint={t("sync.requestsHint")}
      pages={usePages("ledger.outbound", { kind: "account", ...(sort && { sort }) }, ["account"])}
      failed={t("sync.requestsFailed")}
      none={t("sync.requestsNone")}
      table="requests"
      columns={[
        {
          ...{ key: "time", header: t("outbound.when"), track: "11rem", always: true, sorts: "up" },
          text: ({ wallAt }) => time.dateSecond(wallAt),
          cell: ({ wallAt }) => time.dateSecond(wallAt),
        },
        ...askedAndAnswered(t("common.request"), t("outbound.result")),
      ]}
    />
  );
}
