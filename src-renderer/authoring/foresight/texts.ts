import { acceptance, type PlacedAcceptance, type ShownRun } from "../../../src-shared/foresight/index.ts";
import type { Translate } from "../../components/index.ts";
import type { ForeseenFinding, ForeseenOutcome, PlacedFinding } from "./foreseen.ts";

/** How it ends, and who or what ends it. */
export function outcomeText(t: Translate, { status, stage, last }: ForeseenOutcome): string {
  switch (status) {
    case "completed":
      return t("foresight.ends.completed");
    case "failed":
      if (last?.does !== "rejects") return t("foresight.ends.failed", { stage });
      return last.who === undefined
        ? t("foresight.ends.declinedByAuthor")
        : t("foresight.ends.declined", { who: last.who });
    case "timed_out":
      return t("foresight.ends.timedOut", { stage });
    case "canceled":
      return t("steps.cancel");
  }
}

/** The latest end of the flow: its name and time. Only a flow that waits for nobody surely finishes. */
export function latestEnd(t: Translate, { latest }: { readonly latest: number }): readonly [name: string, day: string] {
  return latest === 0
    ? [t("foresight.latest"), t("foresight.sameDay")]
    : [t("foresight.timesOut"), t("foresight.afterDays", { count: latest })];
}

/** The numbers of the findings, each with the place of its finding and the numbers that it has a run for. */
export function figuresIn(findings: readonly ForeseenFinding[]) {
  const all = findings.flatMap(({ figures, shows }, at) => (figures === null ? [] : [{ ...figures, shows, at }]));
  const people = all.flatMap((one) => (one.kind === "messages" ? one : []));
  return { days: all.find((one) => one.kind === "days") ?? null, people };
}

interface MessagesOf {
  readonly who: string;
  readonly shows: ForeseenFinding["shows"];
}

/** The title of a run about somebody's messages; `all`: the title of all their runs. */
export function runTitle(t: Translate, { who, shows }: MessagesOf, one: ShownRun["shows"] | "all"): string {
  if (one === "all" || one === "earliest" || one === "latest" || shows.length === 1)
    return t("foresight.runs.messages", { who });
  return t(`foresight.runs.${one}`, { who });
}

const WEIGHT = { error: 0, warning: 1, hint: 2, information: 3 } as const;

/**
 * Findings by section: people whom the flow needs and who can get stuck; then the others, worst first. Accepted ones
 * are separate.
 */
export function findingParts(findings: readonly ForeseenFinding[], accept: readonly PlacedAcceptance[] = []) {
  const all = findings.map((finding, at): PlacedFinding => ({ finding, at }));
  const accepted = all.flatMap((row) => {
    const accepting = acceptance(row.finding, accept);
    return accepting === undefined ? [] : [{ ...row, acceptance: accepting }];
  });
  const isAccepted = new Set(accepted.map(({ at }) => at));
  const rows = all.filter(({ at }) => !isAccepted.has(at));
  const of = (...ids: readonly ForeseenFinding["id"][]) => rows.filter(({ finding }) => ids.includes(finding.id));
  const others = rows
    .filter(({ finding }) => !["X112", "X103", "X109", "X113"].includes(finding.id))
    .toSorted((a, b) => WEIGHT[a.finding.severity] - WEIGHT[b.finding.severity]);
  return { needed: of("X112"), people: [...of("X112"), ...of("X103"), ...of("X109")], others, accepted };
}
