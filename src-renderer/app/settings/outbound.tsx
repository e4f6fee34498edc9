import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { local } from "../../../src-shared/service/index.ts";
import { type Column, FilterChip, useTranslation } from "../../components/index.ts";
import { usePages } from "../connection/use-pages.ts";
import { reasonText } from "../language/i18n.ts";
import { useTime } from "../language/use-time.ts";
import { LongTable } from "./settings-parts.tsx";
import { useTimeSort } from "./use-table.tsx";

type Entry = OutputOf<"ledger.outbound">["items"][number];

const KINDS = local.outboundKind.options;

/** Every connection that left this process, newest first (law 8). */
export function Outbound() {
  const { t } = useTranslation();
  const time = useTime();
  const sort = useTimeSort("outbound");
  const [kind, setKind] = useState<Entry["kind"] | null>(null);
  return (
    <LongTable
      title={t("outbound.title")}
      hint={t("outbound.hint")}
      pages={usePages("ledger.outbound", { ...(kind && { kind }), ...(sort && { sort }) }, ["callback", "mail"])}
      failed={t("outbound.failed")}
      none={t("outbound.none")}
      table="outbound"
      filters={
        <FilterChip
          label={t("common.what")}
          value={kind ?? ""}
          options={KINDS.map((each) => [each, t(`outbound.kinds.${each}`)] as const)}
          onChange={(wanted) => setKind(KINDS.find((each) => each === wanted) ?? null)}
        />
      }
      columns={[
        {
          ...{ key: "time", header: t("outbound.when"), track: "8.5rem", always: true, sorts: "up" },
          zone: time.timeZone,
          text: ({ wallAt }) => time.dateTime(wallAt),
          cell: ({ wallAt }) => time.dateTime(wallAt),
        },
        {
          ...{ key: "kind", header: t("common.what"), track: "6rem" },
          text: (entry) => t(`outbound.kinds.${entry.kind}`),
          cell: (entry) => t(`outbound.kinds.${entry.kind}`),
        },
        ...askedAndAnswered(t("outbound.target"), t("outbound.result")),
      ]}
    />
  );
}

/** The request and its answer; in full as a tooltip. */
export const askedAndAnswered = (asked: string, answered: string): readonly Column<Entry>[] => [
  {
    ...{ key: "target", header: asked, track: "minmax(10rem, 1.5fr)" },
    text: ({ target }) => target,
    cell: ({ target }) => <code title={target}>{target}</code>,
  },
  {
    ...{ key: "result", header: answered, track: "minmax(8rem, 1fr)" },
    text: ({ result }) => reasonText(result),
    cell: ({ result }) => <span title={reasonText(result)}>{reasonText(result)}</span>,
  },
];
