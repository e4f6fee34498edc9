import type { ReactFlowInstance } from "@xyflow/react";
import i18next from "i18next";
import type { PointerEvent as ReactPointerEvent } from "react";
import { cardAt, type Point } from "./canvas-layout.ts";
import { type ConnectGround, connect } from "./connect-end.ts";
import { edgePan, firstTarget } from "./connect-stage.ts";
import { connectingNow, offerStage, setConnecting, stopConnecting } from "./connecting.ts";
import { coveredWidth } from "./drawing-view.ts";

interface World extends Pick<ReactFlowInstance, "screenToFlowPosition" | "getViewport" | "setViewport"> {
  readonly ground: { readonly current: ConnectGround };
}

/** What lies under the pointer: a card, the ground between the cards, or what is no part of the drawing. */
type Under = number | "ground" | "elsewhere";

/** So far the pointer may move while it is pressed and let go at once, in pixels. */
const STILL = 6;
/** A frame that came late moves the view no further than this, in milliseconds. */
const LONGEST_FRAME = 50;

const pointOf = ({ clientX, clientY }: MouseEvent | ReactPointerEvent): Point => ({ x: clientX, y: clientY });

/** What a pointer does with lines: held, it ends the line where it is let go; else its next press does. */
export function pointingOn(world: World) {
  let pressed: Point = { x: 0, y: 0 };
  /** The press that began the line is a click, too. */
  let beginning = false;
  const pan = panAtEdge(world, aim);

  function aim(pointer: Point) {
    const now = connectingNow();
    if (now === null) return;
    const under = underPointer(world, pointer);
    const target = typeof under === "number" && under !== now.from ? under : null;
    if (now.held || under !== "elsewhere") setConnecting({ ...now, target, pointer });
  }
  const endAt = (from: number, under: Under, pointer: Point) => {
    if (under === "ground") offerStage(from, pointer);
    else if (under === "elsewhere" || under === from) stopConnecting(i18next.t("connect.cancelled"));
    else void connect(from, under, world.ground.current);
  };
  return {
    onDown(event: ReactPointerEvent) {
      const target = event.target as Element;
      const id = target.closest(".card-handle") && target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      if (!id || event.button !== 0 || connectingNow() !== null) return;
      pressed = pointOf(event);
      setConnecting({ from: Number(id), target: null, pointer: pressed, held: true });
      pan.begin();
    },
    onPress() {
      beginning = false;
    },
    onMove(event: PointerEvent) {
      // Where the view moves under a pointer that rests, the browser tells of a move too.
      if (event.movementX === 0 && event.movementY === 0) return;
      aim(pointOf(event));
      pan.look();
    },
    onUp(event: PointerEvent) {
      const now = connectingNow();
      if (!now?.held) return;
      const pointer = pointOf(event);
      const { from } = now;
      const count = world.ground.current.layout.places.length;
      if (Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) < STILL) {
        beginning = true;
        setConnecting({ from, target: firstTarget(from, count), pointer: null, held: false });
      } else endAt(from, underPointer(world, pointer), pointer);
    },
    /** The press that ends a line does nothing else; keys that press a button are no press of the pointer. */
    onClick(event: MouseEvent) {
      const now = connectingNow();
      const on = event.target as Element;
      if (now === null || now.held || event.detail === 0 || beginning) return;
      const pointer = pointOf(event);
      const under = underPointer(world, pointer);
      if (under === "elsewhere" && on.closest(".canvas")) return;
      endAt(now.from, under, pointer);
      if (under === "elsewhere") return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function underPointer({ ground, screenToFlowPosition }: World, pointer: Point): Under {
  const element = document.elementFromPoint(pointer.x, pointer.y);
  if (!element?.closest(".canvas .react-flow") || element.closest(".react-flow__panel")) return "elsewhere";
  const id = element.closest<HTMLElement>(".react-flow__node")?.dataset.id;
  // From afar, cards have no elements.
  return id === undefined ? (cardAt(ground.current.layout, screenToFlowPosition(pointer)) ?? "ground") : Number(id);
}

/** Moves the view, frame by frame, while a line is held near the edge of what is to be seen of the drawing. */
function panAtEdge({ ground, getViewport, setViewport }: World, aim: (pointer: Point) => void) {
  let pane = new DOMRect();
  let [frame, last] = [0, 0];
  const speed = (): Point => {
    const { held, pointer } = connectingNow() ?? {};
    if (!held || !pointer) return { x: 0, y: 0 };
    const at = { x: pointer.x - pane.x, y: pointer.y - pane.y };
    return edgePan(at, pane, getViewport(), ground.current.layout);
  };
  const step = (time: number) => {
    frame = 0;
    const { x, y } = speed();
    const pointer = connectingNow()?.pointer;
    if ((x === 0 && y === 0) || !pointer) return;
    const passed = Math.min(LONGEST_FRAME, time - last);
    last = time;
    // Asked before the view moves, while the page is laid out: a frame behind, but no second layout in it.
    aim(pointer);
    const view = getViewport();
    void setViewport({ ...view, x: view.x + x * passed, y: view.y + y * passed });
    frame = requestAnimationFrame(step);
  };
  return {
    begin() {
      const all = document.querySelector(".canvas > .react-flow")?.getBoundingClientRect();
      if (all) pane = new DOMRect(all.x, all.y, all.width - coveredWidth(), all.height);
    },
    look() {
      if (frame !== 0) return;
      const { x, y } = speed();
      if (x === 0 && y === 0) return;
      last = performance.now();
      frame = requestAnimationFrame(step);
    },
  };
}
