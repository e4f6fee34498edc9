import { CheckCircle2, CircleX, Cloud, Copy, FileText, ListOrdered, Trash2 } from "lucide-react";
import { useId } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import type { Names } from "../../../src-shared/foresight/index.ts";
import { reasonText, stepText, useAccountNames } from "../../app/index.ts";
import { Button, FoldButton, plainText, type Translate, useTranslation } from "../../components/index.ts";
import { PlayButton } from "../foresight/play-button.tsx";
import type { ShownFailure, ShownScenario } from "./played.ts";
import { type ChangeScript, ScriptLists } from "./script-lists.tsx";

interface Props {
  readonly scenario: ShownScenario;
  readonly names: Names;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChangeScript: ChangeScript;
  readonly onWriteAsSteps: () => void;
  readonly onCompareThere: () => void;
  readonly onEditText: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

/** One scenario: whether it passes, and where not; it expands to its steps. */
export function ScenarioRow({ scenario, names, isOpen, onToggle, ...does }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const accounts = useAccountNames();
  const { name, steps, scripts, failed } = scenario;
  const shownName = name || t("common.untitled");
  const Icon = failed === null ? CheckCircle2 : CircleX;
  return (
    <li className="scenario">
      <FoldButton controls={id} isOpen={isOpen} onToggle={onToggle}>
        <Icon className={`icon tone-${failed === null ? "good" : "bad"}`} aria-hidden />
        <span className="scenario-name">{marksShown(shownName)}</span>
        <span className="soft">{t(failed === null ? "scenarios.passes" : "scenarios.fails")}</span>
      </FoldButton>
      {failed && (
        <p className="scenario-failure">
          {failed.at !== null && <strong>{t("scenarios.atStep", { step: failed.at + 1 })} </strong>}
          {failureText(t, failed)}
        </p>
      )}
      {isOpen && (
        <div id={id} className="scenario-open">
          {scripts && (
            <>
              <ScriptLists {...{ scenario, scripts, names }} onChange={does.onChangeScript} />
              <p className="scenario-order">{t("scripts.order")}</p>
            </>
          )}
          <Steps scenario={scenario} />
          <div className="scenario-tools">
            {failed?.at !== null && (
              <PlayButton look="ghost" title={shownName} steps={steps.map(({ written }) => written)} />
            )}
            {scripts && (
              <Button
                look="ghost"
                icon={ListOrdered}
                writes
                blocked={failed?.at === null ? t("common.fixTextFirst") : null}
                aria-label={t("scripts.writeAsStepsThis", { name: shownName })}
                onClick={does.onWriteAsSteps}
              >
                {t("scripts.writeAsSteps")}
              </Button>
            )}
            {accounts.length > 0 && (
              <Button
                look="ghost"
                icon={Cloud}
                writes
                blocked={failed?.at === null ? t("common.fixTextFirst") : null}
                aria-label={t("drift.actionThis", { name: shownName })}
                onClick={does.onCompareThere}
              >
                {t("drift.action")}
              </Button>
            )}
            <Button
              look="ghost"
              icon={Copy}
              writes
              blocked={failed?.at === null ? t("common.fixTextFirst") : null}
              aria-label={t("scenarios.duplicateThis", { name: shownName })}
              onClick={does.onDuplicate}
            >
              {t("common.duplicate")}
            </Button>
            <Button
              look="ghost"
              icon={FileText}
              aria-label={t("scenarios.editThis", { name: shownName })}
              onClick={does.onEditText}
            >
              {t("scenarios.editText")}
            </Button>
            <Button
              look="ghost"
              icon={Trash2}
              writes
              aria-label={t("scenarios.deleteThis", { name: shownName })}
              onClick={does.onDelete}
            >
              {t("common.delete")}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

/** What happened instead, and what the flow waits for. */
export function failureText(t: Translate, { at, message, refusal, status, waits }: ShownFailure): string {
  const text = plainText(refusal === null ? message : message.replace(refusal, reasonText(refusal)));
  if (at === null) return text;
  if (status !== "in_progress" && status !== "finalising")
    return `${text} ${t("scenarios.ended", { status: t(`status.${status}`) })}`;
  if (waits.length === 0) return text;
  return `${text} ${t("scenarios.waitsFor", { acts: waits.map((step) => stepText(t, step)).join(", ") })}`;
}

function Steps({ scenario: { steps, failed } }: { readonly scenario: ShownScenario }) {
  const { t } = useTranslation();
  if (steps.length === 0) return <p className="soft">{t("scenarios.noSteps")}</p>;
  const end = failed === null ? steps.length : (failed.at ?? 0);
  return (
    <ol className="scenario-steps" aria-label={t("problems.run")}>
      {steps.map((step, at) => (
        // A wait that others cut in two stands in the list twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at} className={at > end ? "soft" : undefined}>
          {stepText(t, step.shown)}
          {failed?.at === at && (
            <span className="scenario-mark tone-bad">
              <CircleX className="icon" aria-hidden /> {t("scenarios.failsHere")}
            </span>
          )}
          {at === end + 1 && failed?.at !== null && <span> {t("scenarios.notPlayed")}</span>}
        </li>
      ))}
    </ol>
  );
}
