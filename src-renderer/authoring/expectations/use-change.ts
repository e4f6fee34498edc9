import type { ExpectationsChange } from "../../../src-shared/foresight/index.ts";
import { tell } from "../../app/index.ts";
import { readOnlyReason, translate } from "../../components/index.ts";
import { askLanguage } from "../language/ask-language.ts";
import { useSession } from "../session/use-session.ts";

/**
 * Changes the text of the expectations by the smallest edits, as one step of undo. False, and why told, where it could not
 * be done; the text is then untouched.
 */
export function useChangeExpectations(): (change: ExpectationsChange) => Promise<boolean> {
  const session = useSession();
  return async (change) => {
    const readOnly = readOnlyReason();
    if (readOnly !== null) {
      tell(readOnly);
      return false;
    }
    const expectations = session.companion("expectations");
    const text = expectations.text();
    const edits = await askLanguage("editExpectations", { text, change });
    const isDone = edits !== null && expectations.applyEdits(text, edits);
    if (!isDone) tell(translate(edits === null ? "expect.fixTextFirst" : "change.stale"));
    return isDone;
  };
}
