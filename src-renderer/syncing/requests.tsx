import { useState } from "react";
import { askedAndAnswered, LongTable, usePages, useTime, useTimeSort } from "../app/index.ts";
import { ToggleChip, useTranslation } from "../components/index.ts";

/** All requests to accounts, or only those that change something there, newest first [Y16]. */
export function Requests() {
  const { t } = useTranslation();
  const time = useTime();
  const sort = useTimeSort("requests");
  const [writes, setWrites] = useState(false);
  return (
    <LongTable
      title={t("sync.requests")}
      hint={t("sync.requestsHint")}
      pages={usePages("ledger.outbound", { kind: "account", ...(writes && { writes }), ...(sort && { sort }) }, [
        "account",
      ])}
      failed={t("sync.requestsFailed")}
      none={t(writes ? "sync.requestsNoWrites" : "sync.requestsNone")}
      table="requests"
      filters={
        <ToggleChip pressed={writes} onToggle={() => setWrites(!writes)}>
          {t("sync.requestsWrites")}
        </ToggleChip>
      }
      columns={[
        {
          ...{ key: "time", header: t("outbound.when"), track: "13rem", always: true, sorts: "up" },
          text: ({ wallAt }) => time.dateMillisecond(wallAt),
          cell: ({ wallAt }) => time.dateMillisecond(wallAt),
        },
        ...askedAndAnswered(t("common.request"), t("outbound.result")),
      ]}
    />
  );
}
