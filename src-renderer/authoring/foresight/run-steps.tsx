import type { Step } from "../../../src-shared/foresight/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";

/** Steps at the beginning and at the end of a long run: what is between them is the usual way. */
const FIRST = 3;
const LAST = 12;

interface ShownStep {
  /** null: here stand the steps that are left out. */
  readonly step: Step | null;
  /** In the run, from 1. */
  readonly number: number;
  /** How many are left out here. */
  readonly left: number;
}

/** The steps of a run that are shown: of a long one the first and the last. */
export function shownSteps(run: readonly Step[]): readonly ShownStep[] {
  const all = run.map((step, at): ShownStep => ({ step, number: at + 1, left: 0 }));
  const left = run.length - FIRST - LAST;
  return left <= 0 ? all : [...all.slice(0, FIRST), { step: null, number: FIRST + 1, left }, ...all.slice(-LAST)];
}

/** A run, step by step; scrolls into sight with the row that it belongs to. */
export function RunSteps({ run, id }: { readonly run: readonly Step[]; readonly id: string }) {
  const { t } = useTranslation();
  return (
    <ol ref={intoSight} id={id} className="problem-run" aria-label={t("problems.run")}>
      {shownSteps(run).map(({ step, number, left }) => (
        <li key={number} value={number}>
          {step === null ? t("problems.moreSteps", { count: left }) : stepText(t, step)}
        </li>
      ))}
    </ol>
  );
}

/** As much of the run as there is room for below what it shows, which stays in sight. */
function intoSight(run: HTMLElement | null): void {
  run?.scrollIntoView({ block: "nearest" });
  run?.closest("li")?.firstElementChild?.scrollIntoView({ block: "nearest" });
}

/** What happens in a step of a run. */
export function stepText(t: Translate, { label, who = "", does, document = "" }: Step): string {
  switch (does) {
    case "signs":
      return t("steps.signs", { who, document });
    case "approves":
      return t("steps.approves", { who, document });
    case "rejects":
      if (who === "") return t("steps.authorRejects");
      return document === "" ? t("steps.rejectsFlow", { who }) : t("steps.rejects", { who, document });
    case "is locked out":
      return t("steps.lockedOut", { who });
    case "authenticates":
      return t("steps.authenticates", { who });
    case "fails to authenticate":
      return t("steps.failsToAuthenticate", { who });
    default:
      return otherText(t, { label, who, document });
  }
}

/** What the author does, what time does, and what becomes of a seal. */
function otherText(t: Translate, { label, who, document }: { label: string; who: string; document: string }): string {
  if (label === "cancel" || label === "prolong") return t(`steps.${label}`);
  if (label === "time-out") return t("steps.timeOut");
  if (who !== "") return t("steps.unlock", { who });
  return t(label.startsWith("seal fails ") ? "steps.sealFails" : "steps.seal", { document });
}
