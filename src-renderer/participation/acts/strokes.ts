/** A drawn signature as lines of points, in fractions of the drawing area's width. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Stroke = readonly Point[];

interface Pen {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void;
  stroke(): void;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Draws a stroke as one smooth line: curves between midpoints, bent towards each point. */
export function drawStroke(pen: Pen, stroke: Stroke, width: number, origin: Point = { x: 0, y: 0 }): void {
  const points = stroke.map(({ x, y }) => ({ x: (x - origin.x) * width, y: (y - origin.y) * width }));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return;
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  for (const [index, point] of points.slice(1, -1).entries()) {
    const next = points[index + 2] ?? last;
    const middle = between(point, next);
    pen.quadraticCurveTo(point.x, point.y, middle.x, middle.y);
  }
  pen.lineTo(last.x, last.y);
  pen.stroke();
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest box around all strokes with `margin` on every side; null if nothing is drawn. */
export function boxOf(strokes: readonly Stroke[], margin: number): Box | null {
  const points = strokes.flat();
  if (points.length === 0) return null;
  const left = points.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY) - margin;
  const right = points.reduce((most, { x }) => Math.max(most, x), Number.NEGATIVE_INFINITY) + margin;
  const top = points.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY) - margin;
  const bottom = points.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY) + margin;
  return { left, top, width: right - left, height: bottom - top };
}

/** Enough ink to be intentional: a slip of the finger is not a signature. Length in fractions of the area's width. */
export function isMeant(strokes: readonly Stroke[]): boolean {
  let length = 0;
  for (const stroke of strokes) {
    for (const [index, point] of stroke.entries()) {
      const before = stroke[index - 1] ?? point;
      length += Math.hypot(point.x - before.x, point.y - before.y);
    }
  }
  return length > 0.04;
}
