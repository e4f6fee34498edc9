import { ZoneNote } from "../../app/index.ts";
import { Pill, useTranslation } from "../../components/index.ts";

/** States that the runs are not in this workspace, and how times are shown. */
export function OnAccount({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Pill tone="info">{t("remoteRuns.on", { name: account })}</Pill>
      <ZoneNote />
    </>
  );
}
