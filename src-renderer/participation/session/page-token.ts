import { csrfTokenOf, type Place } from "./page-address.ts";

const HANDED_OVER = /^#session=([\w-]+)$/;

const keyOf = ({ instanceId, participantId }: Place) => `countersign.session.${instanceId}.${participantId}`;

/**
 * The half of the session that only the page holds: cookies are sent to every port of this machine, and are useless
 * without it. It arrives behind the `#` of the access link's redirect, and stays with the tab.
 * @returns null in a tab that was not opened by the link, unless an older browser's cookie replaces it.
 */
export function takePageToken(
  place: Place,
  page: Pick<Window, "location" | "history">,
  storage: Pick<Storage, "getItem" | "setItem">,
  cookies: string,
): string | null {
  const [, given] = HANDED_OVER.exec(page.location.hash) ?? [];
  if (given !== undefined) {
    storage.setItem(keyOf(place), given);
    page.history.replaceState(null, "", page.location.pathname);
  }
  return storage.getItem(keyOf(place)) ?? csrfTokenOf(cookies, place.participantId);
}
