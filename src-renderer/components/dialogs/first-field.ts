/** The first thing to fill in; of a choice among several, what is chosen. */
const FIELD = "input:not([type=radio]), input:checked, select, textarea";

/** What has the focus first in a dialog or form: its first field that is shown, else what it names itself; null: neither. */
export function firstIn(place: HTMLElement | null): HTMLElement | null {
  const shown = (selector: string) =>
    [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])].find((found) => found.closest("[hidden]") === null);
  return shown(FIELD) ?? shown("[data-focus-first]") ?? null;
}
