import { CARD, MOST_NOTES, MOST_ROWS } from "./card-form.ts";
import { ICONS } from "./icons.ts";
import { initials } from "./initials.ts";
import type { Letters, PictureWords, RunMarks, Shape, StageState, Tone } from "./picture-types.ts";
import type { Place, Point } from "./places.ts";
import type { CardRow, Mark, StageCard } from "./stage-cards.ts";
import { textWidth } from "./text-lines.ts";

interface Drawn {
  readonly card: StageCard;
  readonly at: number;
  readonly place: Place;
  readonly words: PictureWords;
  readonly run: RunMarks | null;
}

interface StateLook {
  readonly tone: Tone;
  readonly ground: Tone;
  readonly dashed: boolean;
}

const OF_STATE: Readonly<Record<StageState, StateLook>> = {
  done: { tone: "good", ground: "good-ground", dashed: false },
  current: { tone: "accent", ground: "info-ground", dashed: false },
  ahead: { tone: "ink-soft", ground: "quiet-ground", dashed: true },
  stopped: { tone: "bad", ground: "bad-ground", dashed: false },
  unreached: { tone: "ink-soft", ground: "quiet-ground", dashed: true },
};

/** How far below a line's top its letters stand. */
const BASE = 11;
const SOFT: Letters = { size: CARD.small, fill: "ink-soft" };
const INK: Letters = { size: CARD.small, fill: "ink" };

/** A card as the canvas shows it; in a run with its state and with what has been done. */
export function cardShapes(drawn: Drawn): readonly Shape[] {
  const { card, place, words, run, at } = drawn;
  const state = run?.states[at] ?? null;
  const look = state === null ? null : OF_STATE[state];
  const matrixTop = place.y + card.head.height;
  const remarksTop = matrixTop + (card.lines.length > 0 ? matrixHeight(card) : 0);
  const isEmpty = card.lines.length + card.remarks.length === 0;
  return [
    {
      ...({ kind: "box", ...place, radius: 10, fill: "surface" } as const),
      stroke: look === null || look.dashed ? "line-strong" : look.tone,
      ...{ thick: state === "current" ? 2 : 1, dashed: look?.dashed ?? false },
    },
    ...head(drawn),
    ...(card.lines.length > 0 ? matrix(drawn, matrixTop) : []),
    ...(card.remarks.length > 0 ? remarks(drawn, remarksTop) : []),
    ...(isEmpty ? [write(words.nothing, { x: place.x + CARD.padding, y: matrixTop + 26 }, SOFT)] : []),
    ...(state !== null && look !== null && run !== null ? stateMark(place, run.word(state), look) : []),
  ];
}

const write = (text: string, point: Point, letters: Letters): Shape => ({
  ...{ kind: "text", text: text.trimEnd(), ...point },
  ...letters,
});

/** Lines of a text; `y`: the top of the first. */
const lines = (texts: readonly string[], { x, y }: Point, letters: Letters, line: number = CARD.line): Shape[] =>
  texts.map((text, index) => write(text, { x, y: y + index * line + BASE }, letters));

const rule = (from: number, to: number, y: number): Shape => ({
  kind: "path",
  d: `M${from} ${y}H${to}`,
  stroke: "line",
});

/** Where lines begin that stand in the middle of a height. */
const middle = (top: number, height: number, count: number, line: number = CARD.line) =>
  top + (height - count * line) / 2;

function head({ card, at, place: { x, y, width } }: Drawn): readonly Shape[] {
  const { height, lines: texts } = card.head;
  const top = middle(y, height, texts.length, CARD.nameLine) + 2;
  const letters = { size: CARD.nameSize, fill: "ink", bold: true } as const;
  const number = String(at + 1);
  return [
    ...badge(x + CARD.padding, y + height / 2, number),
    ...lines(texts, { x: x + CARD.padding + badgeWidth(number) + 6, y: top }, letters, CARD.nameLine),
    rule(x, x + width, y + height),
  ];
}

const isMore = (all: number, most: number) => all > most;

function matrixHeight({ columns, lines: rows, rows: all }: StageCard): number {
  const more = isMore(all.length, MOST_ROWS) ? CARD.more : 0;
  return columns.height + rows.reduce((sum, { height }) => sum + height, 0) + more + 8;
}

/** Where the columns of the documents have their middle. */
const columnsOf = ({ columns }: StageCard, { x, width }: Place): readonly number[] =>
  columns.lines.map((_, index) => x + width - CARD.padding - (columns.lines.length - index - 0.5) * columns.width);

