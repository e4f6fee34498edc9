import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { Page, routeHref, useCall, useSentence, useTime, ZoneNote } from "../../app/index.ts";
import {
  BackLink,
  ErrorState,
  Loading,
  LongText,
  Pill,
  Status,
  type Translate,
  textOr,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { lineEach } from "../history/fold-history.ts";
import { Timeline } from "../history/timeline.tsx";
import { useHistory } from "../history/use-history.ts";
import { ClockName } from "../instances/clock-name.tsx";
import { ForkMark } from "../instances/fork-mark.tsx";
import type { Detail } from "../types.ts";
import { ComparedTracks } from "./compared-tracks.tsx";
import "./compare.css";

type Comparison = OutputOf<"instances.compare">;
type Side = "a" | "b";
const SIDES = ["a", "b"] as const;

/** Two runs side by side: their outcomes, where they differ, and both on one time scale. */
export function ComparePage({ a, b }: { readonly a: string; readonly b: string }) {
  const { t } = useTranslation();
  const left = useCall("instances.get", { id: a }, ["instance", "clock"]);
  const right = useCall("instances.get", { id: b }, ["instance", "clock"]);
  const compared = useCall("instances.compare", { a, b }, ["instance"]);
  const error = compared.error ?? left.error ?? right.error;
  const back = <BackLink href={routeHref("instances", a)} text={t("compare.back")} />;
  if (error || !left.value || !right.value || !compared.value)
    return (
      <Page title={t("compare.title")} beside={back}>
        {error ? <ErrorState error={error} title={t("compare.failed")} onRetry={compared.reload} /> : <Loading />}
      </Page>
    );
  return (
    <Page title={t("compare.title")} beside={back}>
      <Compared runs={{ a: left.value, b: right.value }} comparison={compared.value} />
    </Page>
  );
}

interface ComparedProps {
  readonly runs: Record<Side, Detail>;
  readonly comparison: Comparison;
}

function Compared({ runs, comparison }: ComparedProps) {
  const histories = { a: useHistory(runs.a.id), b: useHistory(runs.b.id) };
  const { common } = comparison;
  const read = histories.a.entries.length > 0 && histories.b.entries.length > 0;
  const tracks = { a: { run: runs.a, ...histories.a }, b: { run: runs.b, ...histories.b } };
  return (
    <div className="compare">
      {SIDES.map((side) => (
        <RunHead key={side} side={side} run={runs[side]} />
      ))}
      <div className="compare-what panel">
        <Differences comparison={comparison} runs={runs} />
        {read && <ComparedTracks runs={tracks} common={common} />}
      </div>
      {SIDES.map((side) => (
        <RunHistory key={side} side={side} run={runs[side]} history={histories[side]} common={common} />
      ))}
    </div>
  );
}

function RunHead({ side, run }: { readonly side: Side; readonly run: Detail }) {
  const { t } = useTranslation();
  return (
    <section className="compare-head" aria-label={t(`compare.run.${side}`)}>
      <Pill>{t(`compare.run.${side}`)}</Pill>
      <h2 className="truncate">
        <a href={routeHref("instances", run.id)}>{run.title || t("common.untitled")}</a>
      </h2>
      <ForkMark number={run.forkNumber} />
      {run.fork && <span className="soft">{t("compare.isFork", { seq: run.fork.seq })}</span>}
      <Status status={run.status} />
      <span className="soft">
        <ClockName virtual={run.clock.virtual} />
      </span>
      <ZoneNote zone={run.timeZone} />
    </section>
  );
}

function Differences({ comparison, runs }: { readonly comparison: Comparison; readonly runs: Record<Side, Detail> }) {
  const { t } = useTranslation();
  const outcome = useOutcome(comparison.outcome);
  const parting = useParting(comparison, runs);
  return (
    <section aria-labelledby="compare-what">
      <h2 id="compare-what">{t("compare.what")}</h2>
      <h3>{t("compare.outcome")}</h3>
      <ul className="compare-sentences">
        {outcome.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <h3>{t("compare.parting")}</h3>
      <ul className="compare-sentences">
        {parting.map((sentence) => (
          <li key={sentence}>
            <LongText text={sentence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The point where the histories differ, in sentences. */
function useParting({ common, first }: Comparison, runs: Record<Side, Detail>): readonly string[] {
  const { t } = useTranslation();
  const times = { a: useTime(runs.a.timeZone), b: useTime(runs.b.timeZone) };
  const sentences = { a: useSentence(times.a), b: useSentence(times.b) };
  if (first === null) return [t("compare.allSame", { count: common })];
  const nextOf = (side: Side): string => {
    const point = first[side];
    if (point === null) return t("compare.ended", { run: t(`compare.run.${side}`) });
    const event = sentences[side](point);
    return t("compare.next", { run: t(`compare.run.${side}`), event, when: times[side].dateTime(point.at) });
  };
  return [...begins(t, common, first.onlyTime), nextOf("a"), nextOf("b")];
}

/**
 * How far they agree. For two starts that differ only in time, "they differ from the first event on" would be
 * misleading.
 */
function begins(t: Translate, common: number, onlyTime: boolean): readonly string[] {
  if (onlyTime && common === 0) return [t("compare.sameStart")];
  const agreed = t("compare.common", { count: common });
  return onlyTime ? [agreed, t("compare.onlyTime")] : [agreed];
}

/** The different outcomes, in sentences. */
function useOutcome({ same, status, documents, onlyA, onlyB }: Comparison["outcome"]): readonly string[] {
  const { t } = useTranslation();
  if (same) return [t("compare.sameOutcome", { status: t(`status.${status.a}`) })];
  const statusText = (state: string | null): string => {
    if (state === null) return t("compare.noDocument");
    return textOr(`status.${state}`, state);
  };
  const sentences = [
    status.a === status.b
      ? t("compare.bothStand", { status: t(`status.${status.a}`) })
      : t("compare.stand", { a: t(`status.${status.a}`), b: t(`status.${status.b}`) }),
  ];
  for (const { name, a, b } of documents)
    if (a !== b) sentences.push(t("compare.document", { name, a: statusText(a), b: statusText(b) }));
  for (const [side, acts] of [
    ["a", onlyA],
    ["b", onlyB],
  ] as const)
    for (const { participant, verb, document } of acts)
      sentences.push(t(`compare.only.${verb}`, { run: t(`compare.run.${side}`), participant, document }));
  return sentences;
}

interface RunHistoryProps {
  readonly side: Side;
  readonly run: Detail;
  readonly history: ReturnType<typeof useHistory>;
  readonly common: number;
}

/** A run's events since the histories differ. */
function RunHistory({ side, run, history, common }: RunHistoryProps) {
  const { t } = useTranslation();
  const own = history.entries.filter(({ seq }) => seq > common);
  return (
    <section className="panel compare-history" aria-label={t("compare.historyOf", { run: t(`compare.run.${side}`) })}>
      {common > 0 && <p className="compare-common">{t("compare.folded", { count: common })}</p>}
      <Waiting of={history} title={t("instance.historyFailed")} rows={3} />
      {!history.loading && own.length === 0 && <p className="soft">{t("compare.nothingElse")}</p>}
      <Timeline lines={lineEach(own)} runId={run.id} timeZone={run.timeZone} />
    </section>
  );
}
