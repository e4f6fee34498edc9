import {
  type Authenticates,
  endStatuses,
  type Label,
  type Names,
  ownLabels,
  ownWords,
  type ScenarioStep,
  shownStep,
  stepOf,
  type WrittenStep,
  writtenStep,
} from "../../../src-shared/foresight/index.ts";
import { ownStepText, stepText } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** A choice in the menu that adds to a list: one entry, or several. */
export interface ScriptChoice {
  readonly label: string;
  readonly entries: readonly WrittenStep[];
}

/**
 * By list: what the flow asks of somebody, and their alternatives; `null` is the list of what may follow, for which the
 * text allows more.
 */
export function choicesIn(t: Translate, names: Names): ReadonlyMap<string | null, readonly ScriptChoice[]> {
  const own = [...ownLabels(names)].map(
    ([who, labels]) => [who, labels.flatMap((label) => choicesOf(t, who, label, names))] as const,
  );
  return new Map<string | null, readonly ScriptChoice[]>([...own, [null, choicesAfter(t)]]);
}

function choicesOf(t: Translate, who: string, label: Label, { asks }: Names): readonly ScriptChoice[] {
  const choice = { label: ownStepText(t, stepOf(label)), entries: [ownWords(label, who)] };
  if (label.kind !== "authenticate") return [choice];
  const asked = (label.to === undefined ? asks?.authenticates : asks?.views)?.find((each) => each.who === who);
  return asked === undefined ? [choice] : [choice, ...laterTries(t, label, asked)];
}

/** Failed tries before that, without a lock-out: of the attempt or, by SMS, of the code. */
function laterTries(
  t: Translate,
  label: Extract<Label, { kind: "authenticate" }>,
  { who, byCode, tries }: Authenticates,
): readonly ScriptChoice[] {
  const before: Label = { ...label, kind: byCode ? "mistype" : "fail_authentication" };
  return ([2, 3] as const)
    .filter((nth) => nth <= tries)
    .map((nth) => {
      const step = t(`scripts.authenticatesAt.${nth}`);
      return {
        label: label.to === undefined ? step : t("steps.toView", { step }),
        entries: [...Array.from({ length: nth - 1 }, () => ownWords(before, who)), ownWords(label, who)],
      };
    });
}

function choicesAfter(t: Translate): readonly ScriptChoice[] {
  const steps: readonly ScenarioStep[] = [
    ...endStatuses.map((status): ScenarioStep => ({ kind: "expect", fact: { kind: "ends", status }, not: false })),
    { kind: "expect", fact: { kind: "ends", status: "completed" }, not: true },
    ...(["time_out", "cancel"] as const).map(
      (kind): ScenarioStep => ({ kind: "label", label: { kind } satisfies Label }),
    ),
  ];
  return steps.map((step) => ({ label: stepText(t, shownStep(step)), entries: [writtenStep(step)] }));
}
