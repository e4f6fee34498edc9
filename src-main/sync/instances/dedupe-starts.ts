import { fail, type Result, type StartThere } from "../../host/index.ts";
import type { StoreReads } from "../../store/index.ts";

/**
 * Rejects a second start of the same flow and account while one is running [Y10]: a reloaded page does not show it, and
 * real people would get mail twice.
 */
export function dedupeStarts({ remotes }: Pick<StoreReads, "remotes">) {
  const starting = new Map<string, symbol>();
  return async <T>(
    [account, draft]: readonly [account: string, draft: string],
    given: StartThere,
    start: (given: StartThere) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    // It may get another name meanwhile.
    const of = remotes.accountByName(account)?.key ?? account;
    const [which, mine] = [JSON.stringify([of, draft]), Symbol(draft)];
    if (given.dryRun === true) return start(given);
    if (starting.has(which)) return fail("conflict_error", underWay(account));
    starting.set(which, mine);
    const over = () => {
      if (starting.get(which) === mine) starting.delete(which);
    };
    const began = (run: string) => {
      over();
      given.began?.(run);
    };
    return start({ ...given, began }).finally(over);
  };
}

const underWay = (account: string): string =>
  `Nothing was started: this flow is being started on “${account}” already. Wait for that, or cancel it in the view Sync, then start again.`;
