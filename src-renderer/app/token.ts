const STORED = "countersign.token";

/**
 * The token that the headless shell put into the page's address. Moved to the tab's own storage and out of the
 * address, so that it reaches neither the browser's history nor a copied link. Empty in a tab that was opened from
 * another one: there the cookie that came with the first address speaks.
 */
export function takeToken(page: Pick<Window, "location" | "history" | "sessionStorage">): string {
  const address = new URL(page.location.href);
  const given = address.searchParams.get("token");
  if (given) {
    page.sessionStorage.setItem(STORED, given);
    address.searchParams.delete("token");
    page.history.replaceState(null, "", address.pathname + address.search + address.hash);
    return given;
  }
  return page.sessionStorage.getItem(STORED) ?? "";
}

/** A token that opens nothing any more is not offered again. */
export function forgetToken(page: Pick<Window, "sessionStorage">): void {
  page.sessionStorage.removeItem(STORED);
}
