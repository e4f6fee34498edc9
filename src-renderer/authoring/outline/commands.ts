import {
  ArrowDown,
  ArrowUp,
  Copy,
  FileCode,
  type LucideIcon,
  Pencil,
  Plus,
  TextCursorInput,
  Trash2,
  Wrench,
} from "lucide-react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { type MenuEntry, plainText, type TextKey, type Translate } from "../../components/index.ts";
import type { Add, Change, Item } from "./item.ts";
import type { Row } from "./tree.ts";

/** The functions of the outline that commands use. */
export interface Runner {
  readonly change: (change: Change) => void;
  readonly edit: (item: Item, what: "edit" | "rename") => void;
  readonly add: (item: Item) => void;
  readonly showText: (item: Item) => void;
  readonly fix: (problem: Diagnostic) => unknown;
}

export interface Command extends MenuEntry {
  readonly id: "edit" | "rename" | "add" | "up" | "down" | "duplicate" | "remove" | "text" | "fix";
}

const LABELS: Readonly<Record<Exclude<Command["id"], "text" | "fix">, TextKey>> = {
  edit: "common.change",
  rename: "outline.do.rename",
  add: "outline.do.add",
  up: "outline.do.up",
  down: "outline.do.down",
  duplicate: "common.duplicate",
  remove: "common.remove",
};

/** The items that Insert offers at a row: its own, or those of the nearest row around it. */
export function addsAt(rows: readonly Row[], index: number): readonly Add[] {
  for (let at: number | null = index; at !== null; at = rows[at]?.parent ?? null) {
    const adds = rows[at]?.item.adds;
    if (adds !== undefined) return adds();
  }
  return [];
}

interface Standing {
  readonly adds: readonly Add[];
  readonly problems: readonly Diagnostic[];
  /** Why nothing can be changed now. */
  readonly readOnly: string | null;
}

/** All commands of a row, with their keys, for both the menu and the keyboard. */
export function commandsOf(t: Translate, { item }: Row, standing: Standing, runner: Runner): readonly Command[] {
  const blocked = standing.readOnly ?? item.blocked ?? null;
  const { edit, rename, remove, duplicate } = item;
  const command = (id: keyof typeof LABELS, shortcut: string, icon: LucideIcon, run: () => void): Command => ({
    id,
    label: t(LABELS[id]),
    icon,
    shortcut,
    blocked,
    run,
  });
  const found: readonly (Command | false | undefined)[] = [
    edit && command("edit", "Enter", Pencil, () => runner.edit(item, "edit")),
    rename && command("rename", edit ? "F2" : "Enter", TextCursorInput, () => runner.edit(item, "rename")),
    standing.adds.length > 0 && command("add", "Insert", Plus, () => runner.add(item)),
    ...moves(t, item, (id, shortcut, icon, to) => command(id, shortcut, icon, () => runner.change(to))),
    duplicate && command("duplicate", "Alt+Shift+D", Copy, () => runner.change(duplicate())),
    remove && { ...command("remove", "Delete", Trash2, () => runner.change(remove)), dangerous: true },
    {
      id: "text",
      label: t("stages.showText"),
      icon: FileCode,
      shortcut: "Alt+Enter",
      run: () => runner.showText(item),
    },
    ...standing.problems.map(
      (problem) =>
        problem.fix !== null &&
        ({ id: "fix", label: plainText(problem.fix.title), icon: Wrench, run: () => runner.fix(problem) } as const),
    ),
  ];
  return found.filter((each): each is Command => Boolean(each));
}

/** Moves up and down, or why not. */
function moves(
  t: Translate,
  { move }: Item,
  command: (id: "up" | "down", shortcut: string, icon: LucideIcon, to: Change) => Command,
): readonly Command[] {
  if (move === undefined) return [];
  const { at, count, to } = move;
  const up = command("up", "Alt+ArrowUp", ArrowUp, to(at - 1));
  const down = command("down", "Alt+ArrowDown", ArrowDown, to(at + 1));
  return [
    { ...up, blocked: up.blocked ?? (at === 0 ? t("outline.isFirst") : null) },
    { ...down, blocked: down.blocked ?? (at === count - 1 ? t("outline.isLast") : null) },
  ];
}

/** A key press in the tree. */
export interface Press {
  readonly key: string;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly mod: boolean;
  /** When, in milliseconds of any clock. */
  readonly at: number;
}

/** The command of a key; null if it has none. */
export function commandOf({ key, alt, shift, mod }: Press): Command["id"] | null {
  if (mod) return null;
  if (alt && shift) return ALT_SHIFT_KEYS[key.toUpperCase()] ?? null;
  if (alt) return ALT_KEYS[key] ?? null;
  return KEYS[key] ?? null;
}

const ALT_SHIFT_KEYS: Readonly<Record<string, Command["id"]>> = { D: "duplicate" };
const ALT_KEYS: Readonly<Record<string, Command["id"]>> = { ArrowUp: "up", ArrowDown: "down", Enter: "text" };
const KEYS: Readonly<Record<string, Command["id"]>> = {
  Enter: "edit",
  F2: "rename",
  Insert: "add",
  "+": "add",
  Delete: "remove",
};

/** A move of the focus, or a row to open or close. */
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
