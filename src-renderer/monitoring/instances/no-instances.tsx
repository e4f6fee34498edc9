import { ListChecks } from "lucide-react";
import { routeHref, useCall } from "../../app/index.ts";
import { EmptyState, useTranslation } from "../../components/index.ts";

/** Nothing has run in this workspace, or all is in the trash; what runs on accounts is listed apart, and linked. */
export function NoInstances() {
  const { t } = useTranslation();
  const trash = useCall("instances.list", { trashed: true, limit: 1 }, ["instance"]);
  const accounts = useCall("sync.accounts.list", {}, ["account"]).value?.items ?? [];
  if (trash.loading) return null;
  if (trash.value !== null && trash.value.items.length > 0)
    return (
      <EmptyState icon={ListChecks} title={t("instances.allInTrash")}>
        <p>
          <a href={routeHref("instances", null, { trashed: "true" })}>{t("instances.showTrash")}</a>
        </p>
      </EmptyState>
    );
  return (
    <EmptyState icon={ListChecks} title={t("instances.empty")}>
      <p>{t("instances.emptyText")}</p>
      {accounts.map(({ name }) => (
        <RunsThere key={name} name={name} />
      ))}
      <p>
        <a href={routeHref("flows")}>{t("instances.toFlows")}</a>
      </p>
    </EmptyState>
  );
}

function RunsThere({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const count = useCall("sync.runs.list", { name }, ["account"]).value?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <p>
      <a href={routeHref("instances", null, { account: name })}>{t("instances.onAccount", { count, name })}</a>
    </p>
  );
}
