import type { Diagnostic, TextRange } from "../basics/index.ts";
import type { OutlineAction, Verb } from "../language/index.ts";
import { actors, type DrawnCondition, groupsOf, inOrder, isAct, isGroup, type StageGroup, verbOf } from "./acts.ts";
import { type CardForm, cardForm } from "./card-form.ts";

/** One mark of a card's matrix: a participant acts on a document. */
export interface Mark {
  readonly verb: Verb;
  /** `2 of 3` where the mark is a group's, else null. */
  readonly group: string | null;
}

export interface CardRow {
  readonly participant: string;
  /** In the order of the card's documents; a cell may hold both verbs while the text is wrong. */
  readonly cells: readonly (readonly Mark[])[];
}

export interface CardNote {
  readonly kind: "notify" | "confirmation" | "callback" | "allow-viewing" | "deny-viewing" | "redirect";
  readonly users: readonly string[];
  /** The callback's name, the redirect's url or the documents. */
  readonly what: string;
  readonly email: boolean;
  readonly sms: boolean;
}

export interface StageCard extends CardForm {
  readonly name: string;
  readonly documents: readonly string[];
  readonly rows: readonly CardRow[];
  readonly groups: readonly StageGroup[];
  readonly notes: readonly CardNote[];
  readonly errors: number;
  readonly warnings: number;
  /** Whether its place is that of the text. */
  readonly editable: boolean;
}

/** What a card says of a stage's groups, and of what it sends or does, in the reader's language. */
export interface CardWords {
  /** `stage`: its place in the flow. */
  readonly group: (group: StageGroup, stage: number) => string;
  readonly note: (note: CardNote) => string;
}

/** What a stage sends or does, wherever it is written. */
export type DrawnAction = Omit<OutlineAction, "range" | "summary">;

export interface DrawnStage {
  readonly name: string;
  readonly actions: readonly DrawnAction[];
  readonly conditions: readonly DrawnCondition[];
  /** In its text, if it has one. */
  readonly range?: TextRange;
}

/** What is drawn of a flow. */
export interface DrawnFlow extends Given {
  readonly stages: readonly DrawnStage[];
}

interface Given {
  readonly participants: readonly { readonly name: string }[];
  readonly documents: readonly { readonly name: string }[];
}

interface Shown {
  readonly outline: DrawnFlow;
  readonly diagnostics?: readonly Pick<Diagnostic, "range" | "severity">[];
  readonly editable?: readonly boolean[];
}

/**
 * The cards of a flow, left to right, from the readable part of its text. A card that looks as it did in `previous`
 * is that very object, so that only what changed is drawn again. `same` names the stages that are known, without a comparison,
 * that, problems apart, they are as they were.
 */
export function stageCards(
  { outline, diagnostics = [], editable = [] }: Shown,
  words: CardWords,
  previous: readonly StageCard[] = [],
  same: (index: number) => boolean = () => false,
): readonly StageCard[] {
  const problems = countProblems(outline.stages, diagnostics);
  const cards = outline.stages.map((stage, index) => {
    const { errors, warnings } = problems[index] ?? { errors: 0, warnings: 0 };
    const before = previous[index];
    const facts = { errors, warnings, editable: editable[index] ?? false };
    if (
      before &&
      same(index) &&
      Object.entries(facts).every(([key, fact]) => before[key as keyof typeof facts] === fact)
    )
      return before;
    const card = stageCard(stage, outline, facts, { ...words, group: (group) => words.group(group, index) });
    return before && JSON.stringify(before) === JSON.stringify(card) ? before : card;
  });
  return cards.length === previous.length && cards.every((card, index) => card === previous[index]) ? previous : cards;
}

function stageCard(
  stage: DrawnStage,
  given: Given,
  facts: Pick<StageCard, "errors" | "warnings" | "editable">,
  words: CardWords,
): StageCard {
  const acts = stage.conditions.filter(isAct);
  const here = actors(stage);
  const documents = inOrder(here.documents, given.documents);
  const rows = inOrder(here.participants, given.participants).map((participant) => ({
    participant,
    cells: documents.map((document) => marks(acts, participant, document)),
  }));
  const groups = groupsOf(stage);
  const notes = notesOf(stage);
  const form = cardForm({
    name: stage.name,
    documents,
    participants: rows.map(({ participant }) => participant),
    notes: [...groups.map(words.group), ...notes.map(words.note)],
  });
  return { name: stage.name, documents, rows, groups, notes, ...facts, ...form };
}

function marks(acts: readonly DrawnCondition[], participant: string, document: string): readonly Mark[] {
  const found: Mark[] = [];
  for (const condition of acts) {
    if (!condition.users.includes(participant) || !condition.documents.includes(document)) continue;
    found.push({
      verb: verbOf(condition),
      group: isGroup(condition) ? `${condition.count ?? "?"}/${condition.users.length}` : null,
    });
  }
  return found;
}

function notesOf(stage: DrawnStage): readonly CardNote[] {
  const actions = stage.actions.map(actionNote);
  const redirects = stage.conditions
    .filter((condition) => !isAct(condition))
    .map(
      (condition) =>
        ({ kind: "redirect", users: condition.users, what: condition.url ?? "", email: false, sms: false }) as const,
    );
  return [...actions, ...redirects];
}

/** One action as a card shows it. */
export const actionNote = (action: DrawnAction): CardNote => ({
  kind: action.kind === "notify" && action.confirmation ? "confirmation" : action.kind,
  users: action.users,
  what: action.callbackName ?? action.documents.join(", "),
  email: action.email !== null,
  sms: action.sms !== null,
});

/** Diagnostics by the stage whose text they touch; both lists are in the order of the text. */
function countProblems(
  stages: readonly DrawnStage[],
  diagnostics: NonNullable<Shown["diagnostics"]>,
): readonly { errors: number; warnings: number }[] {
  const counts = stages.map(() => ({ errors: 0, warnings: 0 }));
  let index = 0;
  for (const { range, severity } of diagnostics) {
    while (index < stages.length && (stages[index]?.range?.to ?? 0) < range.from) index += 1;
    const stage = stages[index];
    const count = counts[index];
    if (!stage?.range || !count || range.from < stage.range.from) continue;
    if (severity === "error") count.errors += 1;
    else if (severity === "warning") count.warnings += 1;
  }
  return counts;
}
