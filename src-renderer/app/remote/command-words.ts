import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";

type AskedCommand = OutputOf<"sync.runs.get">["commands"][number];

/** Most people named in a line; more are counted. */
const NAMED = 6;

/** The obstacle of the first waiting command: an unusable account, other work on it, or the next sync. */
type WaitsFor = "stopped" | "turn" | "waiting";

/** What commands to runs of an account, by its name, currently wait for [Y11]. */
export function useWaitsFor(account: string): WaitsFor {
  const accounts = useCall("sync.accounts.list", {}, ["account"]).value?.items ?? [];
  const found = accounts.find(({ name }) => name === account);
  if (found === undefined) return "waiting";
  if (found.activity.running) return "turn";
  return found.stopped === null ? "waiting" : "stopped";
}

/** What a command waits for, as a clause: the same words wherever it is listed. */
export const waitingWords = (t: Translate, { behind }: Pick<AskedCommand, "behind">, waitsFor: WaitsFor): string =>
  t(`remoteRuns.commandState.${behind && waitsFor !== "stopped" ? "behind" : waitsFor}`);

/**
 * The next step for a command without an answer, and its time [Y11]. @param until formats the end of a wait as a time
 * of day
 */
export function unansweredWords(
  t: Translate,
  { againFrom }: Pick<AskedCommand, "againFrom">,
  until: (instant: number) => string,
): string {
  return againFrom === null ? t("sync.commandDo.sendingOnce") : t("sync.commandDo.sending", { when: until(againFrom) });
}

/** A command in words: for an extension the days, for a reminder the people [Y11]. */
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
