import { isOfStore, StoreError, TROUBLE_IN_WORDS, troubleOf } from "../store/index.ts";

/** What came to nothing by a fault of this program or machine, and by none of the account, in a sentence (law 9). */
export function localFailureMessage(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  const trouble = troubleOf(error);
  if (trouble !== null) return `The sync ended here: ${TROUBLE_IN_WORDS[trouble]}.`;
  const what = error instanceof Error ? error.message : String(error);
  return `Countersign failed on this machine, and the account is not the cause: ${what}`;
}

/** Whether it meets everything that is done next, and not one thing alone. */
export const stopsEverything = (error: unknown): boolean => isOfStore(error) || troubleOf(error) !== null;
