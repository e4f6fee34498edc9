import type { Verb } from "../language/index.ts";
import type { StageGroup } from "./acts.ts";
import type { PictureWords } from "./picture-types.ts";
import type { CardNote, CardWords, StageCard } from "./stage-cards.ts";

/** The texts that a drawing needs, by their keys in the app's catalogue. */
type Key =
  | ("common.kOfN" | "common.more" | "canvas.nothing" | "canvas.byEmail" | "canvas.bySms")
  | `canvas.group.${Verb}`
  | `canvas.act.${Verb}`
  | `canvas.note.${CardNote["kind"]}`;
type Translate = (key: Key, values?: Readonly<Record<string, unknown>>) => string;

/** A group in a few words, such as `2 of 3 sign nda`. */
export const groupText = (t: Translate, { verb, count, users, documents }: Omit<StageGroup, "at">): string =>
  `${t("common.kOfN", { count: count ?? "?", all: users.length })} ${t(`canvas.group.${verb}`, { documents: documents.join(", ") })}`;

/** What a stage sends or does, in one line. */
export function noteText(t: Translate, note: CardNote): string {
  const ways = [note.email && t("canvas.byEmail"), note.sms && t("canvas.bySms")].filter(Boolean).join(" + ");
  return t(`canvas.note.${note.kind}`, { users: note.users.join(", "), what: note.what, ways });
}

/** What cards say. */
export const cardWords = (t: Translate): CardWords => ({
  group: (group) => groupText(t, group),
  note: (note) => noteText(t, note),
});

/** What a picture says beside its cards. */
export const pictureWords = (t: Translate): PictureWords => ({
  more: (count) => t("common.more", { count }),
  nothing: t("canvas.nothing"),
  stage: (card, at) => stageText(t, card, at),
});

/** A stage in one line, for those who do not see its card. */
function stageText(t: Translate, { name, rows, documents, groups, notes }: StageCard, at: number): string {
  const acts = rows.flatMap(({ participant, cells }) =>
    cells.flatMap((marks, column) =>
      marks
        .filter(({ group }) => group === null)
        .map(({ verb }) => t(`canvas.act.${verb}`, { participant, document: documents[column] ?? "" })),
    ),
  );
  const said = [...acts, ...groups.map((group) => groupText(t, group)), ...notes.map((note) => noteText(t, note))];
  return `${at + 1}. ${name}: ${said.join("; ") || t("canvas.nothing")}`;
}
