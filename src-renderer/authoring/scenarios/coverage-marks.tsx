import { Check, CircleDashed, ListChecks } from "lucide-react";
import type { Verb } from "../../../src-shared/language/index.ts";
import { setChoice, stepText, usePreferences } from "../../app/index.ts";
import { Button, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { SHOW_COVERAGE, useStageCoverage } from "./use-coverage.ts";
import "./coverage-marks.css";

/** Switches the marks of the canvas on and off; empty if the flow has no scenarios. */
export function CoverageToggle() {
  const { t } = useTranslation();
  const { isShown, hasScenarios } = useShown();
  const toggle = () => setChoice(SHOW_COVERAGE, isShown ? "no" : "yes");
  if (!hasScenarios) return null;
  return (
    <Button look="ghost" icon={ListChecks} aria-pressed={isShown} onClick={toggle}>
      {t("coverage.show")}
    </Button>
  );
}

/** Explains the marks while they are shown. */
export function CoverageLegend() {
  const { t } = useTranslation();
  const { isShown, hasScenarios } = useShown();
  if (!isShown || !hasScenarios) return null;
  return (
    <li className="coverage-legend">
      <span>
        <Check className="icon" aria-hidden /> {t("coverage.inScenario")}
      </span>
      <span>
        <CircleDashed className="icon" aria-hidden /> {t("coverage.inNone")}
      </span>
    </li>
  );
}

function useShown() {
  const isShown = usePreferences((state) => state.choices[SHOW_COVERAGE]) === "yes";
  const hasScenarios = useSession().companion("scenarios").useText().trim() !== "";
  return { isShown, hasScenarios };
}

/** How many steps of a stage scenarios cover; its title names the others. */
export function StageCoverageMark({ stage }: { readonly stage: number }) {
  const { t } = useTranslation();
  const coverage = useStageCoverage(stage);
  if (coverage === null) return null;
  const { covered, missing } = coverage;
  const Icon = missing.size === 0 ? Check : CircleDashed;
  const words = t("coverage.stage", { covered: covered.size, count: covered.size + missing.size });
  const lacks = [...missing.values()].map((step) => stepText(t, step)).join(", ");
  return (
    <span
      className={`pill ${missing.size === 0 ? "tone-good" : "tone-wait"}`}
      title={lacks === "" ? words : `${words} ${t("coverage.stageLacks", { steps: lacks })}`}
    >
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">{words}</span>
      <span aria-hidden>{t("common.kOfN", { count: covered.size, all: covered.size + missing.size })}</span>
    </span>
  );
}

interface ActProps {
  readonly stage: number;
  readonly participant: string;
  readonly verb: Verb;
  readonly document: string;
}

/** Whether a scenario covers an act, beside its mark. */
export function ActCoverageMark({ stage, participant, verb, document }: ActProps) {
  const { t } = useTranslation();
  const coverage = useStageCoverage(stage);
  const label = `${participant} ${verb === "sign" ? "signs" : "approves"} ${document}`;
  const isCovered = coverage?.covered.has(label) ?? false;
  if (!isCovered && !coverage?.missing.has(label)) return null;
  const Icon = isCovered ? Check : CircleDashed;
  const words = t(isCovered ? "coverage.inScenario" : "coverage.inNone");
  return (
    <span className="coverage-act" title={words}>
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">; {words}</span>
    </span>
  );
}
