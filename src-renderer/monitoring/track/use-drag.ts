import { type PointerEvent, useEffect, useState } from "react";
import { useReadOnly } from "../../components/index.ts";
import type { Target } from "../clock/use-advance.ts";
import type { Detail } from "../types.ts";
import { nearest, type Track } from "./track.ts";
import type { TrackItem } from "./track-items.ts";

/** The fraction of the track within which a drag snaps to a due item. */
const REACH = 0.015;

interface Dragged {
  readonly x: number;
  readonly at: number;
  /** How many due items are at or before it. */
  readonly due: number;
}

/**
 * Drags a virtual clock along its track: it advances on release. Escape leaves it unchanged.
 * @param onBack called when it is released before its current position
 */
export function useDrag(
  instance: Detail,
  track: Track<TrackItem>,
  advance: (target: Target) => void,
  onBack: () => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const readOnly = useReadOnly();
  const { clock } = instance;
  const due = track.points.filter(({ item }) => item.kind === "due");

  const stands = track.points.find(({ item }) => item.kind === "now")?.x ?? 0;

  const pointedAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientX - left) / width));
  };
  const targetAt = (event: PointerEvent<HTMLElement>): Dragged | null => {
    const pointed = pointedAt(event);
    const met = nearest(due, pointed, REACH);
    const at = met?.at ?? track.instantAt(pointed);
    const x = track.points.find(({ item }) => item === met)?.x ?? pointed;
    return at < clock.now ? null : { x, at, due: due.filter(({ item }) => item.at <= at).length };
  };
  const isKnob = ({ target }: PointerEvent) => (target as HTMLElement).matches(".track-knob");

  useEffect(() => {
    if (dragged === null) return;
    const leave = ({ key }: KeyboardEvent) => key === "Escape" && setDragged(null);
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [dragged]);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!clock.virtual || readOnly !== null || event.button !== 0) return;
      if ((event.target as HTMLElement).closest("button, a") !== null) return;
      const first = isKnob(event) ? { x: event.clientX, at: clock.now, due: 0 } : targetAt(event);
      if (first === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (!isKnob(event)) setDragged(first);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setDragged(targetAt(event));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId) && pointedAt(event) < stands - REACH) onBack();
      event.currentTarget.releasePointerCapture(event.pointerId);
      if (dragged !== null && dragged.at > clock.now) advance({ to: dragged.at });
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  };
  return { dragged, handlers };
}
