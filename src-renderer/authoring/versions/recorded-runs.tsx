import { CheckCircle2, CircleX, Shuffle } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { reasonText, routeHref, stepText, usePages, useTime } from "../../app/index.ts";
import { Button, Status, useTranslation, Waiting } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";

type Replayed = OutputOf<"instances.replayed">["items"][number];

const LOOKS = {
  same: ["good", CheckCircle2],
  otherwise: ["wait", Shuffle],
  impossible: ["bad", CircleX],
} as const;

/** The flow's ended runs, each replayed on the current text. */
export function RecordedRuns() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const text = draft.useStore((state) => state.journal?.text ?? "");
  const pages = usePages("instances.replayed", { draftId: draft.id, text }, ["instance"]);
  const { items, loading, error, hasMore, loadMore } = pages;
  if (loading || error) return <Waiting of={pages} title={t("recorded.failed")} />;
  const count = (verdict: Replayed["verdict"]) => items.filter((run) => run.verdict === verdict).length;
  return (
    <section className="recorded" aria-label={t("recorded.title")}>
      <p className="soft">{t("recorded.about")}</p>
      {items.length === 0 && !hasMore && <p>{t("recorded.none")}</p>}
      {items.length > 0 && (
        <p role="status">
          {t("recorded.counts", {
            same: count("same"),
            otherwise: count("otherwise"),
            impossible: count("impossible"),
          })}
        </p>
      )}
      <ul className="recorded-runs">
        {items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {hasMore && <Button onClick={loadMore}>{t("recorded.more")}</Button>}
    </section>
  );
}

function RunRow({ run: { id, title, status, started, verdict, now, differs, waits } }: { readonly run: Replayed }) {
  const { t } = useTranslation();
  const time = useTime();
  const [tone, Icon] = LOOKS[verdict];
  return (
    <li className="recorded-run">
      <Icon className={`icon tone-${tone}`} aria-hidden />
      <div className="recorded-words">
        <p>
          <a href={routeHref("instances", id)}>{marksShown(title)}</a>{" "}
          <span className="soft">{time.dateTime(started)}</span> <Status status={status} />
        </p>
        <p>
          <strong>{t(`recorded.${verdict}`)}</strong>{" "}
          {verdict === "otherwise" && t("recorded.endsNow", { status: t(`status.${now}`) })}
        </p>
        {differs && (
          <p>
            {t("recorded.differs", { step: stepText(t, differs.step) })}{" "}
            <span className="soft">{reasonText(differs.reason)}</span>
          </p>
        )}
        {waits.length > 0 && verdict !== "same" && (
          <p className="soft">{t("scenarios.waitsFor", { acts: waits.map((step) => stepText(t, step)).join(", ") })}</p>
        )}
      </div>
    </li>
  );
}
