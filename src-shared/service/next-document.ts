import type { ProcessSettings } from "../language/index.ts";

/**
 * The document that a participant's page opens by itself after an act [G15] [interface 2.7]: `last_action` when one act is
 * left, `always` while any is, `never` none; null for none.
 * @param awaited the document of each act that the participant has left, in their order
 */
export function nextDocument(
  mode: ProcessSettings["automaticDocumentRedirects"],
  awaited: readonly string[],
): string | null {
  const opens = mode === "always" || (mode === "last_action" && awaited.length === 1);
  return opens ? (awaited[0] ?? null) : null;
}
