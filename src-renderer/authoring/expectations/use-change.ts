import type { ExpectationsChange } from "../../../src-shared/foresight/index.ts";
import { translate } from "../../components/index.ts";
import { askLanguage } from "../language/ask-language.ts";
import { useSession } from "../session/use-session.ts";

/**
 * Changes the text of the expectations by the smallest edits, as one undo step. On failure it notifies, returns false
 * and leaves the text unchanged. `seen` is the text whose items the change is about; null: it adds one.
 */
export function useChangeExpectations(): (change: ExpectationsChange, seen: string | null) => Promise<boolean> {
  const session = useSession();
  return (change, seen) =>
    session
      .companion("expectations")
      .change((text) => askLanguage("editExpectations", { text, change }), translate("expect.fixTextFirst"), seen);
}
