import { csrfTokenOf, type Place } from "./page-address.ts";

const HANDED_OVER = /^#session=([\w-]+)$/;

const keyOf = ({ instanceId, participantId }: Place) => `countersign.session.${instanceId}.${participantId}`;

/**
 * The half of the session that the page alone holds: cookies go to every port of this machine, and theirs is worth nothing
 * without it. It comes behind the `#` of the access link's redirect, and stays with the tab.
 * @returns null in a tab that was not opened by the link, where no older browser's cookie stands in.
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
