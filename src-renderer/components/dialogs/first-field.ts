/** The first field; in a group of options, the selected one. */
const FIELD = "input:not([type=radio]), input:checked, select, textarea";

/** The first focus in a dialog or form: its first visible field, else the element that it marks; null: neither. */
export function firstIn(place: HTMLElement | null): HTMLElement | null {
  const shown = (selector: string) =>
    [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])].find((found) => found.closest("[hidden]") === null);
  return shown(FIELD) ?? shown("[data-focus-first]") ?? null;
}
