import { KeyRound, Pencil, Play, PlugZap, RefreshCw, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { type SyncSums, syncSums } from "../../../src-shared/sync/index.ts";
import { callOrNotify, reasonText, useActions, useCall, useHost, useTime } from "../../app/index.ts";
import {
  Button,
  IconButton,
  Marked,
  SECOND_PRESS,
  type Translate,
  useReadOnly,
  useTranslation,
} from "../../components/index.ts";
import { STATE_STYLES } from "../account-styles.ts";
import type { Account, SyncReport } from "../types.ts";
import { AccountMenu, type Asked } from "./account-menu.tsx";
import { AccountRetention, RetentionFact } from "./account-retention.tsx";
import { CallbackAddress } from "./callback-address.tsx";
import { ChangeAddress } from "./change-address.tsx";
import { checkAccount } from "./check-account.ts";
import { NewCredentials } from "./new-credentials.tsx";
import { Notes } from "./notes.tsx";
import { OpenDrafts } from "./open-drafts.tsx";
import { OpenRuns } from "./open-runs.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { RemoveAccount } from "./remove-account.tsx";
import { RenameAccount } from "./rename-account.tsx";
import { syncNow } from "./sync-now.ts";

interface Props {
  readonly account: Account;
  /** It has just been added: scrolls into view, below the others. */
  readonly isNew?: boolean;
}

/** One remote account: its abilities, its current work, and what waits. */
export function AccountCard({ account, isNew = false }: Props) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const drafts = useCall("sync.drafts.list", { name: account.name }, ["account", "draft"]);
  const { level, state } = account;
  const [tone, icon] = STATE_STYLES[state];
  const close = () => setAsked(null);
  // Its last known work may have ended since Countersign was last reached.
  const isKnown = useHost().connected !== false;
  return (
    <section ref={card} className="account-card" aria-label={account.name}>
      <header className="account-head">
        <h2 className="truncate" title={marksShown(account.name)}>
          {marksShown(account.name)}
        </h2>
        <IconButton icon={Pencil} label={t("sync.rename")} writes onClick={() => setAsked("rename")} />
        {/* A service that takes only new flows offers nothing to compare. */}
        {isKnown && (level !== "publish" || state !== "up_to_date") && (
          <Marked {...{ tone, icon }}>{t(`sync.is.${state}`)}</Marked>
        )}
        <span className="buttons">
          {level !== "publish" && <SyncButton account={account} onPlan={() => setAsked("plan")} />}
          <AccountMenu account={account} onAsk={setAsked} />
        </span>
      </header>
      <Trouble account={account} onCredentials={() => setAsked("credentials")} />
      <Facts account={account} />
      <OpenDrafts account={account} drafts={drafts} />
      <OpenRuns account={account.name} />
      <Notes account={account} drafts={drafts.value?.items ?? []} />
      {asked === "plan" && <PlanDialog account={account} onClose={close} />}
      {asked === "credentials" && <NewCredentials name={account.name} onClose={close} />}
      {asked === "rename" && <RenameAccount name={account.name} onClose={close} />}
      {asked === "address" && <ChangeAddress name={account.name} url={account.baseUrl} onClose={close} />}
      {asked === "retention" && <AccountRetention account={account} onClose={close} />}
      {asked === "callbacks" && <CallbackAddress name={account.name} onClose={close} />}
      {asked === "remove" && <RemoveAccount account={account} onClose={close} />}
    </section>
  );
}

/** An event of a button; milliseconds since the page began. */
type Press = Pick<Event, "timeStamp">;

/** Before the first sync, shows what would be sent [Y16]. */
function SyncButton({ account, onPlan }: { readonly account: Account; readonly onPlan: () => void }) {
  const { t } = useTranslation();
  const { name, activity, stopped, synced, damaged } = account;
  const blocked = stopped !== null ? t("sync.is.stopped") : damaged !== null ? t("sync.damaged") : null;
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  const act = (press?: Press) => {
    if (press !== undefined) pressed.current = press.timeStamp;
    if (synced) void syncNow(t, { name, dryRun: false });
    else onPlan();
  };
  /** Cancel takes the place of the start button: a second press of the start button must not cancel. */
  const cancel = ({ timeStamp }: Press) => {
    if (timeStamp - pressed.current < SECOND_PRESS) return;
    void callOrNotify(t("sync.cancelFailed"), "sync.cancel", { name });
  };
  const title = t(synced ? "sync.nowNamed" : "sync.reviewNamed", { name });
  useActions([
    { id: `sync.now.${name}`, title, group: t("nav.sync"), writes: true, disabled: blocked, run: () => act() },
  ]);
  if (activity.running)
    return (
      <Button icon={Square} onClick={cancel}>
        {t("sync.cancel")}
      </Button>
    );
  return synced ? (
    <Button icon={RefreshCw} writes blocked={blocked} onClick={act}>
      {t("sync.now")}
    </Button>
  ) : (
    <Button look="primary" icon={Play} writes blocked={blocked} onClick={act}>
      {t("sync.review")}
    </Button>
  );
}