function matrix(drawn: Drawn, from: number): readonly Shape[] {
  const { card, place, words } = drawn;
  const { columns } = card;
  const centres = columnsOf(card, place);
  const [left, right] = [place.x + CARD.padding, place.x + place.width - CARD.padding];
  const heads = columns.lines.flatMap((texts, index): Shape[] => {
    const [x, y] = [centres[index] ?? 0, middle(from + 4, columns.height, texts.length)];
    const widest = Math.max(...texts.map((text) => textWidth(text.trimEnd(), INK)));
    return [
      { kind: "icon", d: ICONS.document, x: x - widest / 2 - 8, y: y + 1, size: 12, stroke: "ink-soft" },
      ...lines(texts, { x: x + 8, y }, { ...SOFT, middle: true }),
    ];
  });
  let top = from + 4 + columns.height;
  const rows = card.lines.flatMap(({ height, lines: texts }, index): Shape[] => {
    const row = card.rows[index];
    if (!row) return [];
    const shapes = [
      ...(index > 0 ? [rule(left, right, top)] : []),
      ...badge(left, top + height / 2, initials(row.participant), AVATAR),
      ...lines(texts, { x: left + 30, y: middle(top, height, texts.length) }, INK),
      ...cells(drawn, row, centres, top + height / 2),
    ];
    top += height;
    return shapes;
  });
  const more = isMore(card.rows.length, MOST_ROWS)
    ? [write(words.more(card.rows.length - MOST_ROWS), { x: left, y: top + 16 }, SOFT)]
    : [];
  return [...heads, ...rows, ...more];
}

/** What one participant does with each document; `y`: the middle of the row. */
function cells({ card, at, run }: Drawn, row: CardRow, centres: readonly number[], y: number): readonly Shape[] {
  const state = run?.states[at] ?? "ahead";
  const isStopped = state === "stopped";
  const isOver = state !== "ahead" && state !== "current";
  return centres.flatMap((centre, column) => {
    const [marks, document] = [row.cells[column] ?? [], card.documents[column] ?? ""];
    const first = centre - (marks.length * 24 - 2) / 2;
    return marks.flatMap((mark, index) => {
      const act = { participant: row.participant, verb: mark.verb, document };
      const isRejected = isStopped && (run?.rejected(act) ?? false);
      const isLapsed = isOver || (state === "current" && (run?.lapsed(act) ?? false));
      const outcome = isRejected ? "rejected" : run?.has(act) ? "done" : isLapsed ? "lapsed" : null;
      return markShapes(mark, outcome, { x: first + index * 24, y: y - 10 });
    });
  });
}

/** What became of an act in a run; `lapsed`: nothing, and nothing can any more. null: nothing yet. */
type Outcome = "rejected" | "done" | "lapsed" | null;

const OUTCOME_LOOKS = {
  rejected: ["bad", "bad-ground"],
  done: ["good", "good-ground"],
  lapsed: ["ink-soft", "quiet-ground"],
  approve: ["good", "good-ground"],
  sign: ["accent", "info-ground"],
} as const;

function markShapes({ verb, group }: Mark, outcome: Outcome, { x, y }: Point): readonly Shape[] {
  const [tone, ground] = OUTCOME_LOOKS[outcome ?? verb];
  const icon = outcome === null || outcome === "lapsed" ? verb : outcome;
  return [
    {
      ...({ kind: "box", x, y, width: 22, height: 20, radius: 4, fill: ground } as const),
      ...(group !== null && ({ stroke: tone, dashed: true } as const)),
    },
    { kind: "icon", d: ICONS[icon], x: x + 5, y: y + 4, size: 12, stroke: tone },
  ];
}

/** Groups, and what the stage sends or does. */
function remarks({ card, place, words }: Drawn, from: number): readonly Shape[] {
  const left = place.x + CARD.padding;
  const kinds = [...card.groups.map(() => "group" as const), ...card.notes.map(({ kind }) => kind)];
  let top = from + 8;
  const shapes = card.remarks.flatMap(({ height, lines: texts }, index): Shape[] => {
    const y = middle(top, height, texts.length);
    top += height;
    return [
      { kind: "icon", d: ICONS[kinds[index] ?? "notify"], x: left, y: y + 1, size: 13, stroke: "ink-soft" },
      ...lines(texts, { x: left + 20, y }, SOFT),
    ];
  });
  return [
    ...(card.lines.length > 0 ? [rule(place.x, place.x + place.width, from)] : []),
    ...shapes,
    ...(isMore(kinds.length, MOST_NOTES)
      ? [write(words.more(kinds.length - MOST_NOTES), { x: left, y: top + 16 }, SOFT)]
      : []),
  ];
}

export const BADGE = 20;
/** The widest field of two initials: their letters are drawn a little narrower than they are reckoned. */
const AVATAR = 24;

const badgeWidth = (text: string): number => Math.max(BADGE, textWidth(text, INK) + 8);

/** A number or initials in a round field, its left side at `x`, its middle at `y`; wider for more letters if it may be. */
export function badge(x: number, y: number, text: string, most = 99): readonly Shape[] {
  const width = Math.min(most, badgeWidth(text));
  return [
    { kind: "box", x, y: y - BADGE / 2, width, height: BADGE, radius: BADGE / 2, fill: "quiet-ground" },
    write(text, { x: x + width / 2, y: y + 4 }, { ...SOFT, middle: true }),
  ];
}

/** The state in words, on the card's upper edge. */
function stateMark({ x, y, width }: Place, word: string, { tone, ground }: StateLook): readonly Shape[] {
  const wide = textWidth(word, { size: CARD.small, bold: true }) + 16;
  const box = { x: x + width - wide - 10, y: y - 10, width: wide, height: 20 };
  return [
    { kind: "box", ...box, radius: 10, fill: ground, stroke: tone },
    write(word, { x: box.x + wide / 2, y: box.y + 14 }, { size: CARD.small, fill: tone, bold: true, middle: true }),
  ];
}
