import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { pointer } from "../language/raw-value.ts";
import type { OutlineContext } from "./context.ts";
import type { Item, Path } from "./item.ts";
import { parameterItems } from "./parameter-items.ts";
import { remindersItem } from "./reminder-items.ts";
import { callbackItems, settingsItem, titleItems } from "./setting-items.ts";
import { stagesItem } from "./stage-items.ts";

/** The whole flow, part by part. */
export const flowItems = (context: OutlineContext): readonly Item[] => [
  ...titleItems(context),
  stagesItem(context),
  ...parameterItems(context),
  remindersItem(context),
  ...callbackItems(context),
  settingsItem(context),
];

/** A visible item, and its place in the tree. */
export interface Row {
  readonly item: Item;
  /** From 1. */
  readonly level: number;
  /** Its place among its siblings from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  /** Index of the parent row, else null. */
  readonly parent: number | null;
  /** null: it has no children. */
  readonly open: boolean | null;
}

/** The rows of a tree with these items open, in visual order. */
export function rowsOf(items: readonly Item[], open: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = [];
  const put = (list: readonly Item[], level: number, parent: number | null) => {
    list.forEach((item, at) => {
      const isOpen = item.children === undefined ? null : open.has(item.key);
      const index = rows.length;
      rows.push({ item, level, position: at + 1, siblings: list.length, parent, open: isOpen });
      if (isOpen && item.children) put(item.children(), level + 1, index);
    });
  };
  put(items, 1, null);
  return rows;
}

/** All items that can be opened. */
export function openable(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) => (item.children ? [item.key, ...openable(item.children())] : []));
}

/** The path of a row in the text, or of its nearest written ancestor; null for neither. */
export function pathAt(rows: readonly Row[], index: number): Path | null {
  for (let at: number | null = index; at !== null; at = rows[at]?.parent ?? null) {
    const path = rows[at]?.item.path ?? null;
    if (path !== null) return path;
  }
  return null;
}

/** The problems shown in a row. */
export type Problems = (index: number) => readonly Diagnostic[];

const pointers = new WeakMap<Item, readonly string[]>();

/** An item's places, as pointers of diagnostics. */
function pointersOf(item: Item): readonly string[] {
  const known = pointers.get(item);
  if (known) return known;
  const { path, alsoAt = [] } = item;
  const made = (path === null ? alsoAt : [path, ...alsoAt]).map(pointer);
  pointers.set(item, made);
  return made;
}

const NONE: readonly Diagnostic[] = [];

/** By row: the problems at its place in the text, and those below it that no other row shows. */
export function problemsOf(rows: readonly Row[], diagnostics: readonly Diagnostic[]): Problems {
  if (diagnostics.length === 0) return () => NONE;
  const at = new Map<string, number>();
  // The innermost row is the nearest, and comes later.
  rows.forEach(({ item }, index) => {
    for (const place of pointersOf(item)) at.set(place, index);
  });
  const found = new Map<number, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    let place = diagnostic.pointer;
    while (place !== "" && !at.has(place)) place = place.slice(0, place.lastIndexOf("/"));
    const index = at.get(place);
    if (index === undefined) continue;
    const earlier = found.get(index);
    if (earlier) earlier.push(diagnostic);
    else found.set(index, [diagnostic]);
  }
  return (index) => found.get(index) ?? NONE;
}

/** The next row whose name begins with the typed letters, searching from the focused row and wrapping around. */
export function rowNamed(rows: readonly Row[], from: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  // The first letter moves to the next row; more letters may still match the same row.
  const first = typed.length === 1 ? 1 : 0;
  for (let step = first; step < rows.length + first; step += 1) {
    const index = (from + step) % rows.length;
    if (rows[index]?.item.label.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return null;
}
