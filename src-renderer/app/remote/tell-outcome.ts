import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { reasonText } from "../language/i18n.ts";
import { notifyError } from "../notices/notify.ts";

type Outcome = Omit<OutputOf<"sync.runs.start">, "run">;

/** What is told of the act itself or of its whole account, and not of what went with it, such as a change of the data retention that waited. */
const own = (notes: Outcome["refused"]): Outcome["refused"] =>
  notes.filter(({ about }) => about === undefined || about.kind === "account");

/** That it was perhaps done; empty: it was, or was not. */
export const perhapsOf = ({ perhaps }: Outcome): Outcome["perhaps"] => own(perhaps);

/** Why something that an account was asked for was not done, whoever's fault it is; null: it was, or perhaps. */
export function whyNotDone({ failed, unreachable, refused, done }: Outcome): string | null {
  // What failed after it was done does not undo it.
  return own(refused)[0]?.why ?? (done.length > 0 ? null : (failed ?? unreachable));
}

/** Says that something perhaps happened, whatever failed after it. @param title what perhaps happened */
export function tellPerhaps(outcome: Outcome, title: string): void {
  // What waited before it was asked for first.
  const last = perhapsOf(outcome).at(-1);
  if (last !== undefined) notifyError(title, { message: reasonText(last.why) }, last.run);
}
