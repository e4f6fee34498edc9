import { CheckCircle2, CircleSlash2, CircleX, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { driftTotals, isEmptyReport, isStartOnly } from "../../../src-shared/drift/index.ts";
import { callOrNotify, reasonText, stepText, useCall, useTime } from "../../app/index.ts";
import { Button, Marked, MessageText, type Tone, useBusy, useTranslation } from "../../components/index.ts";

type Report = NonNullable<OutputOf<"sync.drift.get">["report"]>;

const LOOKS = {
  same: ["good", CheckCircle2],
  different: ["bad", CircleX],
  not_compared: ["quiet", CircleSlash2],
} as const satisfies Readonly<Record<Report["lines"][number]["outcome"], readonly [Tone, unknown]>>;

/** How a run on an account compares with the engine here, act by act; empty for a run without a comparison. */
export function DriftSection({ account, run }: { readonly account: string; readonly run: string }) {
  const report = useCall("sync.drift.get", { name: account, run }, ["account"]).value?.report ?? null;
  return report && <Shown account={account} report={report} />;
}

function Shown({ account, report }: { readonly account: string; readonly report: Report }) {
  const { t } = useTranslation();
  const time = useTime();
  const { lines, steps, state, why, notShown, sent } = report;
  const running = state === "running";
  const { different, left } = driftTotals(report);
  const nothing = isEmptyReport(report);
  const alone = isStartOnly(report) && (steps === 1 ? "drift.noActs" : "drift.startAlone");
  return (
    <section aria-label={t("drift.section")}>
      <h2>{t("drift.section")}</h2>
      <p className="soft">{t("drift.of", { name: report.of, when: time.dateTime(report.wallBegan) })}</p>
      <p role="status">
        {running
          ? t("drift.running", { done: lines.length, all: steps })
          : different > 0
            ? t("drift.found", { count: different })
            : t((nothing && "drift.nothing") || alone || (left > 0 ? "drift.foundSoFar" : "drift.found"), { count: 0 })}
        {left > 0 && !nothing && ` ${t("drift.left", { count: left })}`}
        {state === "stopped" && <MessageText text={` ${t("drift.stopped")} ${reasonText(why ?? "")}`} />}
      </p>
      {running && <Stop account={account} stops={report.stops === true} />}
      <ol className="drift-lines">
        {lines.map(({ step, shown, outcome, told }, at) => {
          const [tone, icon] = LOOKS[outcome];
          return (
            // A step may stand in it twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only added to
            <li key={at}>
              <Marked {...{ tone, icon }}>{t(`drift.outcome.${outcome}`)}</Marked>{" "}
              {at === 0 ? t("drift.start") : shown === undefined ? step : stepText(t, shown)}
              {told.length > 0 && (
                <ul>
                  {told.map((sentence) => (
                    <li key={sentence}>
                      <MessageText text={reasonText(sentence)} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
        {running && sent && (
          <li>
            <Marked tone="info" icon={RefreshCw}>
              {t("stage.current")}
            </Marked>{" "}
            {sent.shown === undefined ? t("drift.start") : stepText(t, sent.shown)}
          </li>
        )}
      </ol>
      {notShown.length > 0 && !running && !nothing && (
        <p className="soft">
          {t("drift.notShown", { what: notShown.map((one) => t(`drift.shown.${one}`)).join(", ") })}
        </p>
      )}
    </section>
  );
}

/** The current step is finished first; results so far stay. */
function Stop({ account, stops: stopsAnyway }: { readonly account: string; readonly stops: boolean }) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  const [asked, setAsked] = useState(false);
  const stops = asked || stopsAnyway;
  const stop = () =>
    unlessBusy(async () =>
      setAsked((await callOrNotify(t("drift.stopFailed"), "sync.cancel", { name: account })) !== null),
    );
  return (
    <p className="buttons">
      <Button busy={busy} blocked={stops ? t("drift.stopping") : null} onClick={() => void stop()}>
        {t("drift.stop")}
      </Button>
      {stops && <span role="status">{t("drift.stopping")}</span>}
    </p>
  );
}
