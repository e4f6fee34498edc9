import { marksShown } from "../../src-shared/basics/index.ts";
import { worstState } from "../../src-shared/sync/index.ts";
import { reasonText, routeHref, useCall, useHost, useTime } from "../app/index.ts";
import { Tip, useTranslation } from "../components/index.ts";
import { STATE_STYLES } from "./account-styles.ts";
import type { Account } from "./types.ts";

/** Why an account is stopped; null: it is not. */
function whyOf({ state, stopped, damaged, activity }: Account): string | null {
  if (state === "stopped") return stopped;
  if (state === "failed") return activity.last?.report.failed ?? damaged;
  return state === "unusable" || state === "offline" ? (activity.offline?.why ?? null) : null;
}

/**
 * The state of all accounts in one word, in the status bar; on hover, the reason for the first such account. Empty
 * without accounts or a known state.
 */
export function SyncStatus() {
  const { t } = useTranslation();
  const time = useTime();
  const accounts = useCall("sync.accounts.list", {}, ["account", "draft"]).value?.items ?? [];
  const state = worstState(accounts.map((account) => account.state));
  const { connected } = useHost();
  // An account's last known work may have ended since Countersign was last reached.
  if (state === null || connected === false) return null;
  const [tone, Icon] = STATE_STYLES[state];
  const first = accounts.find((account) => account.state === state);
  const why = first === undefined ? null : whyOf(first);
  const until = Math.max(...accounts.map(({ waitsUntil }) => waitsUntil ?? 0));
  const link = (
    <a className={`status-item status-sync tone-${tone}`} href={routeHref("sync")}>
      <Icon className="icon" aria-hidden />
      {state === "conflict"
        ? t("statusBar.sync.conflicts", { count: accounts.reduce((sum, { conflicts }) => sum + conflicts, 0) })
        : state === "rests"
          ? t("statusBar.sync.rests", { when: time.endTime(until, Date.now()) })
          : t(`statusBar.sync.${state}`)}
    </a>
  );
  if (first === undefined || why === null) return link;
  return <Tip text={t("statusBar.sync.reason", { account: marksShown(first.name), why: reasonText(why) })}>{link}</Tip>;
}
