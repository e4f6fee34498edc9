import { Download, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo } from "react";
import { editBetween, lineIndex, positionAt } from "../../../src-shared/basics/index.ts";
import { Button, MessageText, type Translate, useTranslation } from "../../components/index.ts";
import { AcceptedFindings } from "../expectations/accept.tsx";
import { useExpectedHere } from "../expectations/use-expected.ts";
import { type AnalysisView, isSound } from "../language/analysis-view.ts";
import { moved } from "../language/use-check.ts";
import { useSession } from "../session/use-session.ts";
import { askExport } from "./asked-export.ts";
import { FindingRows } from "./finding-rows.tsx";
import type { Foreseen } from "./foreseen.ts";
import { LookLonger, StatesSeen, StopLooking } from "./look-longer.tsx";
import { Messages } from "./messages.tsx";
import { NotChecked } from "./not-checked.tsx";
import { Outcomes } from "./outcomes.tsx";
import { type RunReader, RunReaderContext } from "./run-reader.ts";
import { findingParts } from "./texts.ts";
import { useExports } from "./use-exports.ts";
import { type Foresight, useForesight } from "./use-foresight.ts";
import "./foresight.css";

/** The possible behaviour of a flow: how it can end, whom it needs, how long it takes, and what can go wrong. */
export function ForesightView({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const isChecked = isSound(analysis);
  const foresight = useForesight(isChecked ? analysis.text : null);
  const { foreseen, progress, failure } = foresight;
  const isNewest = isChecked && progress === null;
  // A partial answer for this very text is valid, though its states are still being counted.
  const isCurrent = isChecked && foreseen?.text === analysis.text;
  // A request on a flow with errors must not save anything later.
  useEffect(() => {
    if (!isChecked) askExport(null);
  }, [isChecked]);
  useEffect(() => () => askExport(null), []);
  return (
    <section className="foresight" aria-label={t("sides.foresight")} aria-busy={progress !== null}>
      <div className="foresight-scroll">
        {foreseen && <Seen {...{ foresight, foreseen, isCurrent, isNewest }} title={analysis.outline.title} />}
        {!isChecked && foreseen === null && <NotChecked analysis={analysis} isOlder={false} />}
      </div>
      {/* Below the scrolling part, so that nothing moves when it appears and disappears. */}
      <div className="foresight-foot">
        {failure !== null && <p className="tone-bad">{t("foresight.failed", { message: failure })}</p>}
        {!isChecked && foreseen !== null && <NotChecked analysis={analysis} isOlder />}
        {isNewest && foreseen?.verdict === "not_decided" && <NotDecided foreseen={foreseen} />}
        <p className="soft" role="status">
          {progress !== null && (
            <>
              {t(stateKey(foreseen, analysis))} <StatesSeen progress={progress} />
            </>
          )}
          {isNewest && foreseen?.verdict === "checked" && t("foresight.whole", { size: sizeText(t, foreseen) })}
        </p>
        {progress !== null && <StopLooking progress={progress} onStop={foresight.asker.enough} />}
      </div>
    </section>
  );
}

const stateKey = (foreseen: Foreseen | null, { text }: AnalysisView) =>
  foreseen === null || foreseen.text === text ? "foresight.checking" : "foresight.checkingNewer";

interface SeenProps {
  readonly foresight: Foresight;
  readonly foreseen: Foreseen;
  /** The answer belongs to the current text. */
  readonly isCurrent: boolean;
  /** It is also complete: the states are counted. */
  readonly isNewest: boolean;
  /** The flow's. */
  readonly title: string | null;
}

function Seen({ foresight: { asker }, foreseen, isCurrent, isNewest, title }: SeenProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { id, text, findings } = foreseen;
  const reader = useMemo((): RunReader => {
    const lines = lineIndex(text);
    return {
      text: isCurrent ? text : null,
      run: (run) => asker.run(id, run),
      lineOf: ({ from }) => positionAt(lines, from).line,
      reveal: (range) => session.reveal(moved(range, editBetween(text, session.text()))),
    };
  }, [asker, id, text, isCurrent, session]);
  const { read } = useExpectedHere();
  const accept = read?.accept ?? [];
  const { needed, people, others, accepted } = findingParts(findings, accept);
  const exports = useExports(asker, foreseen, title, accept, isNewest);
  return (
    // Open runs belong to one answer.
    <RunReaderContext key={id} value={reader}>
      <div className="foresight-seen" data-older={!isCurrent || undefined}>
        <Part title={t("foresight.outcomes")}>
          <Outcomes foreseen={foreseen} />
        </Part>
        <Part title={t("foresight.people")}>
          <FindingRows rows={people} />
          {needed.length === 0 && <p>{t("foresight.nobodyBlocks")}</p>}
        </Part>
        <Part title={t("foresight.time")}>
          <Messages findings={findings} />
        </Part>
        <Part title={t("foresight.findings")}>
          {others.length === 0 && (
            <p>{t(accepted.length === 0 ? "foresight.noFindings" : "foresight.noneButAccepted")}</p>
          )}
          <FindingRows rows={others} isGrouped />
          <AcceptedFindings
            findings={accepted.map(({ finding, at, acceptance }) => ({
              key: String(at),
              row: <MessageText text={finding.message} />,
              acceptance,
            }))}
          />
        </Part>
        <div className="foresight-tools">
          {exports.map(({ title, save }) => (
            <Button key={title} icon={Download} onClick={save}>
              {title}
            </Button>
          ))}
        </div>
      </div>
    </RunReaderContext>
  );
}

const sizeText = (t: Translate, { states, transitions }: Foreseen): string =>
  `${t("foresight.states", { count: states })}, ${t("foresight.transitions", { count: transitions })}`;

/** Says that not all states were explored, what that means, and how to explore more. */
function NotDecided({ foreseen }: Pick<SeenProps, "foreseen">) {
  const { t } = useTranslation();
  return (
    <div>
      <p>
        <TriangleAlert className="icon tone-wait" aria-hidden />{" "}
        <strong>{t("foresight.notDecided", { size: sizeText(t, foreseen) })}</strong> {t("foresight.notDecidedMeans")}
      </p>
      <LookLonger />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="foresight-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