/** Why the account is stopped, and what to do; failures of this machine are shown beside the service's answers. */
function Trouble({ account, onCredentials }: { readonly account: Account; readonly onCredentials: () => void }) {
  const { name, stopped, activity, damaged, sameAs, notFound } = account;
  const { t } = useTranslation();
  const time = useTime();
  const failed = activity.last?.report.failed ?? null;
  const there = whyNot(t, time, account);
  return (
    <>
      {sameAs !== null && (
        <p className="account-trouble" role="status">
          {t("sync.sameAs", { name: marksShown(sameAs) })}
        </p>
      )}
      {notFound.map(({ call, asks }) => (
        <p key={call} className="account-trouble" role="status">
          {t(`sync.notFound.${call}`, { call, asks: marksShown(asks) })}
        </p>
      ))}
      {damaged !== null && (
        <p className="account-trouble account-failed" role="status">
          {t("sync.damagedWhy", { why: reasonText(damaged) })}
        </p>
      )}
      {failed !== null && (
        <p className="account-trouble account-failed" role="status">
          {t("sync.failedWhy", { why: reasonText(failed) })}
        </p>
      )}
      {there !== null && (
        <p className="account-trouble" role="status">
          {there}
        </p>
      )}
      {stopped !== null && (
        <div className="buttons">
          <Button look="primary" icon={KeyRound} writes onClick={onCredentials}>
            {t("sync.newCredentials")}
          </Button>
          <Button icon={PlugZap} writes onClick={() => void checkAccount(t, name)}>
            {t("sync.check")}
          </Button>
        </div>
      )}
    </>
  );
}

/** The service's error, or its silence; null: it can be reached. */
function whyNot(t: Translate, time: ReturnType<typeof useTime>, account: Account): string | null {
  const { stopped, waitsUntil, activity, automatic, synced } = account;
  const { offline, silentSince } = activity;
  const clock = (at: number) => time.clockTime(at, Date.now());
  if (stopped !== null) return t("sync.stoppedWhy", { why: reasonText(stopped) });
  if (waitsUntil !== null) return t("sync.restsUntil", { when: time.endTime(waitsUntil, Date.now()) });
  if (silentSince !== null) return t("sync.silentSince", { when: clock(silentSince), button: t("sync.cancel") });
  // It is reachable again, and the current work has not ended yet.
  if (offline === null || (activity.running && !activity.unanswered)) return null;
  return t(`sync.${offline.unusable ? "unusable" : "offline"}${automatic ? "Since" : "Manual"}`, {
    when: time.dateTime(offline.since),
    why: reasonText(offline.why),
    button: t(synced ? "sync.now" : "sync.review"),
  });
}

function Facts({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const time = useTime();
  const { baseUrl, level, apiVersion, older, wallContact, drafts, activity, automatic, damaged } = account;
  const isReadOnly = useReadOnly() !== null;
  const lacks = (["remove", "upload", "files", "folders"] as const).filter((part) => !account.parts[part]);
  return (
    <dl className="facts account-facts">
      <dt>{t("common.address")}</dt>
      <dd>
        <code>{baseUrl}</code>
      </dd>
      <dt>{t("sync.level")}</dt>
      <dd>
        {t(`sync.levels.${level}`)}
        {level !== "publish" && lacks.length > 0 && (
          <span className="soft">
            {" · "}
            {t("sync.lacks")} {lacks.map((part) => t(`sync.lack.${part}`)).join(", ")}
          </span>
        )}
      </dd>
      <dt>{t("sync.version")}</dt>
      <dd>
        {apiVersion === null ? t("sync.versionUnknown") : older ? t("sync.older", { version: apiVersion }) : apiVersion}
      </dd>
      <dt>{t("nav.flows")}</dt>
      <dd>
        {t("sync.flowsCount", { count: drafts })}
        {level !== "publish" && damaged === null && (
          <span className="soft">
            {" "}
            · {t(isReadOnly ? "sync.notHere" : automatic ? "sync.automatic" : "sync.manual")}
          </span>
        )}
      </dd>
      <RetentionFact account={account} />
      <dt>{t("sync.contact")}</dt>
      <dd>{time.dateTime(wallContact)}</dd>
      {activity.last && (
        <>
          <dt>{t("sync.last")}</dt>
          <dd>
            {time.dateTime(activity.last.wallAt)}
            <span className="soft"> · {sumsOf(t, activity.last.report)}</span>
          </dd>
        </>
      )}
      {activity.did && activity.did.wallAt !== activity.last?.wallAt && (
        <>
          <dt>{t("sync.did")}</dt>
          <dd>
            {time.dateTime(activity.did.wallAt)}
            <span className="soft"> · {doneOf(t, activity.did.sums).join(", ")}</span>
          </dd>
        </>
      )}
    </dl>
  );
}

const doneOf = (t: Translate, sums: Partial<SyncSums>): readonly string[] =>
  syncSums.flatMap((sum) => (sums[sum] ? [t(`sync.sums.${sum}`, { count: sums[sum] })] : []));

function sumsOf(t: Translate, report: SyncReport): string {
  if (report.canceled) return t("sync.lastCanceled");
  if (report.failed !== null) return t("sync.is.failed");
  if (report.unreachable !== null) return t(report.unusable ? "sync.lastUnusable" : "sync.lastUnreached");
  const sums = doneOf(t, Object.fromEntries(syncSums.map((sum) => [sum, report[sum].length])));
  // Items that wait for their author also count.
  const of = (is: (kind: string | undefined) => boolean) =>
    report.refused.filter(({ about }) => is(about?.kind)).length;
  const open = {
    conflicts: new Set(report.conflicts.map(({ draft }) => draft)).size,
    refused: of((kind) => kind !== "account" && kind !== "check"),
    checks: of((kind) => kind === "check"),
  };
  const waits = Object.entries({ ...open, perhaps: report.perhaps.length })
    .filter(([, count]) => count > 0)
    .map(([sum, count]) => t(`sync.sums.${sum as keyof typeof open | "perhaps"}`, { count }));
  // The reason that the whole account is stopped is shown above, and is not one item's refusal.
  const stopped = of((kind) => kind === "account") > 0 ? [t("sync.is.stopped")] : [];
  return [...sums, ...waits, ...stopped].join(", ") || t("sync.lastNothing");
}
