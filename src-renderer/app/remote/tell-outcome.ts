import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { reasonText } from "../language/i18n.ts";
import { notifyError } from "../notices/notify.ts";

type Outcome = Omit<OutputOf<"sync.runs.start">, "run">;

/**
 * The notes about the action itself or its whole account, without those of other work, such as a waiting change of the
 * data retention.
 */
const own = (notes: Outcome["refused"]): Outcome["refused"] =>
  notes.filter(({ about }) => about === undefined || about.kind === "account");

/** The note that it may have been done; empty: it was, or was not. */
export const perhapsOf = ({ perhaps }: Outcome): Outcome["perhaps"] => own(perhaps);

/** Why a request to an account was not done, for any reason; null: it was done, or may have been. */
export function whyNotDone({ failed, unreachable, refused, done }: Outcome): string | null {
  // A failure after it was done does not undo it.
  return own(refused)[0]?.why ?? (done.length > 0 ? null : (failed ?? unreachable));
}

/** Reports that something may have happened, whatever failed after it. @param title what may have happened */
export function tellPerhaps(outcome: Outcome, title: string): void {
  // Earlier waiting items come first.
  const last = perhapsOf(outcome).at(-1);
  if (last !== undefined) notifyError(title, { message: reasonText(last.why) }, last.run);
}
