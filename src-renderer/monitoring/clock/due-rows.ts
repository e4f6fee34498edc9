import { textOr, translate } from "../../components/index.ts";
import type { Detail } from "../types.ts";

export type Due = Detail["due"][number];
export type Several = readonly [Due, Due, ...Due[]];
/** A seal that is decided by a step that the run follows: the clock does not trigger it. */
export const waitsForStep = ({ waits }: Due): boolean => waits?.why === "step";

/**
 * Whether the run's clock triggers it: not items on the machine's time, or those that wait for a step or a newer
 * release.
 */
export const byClock = (item: Due): boolean => !item.wall && item.kind !== "unknown" && !waitsForStep(item);

/** The next item on the run's clock. */
export const nextOf = (due: readonly Due[]): Due | null => inOrder(due).find(byClock) ?? null;

/** Retries on the machine's time first, then the clock's items, next first. */
function inOrder(due: readonly Due[]): readonly Due[] {
  return due.toSorted((a, b) => Number(b.wall) - Number(a.wall) || a.at - b.at);
}

/** Due items, next first; two or more callbacks are grouped at the place of the first. */
export function gatherCallbacks(due: readonly Due[]): readonly (Due | Several)[] {
  const sorted = inOrder(due);
  const [first, second, ...more] = sorted.filter(({ kind }) => kind === "callback");
  if (first === undefined || second === undefined) return sorted;
  return sorted
    .filter((item) => item === first || item.kind !== "callback")
    .map((item) => (item === first ? [first, second, ...more] : item));
}

/** `Reminder to bob`, `Time-out`, `Callback: completed`, `Callback “contract-sent”, attempt 2`. */
export function dueName(due: Due): string {
  const { participant, event, callbackName, document, action, attempt } = due;
  const key =
    callbackName !== null
      ? "due.callback_named"
      : event !== null
        ? "due.callback_of"
        : participant !== null
          ? `due.${due.kind}_to`
          : document !== null
            ? `due.${due.kind}_of`
            : action !== null
              ? `due.${due.kind}_${action}`
              : `due.${due.kind}`;
  const eventName = event === null ? null : textOr(`due.event.${event}`, event);
  const values = { participant, event: eventName, name: callbackName, document };
  const what = textOr(key, translate(`due.${due.kind}`), values);
  return attempt > 1 ? translate("due.again", { what, attempt }) : what;
}

/** Why it is not done yet: `Waits for space on the disk`. */
export function waitName({ why }: NonNullable<Due["waits"]>): string {
  return textOr(`due.waits.${why}`, translate("due.waits.other"));
}
