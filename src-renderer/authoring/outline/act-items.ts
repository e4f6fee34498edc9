import { FileText, PenLine, ThumbsUp, UserRound } from "lucide-react";
import { actors, inOrder, VERBS } from "../../../src-shared/drawing/index.ts";
import type { Verb } from "../../../src-shared/language/index.ts";
import { askedVerb } from "../model/newcomers.ts";
import { type CellState, CONDITIONS, cellIntents, cellState } from "../model/stage-acts.ts";
import { changeOf, type StagePlace } from "./action-items.ts";
import type { OutlineContext } from "./context.ts";
import { type Add, addNow, below, type Change, type Item, type Path } from "./item.ts";
import { choiceItem, row } from "./part.ts";

/** Who signs and approves: each participant with documents, as the rows of the stage's matrix. */
export function actItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  const { stage } = place;
  return inOrder(actors(stage).participants, context.outline.participants)
    .map((participant) => actorItem(context, place, participant))
    .filter((item) => item !== null);
}

/** null: a member of groups only. */
function actorItem(context: OutlineContext, place: StagePlace, participant: string): Item | null {
  const { t } = context;
  const { stage, at, blocked } = place;
  const documents = inOrder(actors(stage).documents, context.outline.documents);
  const cells = documents
    .map((document) => ({ document, state: cellState(stage, participant, document) }))
    .filter(({ state }) => state !== null);
  if (cells.length === 0) return null;
  const key = below(place.key, `act ${participant}`);
  const places = mentions(place, participant);
  const sentences = VERBS.flatMap((verb) => {
    const on = cells.filter(({ state }) => state === verb || state === "both").map(({ document }) => document);
    return on.length === 0 ? [] : [`${t(`matrix.${verb}`)} ${on.join(", ")}`];
  });
  const set = (document: string, from: CellState, to: CellState): Change =>
    changeOf(place, ...cellIntents(at, participant, document, from, to));
  const part = { context, key, path: [], blocked, value: {} };
  const cellItem = ({ document, state }: { readonly document: string; readonly state: CellState }): Item => ({
    ...choiceItem(part, row(`document ${document}`, FileText, document), {
      value: state ?? "",
      options: VERBS.map((verb) => [verb, t(`matrix.${verb}`)]),
      done: (verb) => set(document, state, verb as Verb),
    }),
    path: null,
    remove: set(document, state, null),
  });
  const verb = cells[0]?.state === "approve" ? "approve" : "sign";
  const further = context.documents.filter((document) => !cells.some((cell) => cell.document === document));
  const add = (document: string) =>
    addNow(document, FileText, () => ({
      ...set(document, null, verb),
      focus: below(key, `document ${document}`),
    }));
  return {
    key,
    path: places[0] ?? place.path,
    alsoAt: places.slice(1),
    icon: cells.some(({ state }) => state === "sign" || state === "both") ? PenLine : ThumbsUp,
    label: participant,
    value: sentences.join("; "),
    blocked,
    children: () => cells.map(cellItem),
    adds: () => [
      {
        label: t("matrix.addDocument"),
        icon: FileText,
        how: "picked",
        blocked: further.length === 0 ? t("outline.allDocuments") : null,
        options: further.map(add),
      },
    ],
    remove: changeOf(
      place,
      ...cells.flatMap(({ document, state }) => cellIntents(at, participant, document, state, null)),
    ),
  };
}

/** Where the stage's conditions mention a participant. */
function mentions({ stage, path }: StagePlace, participant: string): readonly Path[] {
  return VERBS.flatMap((verb) => {
    const kind = CONDITIONS[verb];
    const at = stage.conditions.find((condition) => condition.kind === kind)?.users.indexOf(participant) ?? -1;
    return at < 0 ? [] : [[...path, "expect", kind, "users", at]];
  });
}

/** Adds a participant who signs or approves. */
export function addActor(context: OutlineContext, place: StagePlace): Add {
  const { t } = context;
  const taken = actItems(context, place).map(({ label }) => label);
  const free = context.participants.filter((name) => !taken.includes(name));
  const documents = documentsFor(context, place);
  const verb = askedVerb(place.stage);
  return {
    label: t("outline.addActor"),
    icon: PenLine,
    how: "picked",
    blocked:
      documents.length === 0 ? t("matrix.documentFirst") : free.length === 0 ? t("outline.allParticipants") : null,
    options: free.map((participant) =>
      addNow(participant, UserRound, () => ({
        ...changeOf(
          place,
          ...documents.flatMap((document) => cellIntents(place.at, participant, document, null, verb)),
        ),
        focus: below(place.key, `act ${participant}`),
      })),
    ),
  };
}

/** The documents that a newcomer acts on: the stage's, or the flow's first one. */
export function documentsFor(context: OutlineContext, { stage }: StagePlace): readonly string[] {
  const { documents } = actors(stage);
  return documents.length > 0 ? documents : context.documents.slice(0, 1);
}
