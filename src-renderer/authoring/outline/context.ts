import type { CardNote } from "../../../src-shared/drawing/index.ts";
import type { FlowOutline } from "../../../src-shared/language/index.ts";
import type { Translate } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import type { Item, Path } from "./item.ts";

/** The inputs for the items of an outline. */
export interface OutlineContext {
  readonly t: Translate;
  readonly noteWords: (note: CardNote) => string;
  readonly analysis: AnalysisView;
  readonly outline: FlowOutline;
  /** A bare process has no parameters. */
  readonly bare: boolean;
  readonly stageNames: readonly string[];
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly messages: readonly string[];
  /** The workspace's folders except its home: id and name. */
  readonly folders: readonly (readonly [string, string])[];
  readonly inProcess: (...path: Path) => Path;
  readonly known: KnownStages;
}

/** A cache of stage items, by their text and other dependencies: while those are the same, the items stay. */
export interface KnownStages {
  readonly names: string;
  readonly t: Translate;
  readonly items: WeakMap<object, { readonly at: number; readonly item: Item }>;
}

/** `before` is the previous text's. */
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
    folders: [],
    known: before?.names === names && before.t === t ? before : { names, t, items: new WeakMap() },
    inProcess: (...path) => (bare ? path : ["process", ...path]),
  };
}
