import { ZoneNote } from "../../app/index.ts";
import { Pill, useTranslation } from "../../components/index.ts";

/** Says that runs are none of this workspace's, and how times are shown. */
export function OnAccount({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Pill tone="info">{t("remoteRuns.on", { name: account })}</Pill>
      <ZoneNote />
    </>
  );
}
