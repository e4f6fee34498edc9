import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { reasonText } from "../language/i18n.ts";
import { notify, notifyError } from "../notices/notify.ts";

type Outcome = OutputOf<"sync.runs.start">;

/** What is told of the act itself, and not of what went with it, such as a change of the data retention that waited. */
const own = (notes: Outcome["refused"]): Outcome["refused"] => notes.filter(({ about }) => about === undefined);

/** That it was perhaps done; empty: it was, or was not. */
export const perhapsOf = ({ perhaps }: Outcome): Outcome["perhaps"] => own(perhaps);

/** Why something that an account was asked for was not done, whoever's fault it is; null: it was, or perhaps. */
export function whyNotDone({ failed, unreachable, refused, done }: Outcome): string | null {
  // What failed after it was done does not undo it.
  return own(refused)[0]?.why ?? (done.length > 0 ? null : (failed ?? unreachable));
}

/** Says that something perhaps happened, whatever failed after it. @param title what perhaps happened */
export const tellPerhaps = (outcome: Outcome, title: string): boolean =>
  tellOutcome({ ...outcome, unreachable: null, failed: null, refused: [] }, title);

/**
 * Says what stands in the way of a start or a command; nothing where it was done.
 * @param perhaps the title where it got no answer: it may have been done
 * @param failed the title where it was not done
 * @returns whether it was done
 */
export function tellOutcome(outcome: Outcome, perhaps: string, failed = perhaps): boolean {
  const not = whyNotDone(outcome);
  // What waited before it was asked for first.
  const why = not ?? perhapsOf(outcome).at(-1)?.why ?? null;
  if (why === null) return true;
  const title = not === null ? perhaps : failed;
  if (outcome.failed !== null || outcome.unreachable === null) notifyError(title, { message: reasonText(why) });
  else notify(title, reasonText(why));
  return false;
}
