import type { LucideIcon } from "lucide-react";
import type { Translate } from "../../components/index.ts";
import { type RawValue, scalarText, valueAt } from "../language/raw-value.ts";
import type { OutlineContext } from "./context.ts";
import { below, type Change, type Item, type Path } from "./item.ts";

/** A part of the flow whose values have rows of their own. */
export interface Part {
  readonly context: OutlineContext;
  readonly key: string;
  readonly path: Path;
  readonly blocked?: string | null;
  /** The written value. */
  readonly value: RawValue;
}

/** A row of a part. */
interface Row {
  /** Its key below the part's. */
  readonly name: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** Its path below the part's. */
  readonly at: Path;
}

/** A row whose path is its name, unless `at` gives another. */
export const row = (name: string, icon: LucideIcon, label: string, at: Path = [name]): Row => ({
  name,
  icon,
  label,
  at,
});

const itemOf = ({ key, path, blocked = null }: Part, { name, icon, label, at }: Row) => ({
  key: below(key, name),
  path: [...path, ...at] as Path,
  icon,
  label,
  blocked,
});

interface Typed {
  /** The default; left out: without a value, the part is nothing. */
  readonly unset?: string;
  readonly long?: boolean;
  /** Replaces the written value. */
  readonly value?: string | null;
  /** A sentence if the text is not accepted. */
  readonly done: (text: string) => Change | string;
  readonly remove?: Change;
}

/** A single typed value. */
export function textItem(part: Part, about: Row, { value, unset, long, done, remove }: Typed): Item {
  const item = itemOf(part, about);
  const given = value === undefined ? scalarText(valueAt(part.value, about.at)) : value;
  const written = given ?? (unset === undefined ? "" : null);
  return {
    ...item,
    path: written === null ? null : item.path,
    value: written ?? unset ?? "",
    unset: written === null,
    edit: { kind: "text", label: about.label, value: written ?? "", done, ...(long && { long }) },
    ...(remove && written !== null && { remove }),
  };
}

interface Chosen {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** The value is not written; this is the default. */
  readonly unset?: boolean;
  readonly done: (value: string) => Change;
}

/** One of several values. */
export function choiceItem(part: Part, about: Row, { value, options, unset = false, done }: Chosen): Item {
  const words = options.find(([option]) => option === value)?.[1] ?? value;
  const edit = { kind: "choice", label: about.label, value, options, done } as const;
  return { ...itemOf(part, about), value: words, unset, edit };
}

interface Checked {
  readonly chosen: readonly string[];
  readonly options: readonly string[];
  /** The meaning of an empty selection; left out: somebody must be selected. */
  readonly unset?: string;
  readonly done: (names: readonly string[]) => Change;
}

/** Some of the names that the flow gives. */
export function namesItem(part: Part, about: Row, { chosen, options, unset, done }: Checked): Item {
  const listed = [...options, ...chosen.filter((name) => !options.includes(name))];
  const mayBeEmpty = unset !== undefined;
  return {
    ...itemOf(part, about),
    value: chosen.length > 0 ? chosen.join(", ") : (unset ?? ""),
    unset: chosen.length === 0,
    edit: { kind: "names", label: about.label, chosen, options: listed, mayBeEmpty, done },
  };
}

/** A whole number, or why the text is not one. */
export const wholeNumber = (text: string, t: Translate, done: (number: number) => Change): Change | string =>
  /^\d{1,9}$/.test(text.trim()) ? done(Number(text)) : t("outline.needsNumber");
