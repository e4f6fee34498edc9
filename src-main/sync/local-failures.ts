import { isOfStore, StoreError, TROUBLE_IN_WORDS, troubleOf } from "../store/index.ts";

/** A sentence for a failure of this program or machine, not of the account (law 9). */
export function localFailureMessage(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  const trouble = troubleOf(error);
  if (trouble !== null) return `The sync ended here: ${TROUBLE_IN_WORDS[trouble]}.`;
  const what = error instanceof Error ? error.message : String(error);
  return `Countersign failed on this machine, and the account is not the cause: ${what}`;
}

/** Whether the failure affects everything that follows, not one item alone. */
export const stopsEverything = (error: unknown): boolean => isOfStore(error) || troubleOf(error) !== null;
