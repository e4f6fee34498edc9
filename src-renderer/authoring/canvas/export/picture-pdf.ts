import fontkit from "@pdf-lib/fontkit";
import { type Color, LineCapStyle, PDFDocument, type PDFFont, type PDFPage, rgb } from "pdf-lib";
import plainFace from "../../../../resources/fonts/DejaVuSansCondensed.ttf?url";
import boldFace from "../../../../resources/fonts/DejaVuSansCondensed-Bold.ttf?url";
import { PALETTE, type Picture, type Place, type Shape, type Tone } from "../../../../src-shared/drawing/index.ts";

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
}

/** A drawing as a single page of its size, as vectors and text; as a bitmap if the font lacks letters. */
export async function pdfOf(picture: Picture, title: string, png: () => Promise<Blob>): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  made.setTitle(title);
  made.registerFontkit(fontkit);
  const page = made.addPage([picture.width, picture.height]);
  const fonts: Fonts = { plain: await embed(made, plainFace), bold: await embed(made, boldFace) };
  const known = new Set(fonts.plain.getCharacterSet());
  const isKnown = (shape: Shape) =>
    shape.kind !== "text" || [...shape.text].every((letter) => known.has(letter.codePointAt(0) ?? 0));
  if (picture.shapes.every(isKnown)) for (const shape of picture.shapes) draw(page, shape, fonts);
  else {
    const image = await made.embedPng(await (await png()).arrayBuffer());
    page.drawImage(image, { x: 0, y: 0, width: picture.width, height: picture.height });
  }
  return made.save();
}

async function embed(made: PDFDocument, address: string): Promise<PDFFont> {
  const answer = await fetch(address);
  return made.embedFont(await answer.arrayBuffer(), { subset: true });
}

const colour = (tone: Tone): Color => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(PALETTE[tone].slice(at, at + 2), 16));
  return rgb(red / 255, green / 255, blue / 255);
};

function draw(page: PDFPage, shape: Shape, fonts: Fonts): void {
  const top = page.getHeight();
  if (shape.kind === "text") {
    const { text, x, y, size: given, fill, bold, middle } = shape;
    const font = bold ? fonts.bold : fonts.plain;
    // This font is wider than the page's.
    const size = given * 0.95;
    const left = middle ? x - font.widthOfTextAtSize(text, size) / 2 : x;
    page.drawText(text, { x: left, y: top - y, size, font, color: colour(fill) });
    return;
  }
  if (shape.kind === "icon") {
    const { d, x, y, size, stroke } = shape;
    const scale = size / 24;
    page.drawSvgPath(d, {
      ...{ x, y: top - y, scale, borderColor: colour(stroke), borderWidth: 2 * scale },
      borderLineCap: LineCapStyle.Round,
    });
    return;
  }
  const { fill, stroke, thick = 1, dashed } = shape;
  page.drawSvgPath(shape.kind === "box" ? roundBox(shape, shape.radius) : shape.d, {
    ...{ x: 0, y: top },
    ...(fill !== undefined && { color: colour(fill) }),
    ...(stroke !== undefined && { borderColor: colour(stroke), borderWidth: thick }),
    ...(dashed && stroke !== undefined && { borderDashArray: [4, 3] }),
  });
}

function roundBox({ x, y, width, height }: Place, radius: number): string {
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const turn = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return [
    `M${x + radius} ${y}h${across}${turn(radius, radius)}v${down}${turn(-radius, radius)}`,
    `h${-across}${turn(-radius, -radius)}v${-down}${turn(radius, -radius)}z`,
  ].join("");
}
