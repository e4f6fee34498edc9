import { cardShapes } from "./card-shapes.ts";
import type { Picture, PictureWords, RunMarks, Shape } from "./picture-types.ts";
import { arrowsPath, headsPath, type Place, placeCards } from "./places.ts";
import type { StageCard } from "./stage-cards.ts";

interface Given {
  readonly cards: readonly StageCard[];
  readonly words: PictureWords;
  /** How wide the picture may be. */
  readonly room?: number;
  readonly run?: RunMarks | null;
}

/** Around the cards: where a line ends, its arrow turns there. */
const MARGIN = 25;

/**
 * The drawing of a flow, and of a run where one is given: what the app exports and prints, the run's page shows and the docs
 * have. Cards stand and are set as on the canvas.
 */
export function pictureOf({ cards, words, room, run = null }: Given): Picture {
  const layout = placeCards(cards, room === undefined ? undefined : room - 2 * MARGIN);
  const moved = layout.places.map((place) => ({ ...place, x: place.x + MARGIN, y: place.y + MARGIN }));
  const lines = { places: moved, columns: layout.columns };
  const shapes: Shape[] = [
    { kind: "path", d: arrowsPath(lines), stroke: "line-strong", thick: 1.5 },
    { kind: "path", d: headsPath(lines), fill: "line-strong" },
    ...cards.flatMap((card, at) => cardShapes({ card, at, place: moved[at] as Place, words, run })),
  ];
  return {
    width: layout.width + 2 * MARGIN,
    height: layout.height + 2 * MARGIN,
    shapes,
    says: cards.map((card, at) => words.stage(card, at)).join("\n"),
  };
}
