import type { LucideIcon } from "lucide-react";
import type { FlowOutline } from "../../../src-shared/language/index.ts";
import type { Translate } from "../../components/index.ts";
import type { AnalysisView } from "../language/questions.ts";
import { valueAt } from "../language/raw-value.ts";
import type { CardNote } from "../model/stage-cards.ts";
import type { Change, Edit, Item, Path } from "./item.ts";

/** What the items of an outline are made from. */
export interface OutlineContext {
  readonly t: Translate;
  readonly noteWords: (note: CardNote) => string;
  readonly analysis: AnalysisView;
  readonly outline: FlowOutline;
  /** A bare process has nothing beside its process. */
  readonly bare: boolean;
  readonly stageNames: readonly string[];
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly messages: readonly string[];
  readonly inProcess: (...path: Path) => Path;
  readonly known: KnownStages;
}

/** Items of stages, by what is written there, and what else they depend on: while that stays the same, so may they. */
export interface KnownStages {
  readonly names: string;
  readonly t: Translate;
  readonly items: WeakMap<object, { readonly at: number; readonly item: Item }>;
}

/** `before` is what was known of the text before. */
export function outlineContext(
  analysis: AnalysisView,
  t: Translate,
  noteWords: OutlineContext["noteWords"],
  before: KnownStages | null = null,
): OutlineContext {
  const { outline } = analysis;
  const namesIn = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
  const bare = analysis.kind === "process";
  const given = {
    stageNames: namesIn(outline.stages),
    participants: namesIn(outline.participants),
    documents: namesIn(outline.documents),
    messages: namesIn(outline.messages),
  };
  const names = JSON.stringify([bare, outline.flowKind, given]);
  return {
    t,
    noteWords,
    analysis,
    outline,
    bare,
    ...given,
    known: before?.names === names && before.t === t ? before : { names, t, items: new WeakMap() },
    inProcess: (...path) => (bare ? path : ["process", ...path]),
  };
}

export const listAt = (value: unknown, path: Path): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

export const namesAt = (value: unknown, key: string): readonly string[] =>
  listAt(value, [key]).filter((name) => typeof name === "string");

/** A scalar in words; null where none is written. */
export const scalarText = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

interface Value {
  readonly key: string;
  readonly path: Path | null;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly blocked?: string | null;
}

/** A single value that is typed. `unset` says what holds without it. */
export function textItem(
  {
    value,
    unset,
    long,
    done,
    ...about
  }: Value & {
    readonly value: string | null;
    readonly unset?: string;
    readonly long?: boolean;
    readonly done: (text: string) => Change | string;
  },
  remove?: Change,
): Item {
  return {
    ...about,
    path: value === null ? null : about.path,
    value: value ?? unset ?? "",
    unset: value === null,
    edit: { kind: "text", label: about.label, value: value ?? "", done, ...(long && { long }) },
    ...(remove && value !== null && { remove }),
  };
}

/** One of several values. */
export function choiceItem({
  value,
  options,
  unset,
  done,
  ...about
}: Value & {
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly unset?: boolean;
  readonly done: (value: string) => Change;
}): Item {
  const words = options.find(([option]) => option === value)?.[1] ?? value;
  return {
    ...about,
    value: words,
    unset: unset ?? false,
    edit: { kind: "choice", label: about.label, value, options, done },
  };
}

/** Some of the names that the flow gives. */
export function namesItem({
  chosen,
  options,
  unset,
  done,
  ...about
}: Value & {
  readonly chosen: readonly string[];
  readonly options: readonly string[];
  /** What nobody chosen means; left out, somebody must be. */
  readonly unset?: string;
  readonly done: (names: readonly string[]) => Change;
}): Item {
  const listed = [...options, ...chosen.filter((name) => !options.includes(name))];
  const edit: Edit = {
    kind: "names",
    label: about.label,
    chosen,
    options: listed,
    done,
    ...(unset && { mayBeEmpty: true }),
  };
  return { ...about, value: chosen.length > 0 ? chosen.join(", ") : (unset ?? ""), unset: chosen.length === 0, edit };
}

/** A whole number, or why the text is none. */
export const wholeNumber = (text: string, t: Translate, done: (number: number) => Change): Change | string =>
  /^\d{1,9}$/.test(text.trim()) ? done(Number(text)) : t("outline.needsNumber");
