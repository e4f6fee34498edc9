import type { CheckedDraft } from "../../language/index.ts";
import type { CommandOf } from "../model/index.ts";

/**
 * The start of a flow that is not run for real: for forecasts and the check. Its documents need not exist.
 * @param timeZone IANA name, for a draft without one of its own
 * @param authentication false: nobody authenticates, because nobody is there to answer
 */
export function rehearsalStart(
  draft: CheckedDraft,
  { timeZone, authentication }: { readonly timeZone: string; readonly authentication: boolean },
): CommandOf<"start"> {
  const { participants, documents } = draft.parameters;
  const people = authentication
    ? participants
    : participants.map((person) => ({ ...person, authToView: null, authToSign: null }));
  return {
    type: "start",
    draft: { ...draft, parameters: { ...draft.parameters, participants: people } },
    participantIds: participants.map((_, index) => String(index)),
    documents: Object.keys(documents).map((name) => ({ name, documentId: name, sha256: "", title: name, pages: 1 })),
    timeZone: draft.settings.timeZone ?? timeZone,
    recordEndUserInfo: false,
  };
}
