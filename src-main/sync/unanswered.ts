import type { StoreReads } from "../store/index.ts";
import { type Workspace, write } from "../workspace/index.ts";
import { whyMaybeCreated } from "./drafts/new-drafts.ts";

/** What the ledger says of a request that is listed, until it was answered. */
export const NO_ANSWER = "no answer yet";
const ENDED = "Countersign ended before an answer came";

/** Lines that a program which ends leaves without a result are fewer: those of 128 runs at once. */
const MOST_OPEN = 1_000;

/**
 * Marks requests of an earlier process as unanswered: nobody waits for them any more [Y16]. Polls decide what became of
 * them [Y9, Y11].
 * @param last the number of the latest line of that program
 */
export async function closeUnanswered(
  { reads, engine }: Pick<Workspace, "reads" | "engine">,
  last: number,
): Promise<void> {
  const lines = reads.ledger.outboundWith(NO_ANSWER, last, MOST_OPEN);
  if (lines.length === 0) return;
  await engine.transact((tx) => {
    for (const line of lines) tx.ledger.setOutboundResult(line, ENDED);
  });
}

/**
 * Creates that an earlier process sent without an answer may exist: they are not sent again until their author, or a
 * list, tells [Y9].
 */
export async function askAboutCreates(workspace: Workspace): Promise<void> {
  const { reads, sentTimes } = workspace;
  const left = ({ remotes }: Pick<StoreReads, "remotes">, accountKey: string) =>
    remotes.unanswered(accountKey).filter(({ state, localKey }) => state === "sending" && !sentTimes.isOut(localKey));
  for (const { key, level } of reads.remotes.accounts()) {
    if (left(reads, key).length === 0) continue;
    await write(workspace, "account", key, (tx) => {
      for (const mapping of left(tx, key))
        tx.remotes.putMapping({ ...mapping, state: "perhaps_sent", why: whyMaybeCreated(level === "full") });
    });
  }
}
