import type { Step } from "../../../src-shared/foresight/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";

/** Steps at the beginning and at the end of a long run: what is between them is the usual way. */
const FIRST = 3;
const LAST = 12;

/** A run, step by step; scrolls into sight with the row that it belongs to. */
export function RunSteps({ run, id }: { readonly run: readonly Step[]; readonly id: string }) {
  const { t } = useTranslation();
  const left = run.length > FIRST + LAST ? run.length - FIRST - LAST : 0;
  const shown = left > 0 ? [...run.slice(0, FIRST), null, ...run.slice(-LAST)] : run;
  return (
    <ol ref={intoSight} id={id} className="problem-run" aria-label={t("problems.run")}>
      {shown.map((step, at) => (
        // A run never changes: a step is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at} value={step === null || at <= FIRST ? undefined : at + left}>
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
    default:
      if (label === "cancel") return t("steps.cancel");
      return label === "time-out" ? t("steps.timeOut") : label;
  }
}
