import { useTranslation } from "../../components/index.ts";
import { usePages } from "../connection/use-pages.ts";
import { reasonText } from "../language/i18n.ts";
import { useTime } from "../language/use-time.ts";
import { LongTable } from "./settings-parts.tsx";

/** Every connection that left this process, the newest first (law 8). */
export function Outbound() {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <LongTable
      title={t("outbound.title")}
      hint={t("outbound.hint")}
      pages={usePages("ledger.outbound", {}, ["callback", "mail"])}
      failed={t("outbound.failed")}
      none={t("outbound.none")}
      heads={[t("outbound.when"), t("outbound.kind"), t("outbound.target"), t("outbound.result")]}
      row={(entry, at) => (
        // Equal lines differ only by position.
        <tr key={at}>
          <td className="number">{time.dateTime(entry.wallAt)}</td>
          <td>{t(`outbound.kinds.${entry.kind}`)}</td>
          <td>
            <code>{entry.target}</code>
          </td>
          <td className="wraps">{reasonText(entry.result)}</td>
        </tr>
      )}
    />
  );
}
