import { BADGE, badge } from "./card-shapes.ts";
import { initials } from "./initials.ts";
import type { Picture, Shape } from "./picture-types.ts";
import { arrowsPath, headsPath, type Place } from "./places.ts";

interface Stage {
  readonly name: string;
  readonly people: readonly string[];
}

/** People that a stage shows; more are a number. */
const SHOWN = 3;
const GAP = 18;
const HEIGHT = 40;
const PADDING = 7;
/** Badges of one stage lie a little over each other. */
const STEP = BADGE - 1;

/** A flow at a glance: its stages from left to right, and who acts in each. */
export function smallPictureOf(stages: readonly Stage[]): Picture {
  let left = 1;
  const places: Place[] = stages.map(({ people }) => {
    const width = Math.max(1, Math.min(people.length, SHOWN + 1)) * STEP + 1 + 2 * PADDING;
    const place = { x: left, y: 1, width, height: HEIGHT };
    left += width + GAP;
    return place;
  });
  const lines = { places, columns: stages.length };
  return {
    width: left - GAP + 1,
    height: HEIGHT + 2,
    shapes: [
      { kind: "path", d: arrowsPath(lines), stroke: "line-strong", thick: 1.5 },
      { kind: "path", d: headsPath(lines), fill: "line-strong" },
      ...stages.flatMap(({ people }, at) => smallStage(people, places[at] as Place)),
    ],
    says: stages.map(({ name, people }, at) => `${at + 1}. ${name}: ${people.join(", ")}`).join("\n"),
  };
}

function smallStage(people: readonly string[], place: Place): readonly Shape[] {
  const { x, y, width } = place;
  const middle = y + HEIGHT / 2;
  const more = people.length - SHOWN;
  const marks = [...people.slice(0, SHOWN).map(initials), ...(more > 0 ? [`+${more}`] : [])];
  // What is only sent: two lines of a letter.
  const letter = `M${x + PADDING} ${middle - 4}h${width - 2 * PADDING}m${2 * PADDING - width} 8h${width - 3 * PADDING}`;
  return [
    { kind: "box", ...place, radius: 6, fill: "surface", stroke: "line-strong" },
    ...(people.length === 0 ? [{ kind: "path", d: letter, stroke: "line-strong" } as const] : []),
    ...marks.flatMap((mark, index) => badge(x + PADDING + index * STEP, middle, mark, BADGE)),
  ];
}
