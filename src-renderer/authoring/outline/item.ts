import type { LucideIcon } from "lucide-react";
import type { Intent } from "../../../src-shared/language/index.ts";
import type { Upload } from "../model/documents.ts";
import type { SeenStage } from "../session/session.ts";

export type Path = readonly (string | number)[];

/** A command's change to the flow, and the focus afterwards. */
export interface Change {
  readonly intents: readonly Intent[];
  readonly seen?: SeenStage | null;
  /** Key of the item that gets the focus; left out: it stays. */
  readonly focus?: string;
  /** That item is then edited at once. */
  readonly edit?: boolean;
}

/** How a name or value is changed in place. */
export type Edit =
  | {
      readonly kind: "text";
      /** The requested value, as the field's name. */
      readonly label: string;
      readonly value: string;
      /** Of several lines. */
      readonly long?: boolean;
      /** A sentence instead of a change: why this text is not accepted. */
      readonly done: (text: string) => Change | string;
    }
  | {
      readonly kind: "choice";
      readonly label: string;
      readonly value: string;
      readonly options: readonly (readonly [value: string, words: string])[];
      readonly done: (value: string) => Change;
    }
  | {
      readonly kind: "names";
      readonly label: string;
      readonly chosen: readonly string[];
      readonly options: readonly string[];
      /** Whether an empty selection is allowed. */
      readonly mayBeEmpty?: boolean;
      readonly done: (names: readonly string[]) => Change;
    };

/** Something to add: at once, after asking for its name, from a PDF of this machine, or one of several. */
export type Add = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly blocked?: string | null;
} & (
  | { readonly how: "now"; readonly done: () => Change }
  | { readonly how: "named"; readonly taken: readonly string[]; readonly done: (name: string) => Change }
  | { readonly how: "uploaded"; readonly done: (uploads: readonly Upload[]) => Change }
  | { readonly how: "picked"; readonly options: readonly Add[] }
);

/** Added at once. */
export const addNow = (label: string, icon: LucideIcon, done: () => Change, blocked: string | null = null): Add => ({
  label,
  icon,
  how: "now",
  blocked,
  done,
});

/** Added after asking for its name. */
export const addNamed = (
  label: string,
  icon: LucideIcon,
  taken: readonly string[],
  done: (name: string) => Change,
): Add => ({ label, icon, how: "named", taken, done });

/** One line of the outline: a part of the flow and its commands. */
export interface Item {
  /** The keys of its ancestors, then its own, one per line: stable from one text to the next. */
  readonly key: string;
  /** Its path in the text, from the root; null: it is not written. */
  readonly path: Path | null;
  /** Further places whose problems are reported here. */
  readonly alsoAt?: readonly Path[];
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value?: string;
  /** The value is not written; this is the default. */
  readonly unset?: boolean;
  /** Created when needed. */
  readonly children?: () => readonly Item[];
  readonly edit?: Edit;
  readonly rename?: Edit;
  /** Created when needed, like children: a flow may have a thousand stages. */
  readonly adds?: () => readonly Add[];
  readonly remove?: Change;
  readonly duplicate?: () => Change;
  readonly move?: { readonly at: number; readonly count: number; readonly to: (at: number) => Change };
  /** Why nothing can be changed here now. */
  readonly blocked?: string | null;
}

export const below = (key: string, ...steps: readonly (string | number)[]): string => [key, ...steps].join("\n");

/** The keys of an item's ancestors, the outermost first. */
export function ancestors(key: string): readonly string[] {
  const steps = key.split("\n");
  return steps.slice(1).map((_step, at) => steps.slice(0, at + 1).join("\n"));
}
