import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";

/** A step of a run, in the words of the check and of steps that a run follows. */
export type ShownStep = NonNullable<OutputOf<"plays.get">["following"]>["shown"][number];

/** The text of a step of a run. */
export function stepText(t: Translate, step: ShownStep): string {
  const { who = "", does, document = "", to, reason, waits, prolongs, expects } = step;
  if (to !== undefined) return t("steps.toView", { step: stepText(t, { ...step, to: undefined }) });
  if (waits !== undefined) return t("scenarios.waits", { time: timeText(t, waits) });
  if (prolongs !== undefined) return t("scenarios.prolongs", { time: timeText(t, { days: prolongs, hours: 0 }) });
  if (expects !== undefined)
    return t(expects.not ? "scenarios.expectsNot" : "scenarios.expects", { fact: happenedText(t, expects.fact) });
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
    case "mistypes a code":
      return t("steps.mistypes", { who });
    case "authenticates":
      return t("steps.authenticates", { who });
    case "fails to authenticate":
      return reason === undefined ? t("steps.failsToAuthenticate", { who }) : t(`steps.failsBy.${reason}`, { who });
    default:
      return otherText(t, step);
  }
}

/** The same in somebody's own list: without their name. */
export function ownStepText(t: Translate, step: ShownStep): string {
  const { does, document = "", to, reason, waits } = step;
  if (to !== undefined) return t("steps.toView", { step: ownStepText(t, { ...step, to: undefined }) });
  if (waits !== undefined) return t("scripts.waits", { time: timeText(t, waits) });
  switch (does) {
    case "signs":
      return t("scripts.signs", { document });
    case "approves":
      return t("scripts.approves", { document });
    case "rejects":
      return document === "" ? t("scripts.rejectsFlow") : t("scripts.rejects", { document });
    case "is locked out":
      return t("scripts.lockedOut");
    case "mistypes a code":
      return t("scripts.mistypes");
    case "authenticates":
      return t("scripts.authenticates");
    case "fails to authenticate":
      return reason === undefined ? t("scripts.failsToAuthenticate") : t(`scripts.failsBy.${reason}`);
    default:
      return stepText(t, step);
  }
}

/** A happening in the past tense, as a clause. */
function happenedText(t: Translate, fact: NonNullable<ShownStep["expects"]>["fact"]): string {
  switch (fact.kind) {
    case "act":
      return t(`steps.happened.${fact.does}`, fact);
    case "rejects": {
      const { who, document } = fact;
      return document === null
        ? t("steps.happened.rejectsFlow", { who })
        : t("steps.happened.rejects", { who, document });
    }
    case "sees":
    case "gets-copy":
      return t(fact.kind === "sees" ? "steps.happened.sees" : "steps.happened.copy", fact);
    case "gets-message":
      return t(`steps.happened.${fact.method}`, fact);
    case "begins":
      return t("steps.happened.begins", fact);
    case "ends":
      return t(`steps.happened.${fact.status}`);
  }
}

/** Steps of the author, of time, and of seals. */
function otherText(t: Translate, { label, who = "", document = "" }: ShownStep): string {
  if (label === "cancel" || label === "prolong") return t(`steps.${label}`);
  if (label === "time-out") return t("steps.timeOut");
  if (who !== "") return t("steps.unlock", { who });
  return t(label.startsWith("seal fails ") ? "steps.sealFails" : "steps.seal", { document });
}

function timeText(t: Translate, { days, hours }: NonNullable<ShownStep["waits"]>): string {
  const parts = [
    days > 0 ? t("scenarios.days", { count: days }) : "",
    hours > 0 || days === 0 ? t("scenarios.hours", { count: hours }) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
