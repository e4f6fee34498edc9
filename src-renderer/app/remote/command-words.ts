import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";

type AskedCommand = OutputOf<"sync.runs.get">["commands"][number];

/** People whom a line names; more are counted. */
const NAMED = 6;

/** What the first command that waits waits for: that its account can be used, the end of other work with it, or a sync. */
type WaitsFor = "stopped" | "turn" | "waiting";

/** What commands to runs of an account, by its name, wait for now [Y11]. */
export function useWaitsFor(account: string): WaitsFor {
  const accounts = useCall("sync.accounts.list", {}, ["account"]).value?.items ?? [];
  const found = accounts.find(({ name }) => name === account);
  if (found === undefined) return "waiting";
  if (found.activity.running) return "turn";
  return found.stopped === null ? "waiting" : "stopped";
}

/** What a command waits for, as a clause: wherever it is listed, in the same words. */
export const waitingWords = (t: Translate, { behind }: Pick<AskedCommand, "behind">, waitsFor: WaitsFor): string =>
  t(`remoteRuns.commandState.${behind && waitsFor !== "stopped" ? "behind" : waitsFor}`);

/** What becomes of a command without an answer, and from when [Y11]. @param until writes the end of a wait as a time of day */
export function unansweredWords(
  t: Translate,
  { againFrom }: Pick<AskedCommand, "againFrom">,
  until: (instant: number) => string,
): string {
  return againFrom === null ? t("sync.commandDo.sendingOnce") : t("sync.commandDo.sending", { when: until(againFrom) });
}

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
