import { replaceRoute, useCall } from "../../app/index.ts";
import { Select, useTranslation } from "../../components/index.ts";

/** Switches between the runs of this workspace and those of an account; empty without accounts. */
export function Where({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  const accounts = useCall("sync.accounts.list", {}, ["account"]).value?.items ?? [];
  if (accounts.length === 0 && account === "") return null;
  const names = new Set([...accounts.map(({ name }) => name), ...(account === "" ? [] : [account])]);
  return (
    <Select
      aria-label={t("remoteRuns.where")}
      value={account}
      options={[["", t("remoteRuns.here")], ...[...names].map((name) => [name, t("remoteRuns.on", { name })] as const)]}
      onChange={(wanted) => replaceRoute("instances", null, wanted === "" ? {} : { account: wanted })}
    />
  );
}
