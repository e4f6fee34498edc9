import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { reasonText } from "../language/i18n.ts";
import { notify, notifyError } from "../notices/notify.ts";

type Outcome = OutputOf<"sync.runs.start">;

/** Says what stands in the way of a start or a command; nothing where it was done. @returns whether it was done */
export function tellOutcome({ refused, perhaps, unreachable }: Outcome, title: string): boolean {
  const [problem] = [...refused, ...perhaps];
  const why = unreachable ?? problem?.why ?? null;
  if (why === null) return true;
  if (unreachable === null) notifyError(title, { message: reasonText(why) });
  else notify(title, reasonText(why));
  return false;
}
