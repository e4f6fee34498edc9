import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";

type AskedCommand = OutputOf<"sync.runs.get">["commands"][number];

/** People whom a line names; more are counted. */
const NAMED = 6;

/** What an account was asked for: of an extension the days, of a reminder the people [Y11]. */
export function commandWords(
  t: Translate,
  { kind, days, participants }: Pick<AskedCommand, "kind" | "days" | "participants">,
): string {
  if (days !== null) return t("remoteRuns.extendBy", { count: days });
  const words = t(`remoteRuns.command.${kind}`);
  if (participants.length === 0) return words;
  const first = marksShown(participants.slice(0, NAMED).join(", "));
  const left = participants.length - NAMED;
  return `${words}: ${left > 0 ? `${first} ${t("common.more", { count: left })}` : first}`;
}
