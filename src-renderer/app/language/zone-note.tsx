import { useTranslation } from "../../components/index.ts";
import { useTime } from "./use-time.ts";

/** States the zone of a page's or table's times: the workspace's, or a run's own. */
export function ZoneNote({ zone }: { readonly zone?: string }) {
  const { t } = useTranslation();
  const { timeZone } = useTime(zone);
  return <span className="soft zone-note">{t("common.timesOf", { zone: timeZone })}</span>;
}
