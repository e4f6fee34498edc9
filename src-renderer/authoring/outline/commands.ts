import type { TFunction } from "i18next";
import { ArrowDown, ArrowUp, Copy, FileCode, Pencil, Plus, TextCursorInput, Trash2, Wrench } from "lucide-react";
import type { Diagnostic } from "../../../src-shared/language/index.ts";
import type { MenuEntry } from "../../components/menu.tsx";
import type { Add, Change, Item } from "./item.ts";
import type { Row } from "./tree.ts";

/** What the outline does for its commands. */
export interface Doer {
  readonly change: (change: Change) => void;
  readonly edit: (item: Item, what: "edit" | "rename") => void;
  readonly add: (item: Item) => void;
  readonly showText: (item: Item) => void;
  readonly fix: (problem: Diagnostic) => void;
}

export interface Command extends MenuEntry {
  readonly id: "edit" | "rename" | "add" | "up" | "down" | "duplicate" | "remove" | "text" | "fix";
}

/** What Insert offers at a row: its own, or those of the nearest row that it lies in. */
export function addsAt(rows: readonly Row[], index: number): readonly Add[] {
  for (let at: number | null = index; at !== null; at = rows[at]?.parent ?? null) {
    const adds = rows[at]?.item.adds;
    if (adds !== undefined) return adds();
  }
  return [];
}

/** All that can be done with a row, with its keys: the menu and the keyboard both follow this list. */
export function commandsOf(
  t: TFunction,
  { item }: Row,
  {
    adds,
    problems,
    readOnly,
  }: { readonly adds: readonly Add[]; readonly problems: readonly Diagnostic[]; readonly readOnly: string | null },
  doer: Doer,
): readonly Command[] {
  const blocked = readOnly ?? item.blocked ?? null;
  const { edit, rename, remove, duplicate, move } = item;
  const moveTo = (to: number) => () => move && doer.change(move.to(to));
  return [
    edit && {
      id: "edit",
      label: t("outline.do.edit"),
      icon: Pencil,
      shortcut: "Enter",
      blocked,
      run: () => doer.edit(item, "edit"),
    },
    rename && {
      id: "rename",
      label: t("outline.do.rename"),
      icon: TextCursorInput,
      shortcut: edit ? "F2" : "Enter",
      blocked,
      run: () => doer.edit(item, "rename"),
    },
    adds.length > 0 && {
      id: "add",
      label: t("outline.do.add"),
      icon: Plus,
      shortcut: "Insert",
      blocked,
      run: () => doer.add(item),
    },
    move && {
      id: "up",
      label: t("outline.do.up"),
      icon: ArrowUp,
      shortcut: "Alt+ArrowUp",
      blocked: blocked ?? (move.at === 0 ? t("outline.isFirst") : null),
      run: moveTo(move.at - 1),
    },
    move && {
      id: "down",
      label: t("outline.do.down"),
      icon: ArrowDown,
      shortcut: "Alt+ArrowDown",
      blocked: blocked ?? (move.at === move.count - 1 ? t("outline.isLast") : null),
      run: moveTo(move.at + 1),
    },
    duplicate && {
      id: "duplicate",
      label: t("outline.do.duplicate"),
      icon: Copy,
      shortcut: "Alt+Shift+D",
      blocked,
      run: () => doer.change(duplicate()),
    },
    remove && {
      id: "remove",
      label: t("outline.do.remove"),
      icon: Trash2,
      dangerous: true,
      shortcut: "Delete",
      blocked,
      run: () => doer.change(remove),
    },
    { id: "text", label: t("stages.showText"), icon: FileCode, shortcut: "Alt+Enter", run: () => doer.showText(item) },
    ...problems.flatMap((problem): readonly (Command | false)[] => [
      problem.fix !== null && { id: "fix", label: problem.fix.title, icon: Wrench, run: () => doer.fix(problem) },
    ]),
  ].filter((command): command is Command => Boolean(command));
}

/** A key as the tree hears it. */
export interface Press {
  readonly key: string;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly mod: boolean;
  /** When, in milliseconds of any clock. */
  readonly at: number;
}

/** The command that a key means; null for a key that means none. */
export function commandOf({ key, alt, shift, mod }: Press): Command["id"] | null {
  if (mod) return null;
  if (alt && shift) return key === "D" || key === "d" ? "duplicate" : null;
  if (alt) return ALT_KEYS[key] ?? null;
  return KEYS[key] ?? null;
}

const ALT_KEYS: Readonly<Record<string, Command["id"]>> = { ArrowUp: "up", ArrowDown: "down", Enter: "text" };
const KEYS: Readonly<Record<string, Command["id"]>> = {
  Enter: "edit",
  F2: "rename",
  Insert: "add",
  "+": "add",
  Delete: "remove",
};

/** Where a key moves the focus, or what it opens or closes. */
export type Step =
  | { readonly to: number }
  | { readonly open: readonly number[] }
  | { readonly close: number }
  | { readonly typed: string };

/** The keys of a tree (WAI-ARIA tree pattern); null for a key that does not move. */
export function stepOf(rows: readonly Row[], index: number, { key, alt, mod }: Press, page: number): Step | null {
  const row = rows[index];
  if (row === undefined || alt || mod) return null;
  const to = (wanted: number): Step => ({ to: Math.min(Math.max(wanted, 0), rows.length - 1) });
  switch (key) {
    case "ArrowDown":
      return to(index + 1);
    case "ArrowUp":
      return to(index - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "PageDown":
      return to(index + page);
    case "PageUp":
      return to(index - page);
    case "ArrowRight":
      if (row.open === false) return { open: [index] };
      return row.open ? to(index + 1) : { to: index };
    case "ArrowLeft":
      if (row.open) return { close: index };
      return { to: row.parent ?? index };
    case "*":
      return { open: rows.flatMap(({ parent, open }, at) => (parent === row.parent && open === false ? [at] : [])) };
    default:
      return [...key].length === 1 && key.trim() !== "" ? { typed: key } : null;
  }
}
