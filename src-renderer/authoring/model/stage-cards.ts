import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { FlowOutline, OutlineAction, OutlineCondition, OutlineStage } from "../../../src-shared/language/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { actors, groupsOf, inOrder, isAct, isGroup, type StageGroup, type Verb, verbOf } from "./stage-acts.ts";

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

export interface StageCard {
  readonly name: string;
  readonly documents: readonly string[];
  readonly rows: readonly CardRow[];
  readonly groups: readonly StageGroup[];
  readonly notes: readonly CardNote[];
  readonly errors: number;
  readonly warnings: number;
  /** Whether its place is that of the text. */
  readonly editable: boolean;
  /** Size in canvas units. */
  readonly width: number;
  readonly height: number;
}

/**
 * The cards of a flow, left to right, from the readable part of its text. A card that looks as it did in `previous`
 * is that very object, so that only what changed is drawn again. `same` names the stages that are known, without a comparison,
 * that, problems apart, they are as they were.
 */
export function stageCards(
  { outline, diagnostics, editable }: Pick<AnalysisView, "outline" | "diagnostics" | "editable">,
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
    const card = stageCard(stage, outline, facts);
    return before && JSON.stringify(before) === JSON.stringify(card) ? before : card;
  });
  return cards.length === previous.length && cards.every((card, index) => card === previous[index]) ? previous : cards;
}

function stageCard(
  stage: OutlineStage,
  given: Pick<FlowOutline, "participants" | "documents">,
  facts: Pick<StageCard, "errors" | "warnings" | "editable">,
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
  const size = cardSize(documents.length, rows.length, groups.length + notes.length);
  return { name: stage.name, documents, rows, groups, notes, ...facts, ...size };
}

function marks(acts: readonly OutlineCondition[], participant: string, document: string): readonly Mark[] {
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

function notesOf(stage: OutlineStage): readonly CardNote[] {
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
export const actionNote = (action: OutlineAction): CardNote => ({
  kind: action.kind === "notify" && action.confirmation ? "confirmation" : action.kind,
  users: action.users,
  what: action.callbackName ?? action.documents.join(", "),
  email: action.email !== null,
  sms: action.sms !== null,
});

/** Diagnostics by the stage whose text they touch; both lists are in the order of the text. */
function countProblems(
  stages: readonly OutlineStage[],
  diagnostics: readonly Diagnostic[],
): readonly { errors: number; warnings: number }[] {
  const counts = stages.map(() => ({ errors: 0, warnings: 0 }));
  let index = 0;
  for (const { range, severity } of diagnostics) {
    while (index < stages.length && (stages[index]?.range.to ?? 0) < range.from) index += 1;
    const stage = stages[index];
    const count = counts[index];
    if (!stage || !count || range.from < stage.range.from) continue;
    if (severity === "error") count.errors += 1;
    else if (severity === "warning") count.warnings += 1;
  }
  return counts;
}

/** How much a card shows before it says how much more there is. */
export const MOST_ROWS = 8;
export const MOST_DOCUMENTS = 5;
export const MOST_NOTES = 6;

const NAME_COLUMN = 116;
const DOCUMENT_COLUMN = 80;

export function cardSize(
  documents: number,
  rows: number,
  notes: number,
): { readonly width: number; readonly height: number } {
  const width = Math.max(232, NAME_COLUMN + Math.min(documents, MOST_DOCUMENTS) * DOCUMENT_COLUMN + 24);
  const matrix = rows === 0 ? 0 : 28 + Math.min(rows, MOST_ROWS) * 28 + (rows > MOST_ROWS ? 24 : 0) + 8;
  const below = notes === 0 ? 0 : Math.min(notes, MOST_NOTES) * 24 + (notes > MOST_NOTES ? 24 : 0) + 16;
  return { width, height: 40 + (rows + notes === 0 ? 60 : matrix + below) };
}
