import { worstState } from "../../src-shared/sync/index.ts";
import { routeHref, useCall, useTime } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { STATE_LOOKS } from "./account-looks.ts";

/** All accounts in one word, in the status bar; nothing where there is none. */
export function SyncStatus() {
  const { t } = useTranslation();
  const time = useTime();
  const accounts = useCall("sync.accounts.list", {}, ["account", "draft"]).value?.items ?? [];
  const state = worstState(accounts.map((account) => account.state));
  if (state === null) return null;
  const [tone, Icon] = STATE_LOOKS[state];
  const until = Math.max(...accounts.map(({ waitsUntil }) => waitsUntil ?? 0));
  return (
    <a className={`status-item status-sync tone-${tone}`} href={routeHref("sync")}>
      <Icon className="icon" aria-hidden />
      {state === "conflict"
        ? t("statusBar.sync.conflicts", { count: accounts.reduce((sum, { conflicts }) => sum + conflicts, 0) })
        : state === "rests"
          ? t("statusBar.sync.rests", { when: time.clockTime(until, Date.now()) })
          : t(`statusBar.sync.${state}`)}
    </a>
  );
}
