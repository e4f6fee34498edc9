import { Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { ActionButton, type AppAction, Page, useActions, useCall } from "../app/index.ts";
import { EmptyState, useTranslation, Waiting } from "../components/index.ts";
import { AccountCard } from "./accounts/account-card.tsx";
import { AddAccount } from "./accounts/add-account.tsx";
import { Requests } from "./requests.tsx";
import "./syncing.css";

/** Remote accounts: their current work, what waits, and all requests. */
export function SyncPage() {
  const { t } = useTranslation();
  const accounts = useCall("sync.accounts.list", {}, ["account", "draft"]);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const items = accounts.value?.items ?? [];
  const add: AppAction = {
    id: "sync.add",
    icon: Plus,
    title: t("sync.add"),
    group: t("nav.sync"),
    writes: true,
    run: () => setAdding(true),
  };
  useActions([add]);
  return (
    <Page title={t("nav.sync")} actions={<ActionButton action={add} look="primary" />}>
      <div className="syncing">
        <Waiting of={accounts} title={t("sync.failed")} rows={4} />
        {accounts.value && items.length === 0 && (
          <EmptyState icon={RefreshCw} title={t("sync.emptyTitle")}>
            <p>{t("sync.emptyText")}</p>
            <p>{t("sync.emptyService")}</p>
          </EmptyState>
        )}
        {items.map((account) => (
          <AccountCard key={account.key} account={account} isNew={account.name === added} />
        ))}
        {items.length > 0 && <Requests />}
      </div>
      {adding && <AddAccount onAdded={setAdded} onClose={() => setAdding(false)} />}
    </Page>
  );
}
