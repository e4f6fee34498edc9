import { Eraser, Undo2 } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { WireSignature } from "../../../src-shared/service/index.ts";
import { Button } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import { boxOf, drawStroke, isMeant, type Point, type Stroke } from "./strokes.ts";

/** Ink on white paper in every theme: the document shows exactly this. */
const INK = "#14213d";
/** Fractions of the area's width. */
const PEN_WIDTH = 0.0055;
const MARGIN = 0.02;
/** Full width in pixels of the picture that is sent. */
const PICTURE_WIDTH = 1200;

/** A signature drawn with the mouse, a finger or a pen. */
export function DrawnSignature({ onChange }: { readonly onChange: (signature: WireSignature | null) => void }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const current = useRef<Point[] | null>(null);
  useRedrawing(canvas, strokes);

  const keep = (next: readonly Stroke[]) => {
    setStrokes(next);
    onChange(isMeant(next) ? { kind: "drawn", data: pictureOf(next) } : null);
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    current.current = [placeOf(event.nativeEvent, event.currentTarget)];
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (current.current === null) return;
    const { nativeEvent, currentTarget } = event;
    const passed = nativeEvent.getCoalescedEvents?.() ?? [];
    for (const point of passed.length > 0 ? passed : [nativeEvent]) {
      current.current.push(placeOf(point, currentTarget));
    }
    draw(currentTarget, [...strokes, current.current]);
  };
  const end = () => {
    const stroke = current.current;
    current.current = null;
    if (stroke !== null) keep([...strokes, stroke]);
  };
  return (
    <>
      <div className="paper drawing">
        <canvas
          ref={canvas}
          className="drawing-area"
          role="img"
          aria-label={t("sign.drawArea")}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
        />
        <span className="drawing-line" aria-hidden="true" />
        {strokes.length === 0 && (
          <span className="paper-hint drawing-hint" aria-hidden="true">
            {t("sign.drawHint")}
          </span>
        )}
      </div>
      <div className="drawing-buttons">
        <Button look="ghost" icon={Undo2} busy={strokes.length === 0} onClick={() => keep(strokes.slice(0, -1))}>
          {t("sign.undo")}
        </Button>
        <Button look="ghost" icon={Eraser} busy={strokes.length === 0} onClick={() => keep([])}>
          {t("sign.clear")}
        </Button>
      </div>
    </>
  );
}

/** Redraws at the new size: a rotated phone keeps the signature. */
function useRedrawing(canvas: React.RefObject<HTMLCanvasElement | null>, strokes: readonly Stroke[]) {
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      current.width = Math.round(current.clientWidth * window.devicePixelRatio);
      current.height = Math.round(current.clientHeight * window.devicePixelRatio);
      draw(current, strokes);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [canvas, strokes]);
}

function placeOf(event: { readonly clientX: number; readonly clientY: number }, area: Element): Point {
  const { left, top, width } = area.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / width };
}

function penOf(canvas: HTMLCanvasElement, width: number): CanvasRenderingContext2D {
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser cannot draw on a canvas.");
  Object.assign(pen, { strokeStyle: INK, lineWidth: PEN_WIDTH * width, lineCap: "round", lineJoin: "round" });
  return pen;
}

function draw(canvas: HTMLCanvasElement, strokes: readonly Stroke[]) {
  const pen = penOf(canvas, canvas.width);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const stroke of strokes) drawStroke(pen, stroke, canvas.width);
}

/** Only the strokes, cropped, on a transparent background: a PNG as `data:` url. */
function pictureOf(strokes: readonly Stroke[]): string {
  const box = boxOf(strokes, MARGIN);
  const picture = document.createElement("canvas");
  if (box === null) throw new RangeError("Nothing is drawn.");
  picture.width = Math.ceil(box.width * PICTURE_WIDTH);
  picture.height = Math.ceil(box.height * PICTURE_WIDTH);
  const pen = penOf(picture, PICTURE_WIDTH);
  for (const stroke of strokes) drawStroke(pen, stroke, PICTURE_WIDTH, { x: box.left, y: box.top });
  return picture.toDataURL("image/png");
}
