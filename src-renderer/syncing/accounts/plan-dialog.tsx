import { useEffect, useState } from "react";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { host, reasonText, stopAsking } from "../../app/index.ts";
import {
  Button,
  Dialog,
  ErrorState,
  Loading,
  type Translate,
  toggled,
  useTranslation,
} from "../../components/index.ts";
import type { Account, Planned, SyncReport } from "../types.ts";
import { NoteList } from "./notes.tsx";
import { canBeTakenOut, PlanIncoming } from "./plan-incoming.tsx";
import { keyOf, PlanRequests, type Ticking } from "./plan-requests.tsx";
import { syncNow } from "./sync-now.ts";

interface Props {
  readonly account: Account;
  readonly onClose: () => void;
}

/** What a sync would send, in words and as requests; flows and commands can be excluded before it goes [Y16]. */
export function PlanDialog({ account: { name, held, stopped }, onClose }: Props) {
  const { t } = useTranslation();
  const [report, setReport] = useState<SyncReport | null>(null);
  const [error, setError] = useState<BridgeError | null>(null);
  const [without, setWithout] = useState<ReadonlySet<string>>(() => new Set(held));
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let shown = true;
    void host.call("sync.run", { name, dryRun: true }).then((answer) => {
      if (!shown) return;
      setReport(answer.ok ? answer.value : null);
      setError(answer.ok ? null : answer.error);
    });
    return () => {
      shown = false;
    };
  }, [name, attempt]);
  const again = () => {
    setReport(null);
    setError(null);
    setAttempt(attempt + 1);
  };
  const close = () => {
    if (report === null && error === null) stopAsking(name);
    onClose();
  };
  const go = () => {
    onClose();
    const review = report?.review ?? null;
    const commands = new Set(report?.planned.map(({ command }) => command));
    const withoutCommands = [...without].filter((key) => commands.has(key));
    const drafts = [...without].filter((key) => !commands.has(key));
    // Local changes from now on are not reviewed, and wait.
    void syncNow(t, {
      ...{ name, dryRun: false, without: drafts },
      ...(withoutCommands.length > 0 && { withoutCommands }),
      ...(review !== null && { review }),
    });
  };
  const behind = behindLeftOut(report?.planned ?? [], without);
  // Problems of this review are shown, too.
  const isStopped = stopped !== null && report !== null;
  const trouble = isStopped ? t("sync.stoppedWhy", { why: reasonText(stopped) }) : report && troubleOf(t, name, report);
  return (
    <Dialog open wide onClose={close} title={t("sync.planTitle", { name })} description={t("sync.planText")}>
      {report === null && error === null && <Loading rows={4} />}
      {error && <ErrorState error={error} title={t("sync.planFailed")} onRetry={again} />}
      {trouble !== null && (
        <p className="form-problem" role="alert">
          {trouble}
        </p>
      )}
      {report && trouble === null && (
        <Plan
          {...{ report, without, behind }}
          onToggle={(key) => setWithout(toggled(without, key))}
          onToggleAll={(keys, sends) => setWithout(changedBy(without, keys, sends))}
        />
      )}
      <div className="dialog-foot">
        {report && without.size > 0 && (
          <span className="plan-held">{t("sync.planHolds", { count: without.size + behind.size })}</span>
        )}
        <Button onClick={close}>{t("common.cancel")}</Button>
        {/* Parts that could not be checked cannot be reviewed before sending. */}
        {trouble !== null && !isStopped && (
          <Button look="primary" onClick={again}>
            {t("common.tryAgain")}
          </Button>
        )}
        {trouble === null && error === null && (
          <Button look="primary" writes busy={report === null} onClick={go}>
            {t("sync.now")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Why it could not be checked; null: it was. */
function troubleOf(t: Translate, name: string, { failed, unreachable, unusable }: SyncReport): string | null {
  if (failed !== null) return `${t("sync.planFailed")}. ${reasonText(failed)}`;
  return unreachable === null
    ? null
    : `${t(unusable ? "sync.planUnusable" : "sync.planUnreached", { name })}. ${reasonText(unreachable)}`;
}

/** The excluded keys after some are excluded or included. */
function changedBy(without: ReadonlySet<string>, keys: readonly string[], sends: boolean): ReadonlySet<string> {
  const sent = new Set(sends ? keys : []);
  return new Set([...without, ...(sends ? [] : keys)].filter((key) => !sent.has(key)));
}

function Plan({ report, without, behind, onToggle, onToggleAll }: Ticking & { readonly report: SyncReport }) {
  const { t } = useTranslation();
  const { planned, refused, incoming } = report;
  const canUntick = planned.some((request) => keyOf(request) !== null) || incoming.some(canBeTakenOut);
  return (
    <div className="plan">
      {canUntick && <p className="soft">{t("sync.planUntick")}</p>}
      {planned.length === 0 ? (
        <p>{t("sync.planNone")}</p>
      ) : (
        <PlanRequests {...{ planned, without, behind, onToggle, onToggleAll }} />
      )}
      {incoming.length > 0 && <PlanIncoming {...{ planned, incoming, without, onToggle, onToggleAll }} />}
      {refused.length > 0 && (
        <section className="account-part" aria-label={t("sync.planRefused")}>
          <h3>{t("sync.planRefused")}</h3>
          <NoteList notes={refused} />
        </section>
      )}
    </div>
  );
}

/** The commands that wait for an earlier, excluded command of their run [Y11]. */
function behindLeftOut(planned: readonly Planned[], without: ReadonlySet<string>): ReadonlySet<string> {
  const [runs, behind] = [new Set<string>(), new Set<string>()];
  for (const { command, run } of planned) {
    if (command === null || run === null) continue;
    if (runs.has(run)) behind.add(command);
    if (without.has(command)) runs.add(run);
  }
  return behind;
}
