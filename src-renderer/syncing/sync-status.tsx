import { worstState } from "../../src-shared/sync/index.ts";
import { routeHref, useCall } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { STATE_LOOKS } from "./account-looks.ts";

/** All accounts in one word, in the status bar; nothing where there is none. */
export function SyncStatus() {
  const { t } = useTranslation();
  const accounts = useCall("sync.accounts.list", {}, ["account", "draft"]).value?.items ?? [];
  const state = worstState(accounts.map((account) => account.state));
  if (state === null) return null;
  const [tone, Icon] = STATE_LOOKS[state];
  return (
    <a className={`status-item status-sync tone-${tone}`} href={routeHref("sync")}>
      <Icon className="icon" aria-hidden />
      {state === "conflict"
        ? t("statusBar.sync.conflicts", { count: accounts.reduce((sum, { conflicts }) => sum + conflicts, 0) })
        : t(`statusBar.sync.${state}`)}
    </a>
  );
}
