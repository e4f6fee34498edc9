import {
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

/** What the menu of a list adds: one entry, or several. */
export interface ScriptChoice {
  readonly label: string;
  readonly entries: readonly WrittenStep[];
}

/** By list: what the flow asks of somebody, and what they can do instead; `null` is what may follow, and the text can say more. */
export function choicesIn(t: Translate, names: Names): ReadonlyMap<string | null, readonly ScriptChoice[]> {
  const own = [...ownLabels(names)].map(
    ([who, labels]) => [who, labels.flatMap((label) => choicesOf(t, who, label, names.asks?.tries[who] ?? 1))] as const,
  );
  return new Map<string | null, readonly ScriptChoice[]>([...own, [null, choicesAfter(t)]]);
}

function choicesOf(t: Translate, who: string, label: Label, tries: number): readonly ScriptChoice[] {
  const choice = { label: ownStepText(t, stepOf(label)), entries: [ownWords(label, who)] };
  return label.kind === "authenticate" ? [choice, ...laterTries(t, who, tries)] : [choice];
}

/** @param tries that somebody has before they are locked out */
function laterTries(t: Translate, who: string, tries: number): readonly ScriptChoice[] {
  const words = (kind: "authenticate" | "fail_authentication") => ownWords({ kind, who }, who);
  return ([2, 3] as const)
    .filter((nth) => nth <= tries)
    .map((nth) => ({
      label: t(`scripts.authenticatesAt.${nth}`),
      entries: [...Array.from({ length: nth - 1 }, () => words("fail_authentication")), words("authenticate")],
    }));
}

function choicesAfter(t: Translate): readonly ScriptChoice[] {
  const ends = ["completed", "failed", "canceled", "timed_out"] as const;
  const steps: readonly ScenarioStep[] = [
    ...ends.map((status): ScenarioStep => ({ kind: "expect", fact: { kind: "ends", status }, not: false })),
    { kind: "expect", fact: { kind: "ends", status: "completed" }, not: true },
    ...(["time_out", "cancel"] as const).map(
      (kind): ScenarioStep => ({ kind: "label", label: { kind } satisfies Label }),
    ),
  ];
  return steps.map((step) => ({ label: stepText(t, shownStep(step)), entries: [writtenStep(step)] }));
}
