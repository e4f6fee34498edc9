import { useEffect } from "react";
import { replaceRoute, useRoute } from "../app/index.ts";
import type { AnalysisView } from "./language/analysis-view.ts";
import { useSession } from "./session/use-session.ts";

/**
 * A search leads to a person in the text, once.
 * @param showText brings the text into sight
 */
export function useAskedPerson(analysis: AnalysisView | null, showText: () => void): void {
  const session = useSession();
  const { id, query } = useRoute();
  const asked = query.person;
  useEffect(() => {
    if (asked === undefined || analysis === null) return;
    const person = analysis.outline.participants.find(({ name }) => name === asked);
    replaceRoute("flows", id, {});
    showText();
    // After the text has come into sight: what is hidden takes no focus.
    if (person) requestAnimationFrame(() => session.reveal(person.range));
  }, [asked, analysis, id, session, showText]);
}
