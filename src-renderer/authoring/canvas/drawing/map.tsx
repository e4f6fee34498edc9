import { Panel, useReactFlow, useStore } from "@xyflow/react";
import type { PointerEvent, WheelEvent } from "react";
import type { Layout } from "../../../../src-shared/drawing/index.ts";
import { useTranslation } from "../../../components/index.ts";
import type { Shapes } from "./shapes.ts";
import "./map.css";

/** Pixels; the height follows the drawing's shape, between these two. */
const WIDTH = 200;
const [LEAST_HEIGHT, MOST_HEIGHT] = [40, 128];
/** Of the drawing, on each side. */
const AROUND = 0.04;
const ZOOM_OF_WHEEL = 0.002;

interface Props {
  readonly layout: Layout;
  readonly shapes: Shapes;
  readonly chosen: number | null;
}

/** A minimap of a long drawing and its visible part: a click or a drag moves the view, the wheel zooms. */
export function CanvasMap({ layout, shapes, chosen }: Props) {
  const { t } = useTranslation();
  const { setCenter, zoomTo, getZoom } = useReactFlow();
  const margin = Math.max(layout.width, layout.height) * AROUND;
  const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin];
  const go = ({ currentTarget: map, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const matrix = map.getScreenCTM();
    if (matrix === null) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    void setCenter(x, y, { zoom: getZoom() });
  };
  const onDown = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    go(event);
  };
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
  };
  const onWheel = ({ deltaY }: WheelEvent) => void zoomTo(getZoom() * 2 ** (-deltaY * ZOOM_OF_WHEEL));
  const place = chosen === null ? undefined : layout.places[chosen];
  return (
    <Panel position="bottom-left" className="canvas-map">
      <svg
        role="img"
        aria-label={t("canvas.map")}
        width={WIDTH}
        height={Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, (WIDTH * height) / width))}
        viewBox={`${-margin} ${-margin} ${width} ${height}`}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onWheel={onWheel}
      >
        <path className="shape-plain" d={shapes.plain} />
        <path className="shape-warned" d={shapes.warned} />
        <path className="shape-bad" d={shapes.bad} />
        {place && <rect className="shape-chosen" {...place} />}
        <InSight />
      </svg>
    </Panel>
  );
}

/** The visible part; the rest is dimmed. */
function InSight() {
  const [tx, ty, zoom] = useStore((state) => state.transform);
  const [width, height] = [useStore((state) => state.width) / zoom, useStore((state) => state.height) / zoom];
  const [x, y] = [-tx / zoom, -ty / zoom];
  const far = 1e7;
  return (
    <>
      <path
        className="canvas-map-mask"
        fillRule="evenodd"
        d={`M${-far} ${-far}h${2 * far}v${2 * far}h${-2 * far}zM${x} ${y}h${width}v${height}h${-width}z`}
      />
      <rect className="canvas-map-sight" {...{ x, y, width, height }} />
    </>
  );
}
