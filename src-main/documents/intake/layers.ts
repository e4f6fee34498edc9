import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from "pdf-lib";

/**
 * Layers (optional content, ISO 32000-1, 8.11) keep the state that the screen shows when the document is opened: nothing
 * changes them for paper, by zoom or by language, and a reader is offered no switch.
 */

const name = (text: string): PDFName => PDFName.of(text);
const KEPT = ["OCGs", "D"].map(name);
const KEPT_OF_DEFAULT = ["BaseState", "ON", "OFF", "Intent", "Locked"].map(name);

/** Answers whether the dictionary had layers that could change. */
export function freezeLayers(dict: PDFDict, context: PDFContext): boolean {
  let changed = nameUnder(dict, "Type") === "OCG" && dict.delete(name("Usage"));
  if (!dict.has(name("OCProperties"))) return changed;
  const properties = dict.lookup(name("OCProperties"));
  if (!(properties instanceof PDFDict)) return dict.delete(name("OCProperties"));
  const groups = itemsOf(properties.lookup(name("OCGs")));
  let state = properties.lookup(name("D"));
  if (!(state instanceof PDFDict)) {
    state = context.obj({});
    properties.set(name("D"), state);
    changed = true;
  }
  if (!(state instanceof PDFDict)) return changed;
  if (freezeState(state, groups, context)) changed = true;
  for (const key of properties.keys()) if (!KEPT.includes(key)) changed = properties.delete(key) || changed;
  for (const group of groups) {
    const found = context.lookup(group);
    if (found instanceof PDFDict) changed = found.delete(name("Usage")) || changed;
  }
  return changed;
}

function freezeState(state: PDFDict, groups: readonly PDFObject[], context: PDFContext): boolean {
  let changed = false;
  const shown = shownOnScreen(state, context);
  if (shown.size > 0) {
    const on = groups.filter((group) => shown.get(group) === true);
    const off = groups.filter((group) => shown.get(group) === false);
    const others = (key: string): PDFObject[] => itemsOf(state.lookup(name(key))).filter((group) => !shown.has(group));
    state.set(name("ON"), context.obj([...others("ON"), ...on]));
    state.set(name("OFF"), context.obj([...others("OFF"), ...off]));
    changed = true;
  }
  if (nameUnder(state, "BaseState") === "Unchanged") changed = state.delete(name("BaseState")) || changed;
  for (const key of state.keys()) if (!KEPT_OF_DEFAULT.includes(key)) changed = state.delete(key) || changed;
  if (!sameItems(itemsOf(state.lookup(name("Locked"))), groups)) {
    state.set(name("Locked"), context.obj([...groups]));
    changed = true;
  }
  return changed;
}

/** The groups whose state the screen sets, as `AS` asks for: by what `Usage` says of viewing. */
function shownOnScreen(state: PDFDict, context: PDFContext): ReadonlyMap<PDFObject, boolean> {
  const shown = new Map<PDFObject, boolean>();
  for (const entry of itemsOf(state.lookup(name("AS"))).map((item) => context.lookup(item))) {
    if (!(entry instanceof PDFDict) || nameUnder(entry, "Event") !== "View") continue;
    if (!itemsOf(entry.lookup(name("Category"))).includes(name("View"))) continue;
    for (const group of itemsOf(entry.lookup(name("OCGs")))) {
      const view = at(context.lookup(group), "Usage", "View");
      const wanted = view instanceof PDFDict ? nameUnder(view, "ViewState") : "";
      if (wanted === "ON" || wanted === "OFF") shown.set(group, wanted === "ON");
    }
  }
  return shown;
}

function at(from: PDFObject | undefined, ...keys: readonly string[]): PDFObject | undefined {
  return keys.reduce((object, key) => (object instanceof PDFDict ? object.lookup(name(key)) : undefined), from);
}

function nameUnder(dict: PDFDict, key: string): string {
  const value = dict.lookup(name(key));
  return value instanceof PDFName ? value.decodeText() : "";
}

function itemsOf(object: PDFObject | undefined): readonly PDFObject[] {
  return object instanceof PDFArray ? object.asArray() : [];
}

function sameItems(a: readonly PDFObject[], b: readonly PDFObject[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
