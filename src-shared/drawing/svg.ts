import { marksShown } from "../basics/index.ts";
import type { Picture, Shape, Tone } from "./picture-types.ts";

/** The colours of the app's light tokens, for drawings that leave it. */
export const PALETTE: Readonly<Record<Tone, string>> = {
  surface: "#ffffff",
  line: "#e3e3df",
  "line-strong": "#8b8d90",
  ink: "#1b1d21",
  "ink-soft": "#54585f",
  "quiet-ground": "#ededea",
  accent: "#2553c7",
  "info-ground": "#e8eefb",
  good: "#1a6b3c",
  "good-ground": "#e6f4eb",
  bad: "#b3261e",
  "bad-ground": "#fcebe9",
};

/** An element of SVG: in a page React makes it, in a file it is text. */
export interface Element {
  readonly tag: "rect" | "path" | "text";
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

type Colour = (tone: Tone) => string;

/** The elements of a picture, each colour as the caller says it. */
export const elementsOf = ({ shapes }: Pick<Picture, "shapes">, colour: Colour): readonly Element[] =>
  shapes.map((shape) => elementOf(shape, colour));

function elementOf(shape: Shape, colour: Colour): Element {
  switch (shape.kind) {
    case "box": {
      const { x, y, width, height, radius } = shape;
      return { tag: "rect", attributes: { x, y, width, height, rx: radius, ...look(shape, colour) } };
    }
    case "path":
      return { tag: "path", attributes: { d: shape.d, ...look(shape, colour) } };
    case "icon": {
      const { d, x, y, size, stroke } = shape;
      const scale = size / 24;
      const transform = `translate(${round(x)} ${round(y)}) scale(${scale})`;
      return {
        tag: "path",
        attributes: {
          ...{ d, transform, fill: "none", stroke: colour(stroke), "stroke-width": 2 },
          ...{ "stroke-linecap": "round", "stroke-linejoin": "round" },
        },
      };
    }
    case "text": {
      const { text, x, y, size, fill, bold, middle } = shape;
      return {
        tag: "text",
        attributes: {
          ...{ x: round(x), y: round(y), "font-size": size, fill: colour(fill) },
          ...(bold && { "font-weight": 600 }),
          ...(middle && { "text-anchor": "middle" }),
        },
        text: marksShown(text),
      };
    }
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

function look({ fill, stroke, dashed, ...shape }: Extract<Shape, { kind: "box" | "path" }>, colour: Colour) {
  return {
    fill: fill === undefined ? "none" : colour(fill),
    ...(stroke !== undefined && { stroke: colour(stroke) }),
    ...(stroke !== undefined && shape.thick !== undefined && { "stroke-width": shape.thick }),
    ...(dashed && { "stroke-dasharray": "4 3" }),
  };
}

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";

const escaped = (text: string) =>
  marksShown(text).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

/** A picture as a file of its own, on white. */
export function documentOf(picture: Picture, title: string): string {
  const { width, height, says } = picture;
  const elements = elementsOf(picture, (tone) => PALETTE[tone]).map(({ tag, attributes, text }) => {
    const written = Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
      .join("");
    return text === undefined ? `<${tag}${written}/>` : `<${tag}${written}>${escaped(text)}</${tag}>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(says)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...elements,
    "</svg>",
    "",
  ].join("\n");
}
