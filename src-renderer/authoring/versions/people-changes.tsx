import { Minus, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { BehaviourReport, ReportedDifference } from "../../../src-shared/foresight/index.ts";
import { Button, MessageText, plainText, useTranslation } from "../../components/index.ts";
import { RunSteps } from "../foresight/run-steps.tsx";
import { ShowRunButton } from "../foresight/show-run-button.tsx";
import { useSession } from "../session/use-session.ts";
import { useBehaviour } from "./use-behaviour.ts";

/** Most rows shown. */
const MOST = 200;

interface Props {
  readonly before: string;
  readonly after: string;
}

/** What people can do in only one of two texts of a flow, person by person, each with a run. */
export function PeopleChanges({ before, after }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const { answered, failure, retry } = useBehaviour(before, after);
  const title = t("behaviour.title");
  if (failure !== null)
    return (
      <section className="version-changes" aria-label={title}>
        <h3>{title}</h3>
        <div role="alert">
          <p className="form-problem">
            {t("behaviour.failed")}. {failure}
          </p>
          <Button onClick={retry}>{t("common.tryAgain")}</Button>
        </div>
      </section>
    );
  return (
    <section className="version-changes" aria-label={title} aria-busy={answered === null || answered.is === "progress"}>
      <h3>{title}</h3>
      {answered === null && <p className="soft">{t("common.loading")}</p>}
      {answered?.is === "progress" && <p className="soft">{t("behaviour.progress", { count: answered.states })}</p>}
      {answered?.is === "unread" && <p className="soft">{t(`behaviour.unread_${answered.which}`)}</p>}
      {answered?.is === "compared" && <Compared report={answered.report} isPresent={after === session.text()} />}
    </section>
  );
}

interface ComparedProps {
  readonly report: BehaviourReport;
  readonly isPresent: boolean;
}

function Compared({ report: { differences, renames, whole, states }, isPresent }: ComparedProps) {
  const { t } = useTranslation();
  const shown = differences.slice(0, MOST);
  const people = Map.groupBy(shown, ({ who }) => who);
  return (
    <>
      {renames.length > 0 && (
        <ul>
          {renames.map(({ kind, before, after }) => (
            <li key={`${kind} ${before}`}>{t(`behaviour.renamed_${kind}`, { before, after })}</li>
          ))}
        </ul>
      )}
      {!whole && <p className="form-problem">{t("behaviour.notDecided", { count: states })}</p>}
      {whole && differences.length === 0 && <p className="soft">{t("behaviour.same")}</p>}
      {[...people].map(([who, theirs]) => (
        <div key={who}>
          <h4>{who ?? t("common.theFlow")}</h4>
          <ul className="people-changes">
            {theirs.map((difference) => (
              <DifferenceRow key={difference.message} {...{ difference, isPresent }} />
            ))}
          </ul>
        </div>
      ))}
      {differences.length > MOST && <p className="soft">{t("common.more", { count: differences.length - MOST })}</p>}
    </>
  );
}

interface RowProps {
  readonly difference: ReportedDifference;
  /** Gained steps can be played: they belong to the current text. */
  readonly isPresent: boolean;
}

function DifferenceRow({ difference: { direction, message, trace }, isPresent }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const Icon = direction === "gained" ? Plus : Minus;
  return (
    <li className="people-change">
      <Icon
        className={`icon ${direction === "gained" ? "tone-good" : "tone-bad"}`}
        aria-label={t(`behaviour.${direction}`)}
      />
      <span className="people-words">
        <MessageText text={message} />
      </span>
      {trace.length > 0 && (
        <ShowRunButton problem={plainText(message)} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      )}
      {isOpen && <RunSteps {...{ id }} run={trace} title={isPresent && direction === "gained" ? message : undefined} />}
    </li>
  );
}
