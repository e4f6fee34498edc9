import { ListChecks } from "lucide-react";
import { routeHref, useCall } from "../../app/index.ts";
import { EmptyState, useTranslation } from "../../components/index.ts";

/** Nothing has run in this workspace, or all is in the trash. */
export function NoInstances() {
  const { t } = useTranslation();
  const trash = useCall("instances.list", { trashed: true, limit: 1 }, ["instance"]);
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
      <p>
        <a href={routeHref("flows")}>{t("instances.toFlows")}</a>
      </p>
    </EmptyState>
  );
}
