import type { Workspace } from "../workspace/index.ts";

/** What the ledger says of a request that is listed, until it was answered. */
export const NO_ANSWER = "no answer yet";
const ENDED = "Countersign ended before an answer came";

/** Lines that a program which ends leaves without a result are fewer: those of 128 runs at once. */
const MOST_OPEN = 1_000;

/**
 * Says of requests that were listed when an earlier program ended, and perhaps did not go out any more, that nobody waits for
 * their answers [Y16]. Looks decide what became of them [Y9, Y11].
 * @param last the number of the latest line of that program
 */
export async function endUnanswered(
  { reads, engine }: Pick<Workspace, "reads" | "engine">,
  last: number,
): Promise<void> {
  const lines = reads.ledger.outboundWith(NO_ANSWER, last, MOST_OPEN);
  if (lines.length === 0) return;
  await engine.transact((tx) => {
    for (const line of lines) tx.ledger.setOutboundResult(line, ENDED);
  });
}
