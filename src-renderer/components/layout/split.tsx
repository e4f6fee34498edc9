import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { clampFraction } from "../basics/split-size.ts";
import "./split.css";

interface SplitProps {
  readonly label: string;
  /** Share of the first pane, 0..1. */
  readonly fraction: number;
  /** null: back to the initial size. */
  readonly onResize: (fraction: number | null) => void;
  readonly first: ReactNode;
  /** null: the first pane has all the room. */
  readonly second: ReactNode | null;
  /** Narrow: only one of the two is shown. */
  readonly narrowShows?: "first" | "second";
}

const STEP = 0.02;

/** Two panes and a handle between them: dragged, or moved with the arrow keys (Home and End for the ends). */
export function Split({ label, fraction: kept, onResize, first, second, narrowShows }: SplitProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const fraction = dragged ?? kept;

  const drag = (event: PointerEvent) => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setDragged(clampFraction((event.clientX - bounds.left) / bounds.width));
  };
  const drop = () => {
    if (dragged !== null) onResize(dragged);
    setDragged(null);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -STEP,
      ArrowUp: -STEP,
      ArrowRight: STEP,
      ArrowDown: STEP,
      Home: -1,
      End: 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onResize(clampFraction(fraction + step));
  };

  return (
    <div
      ref={box}
      className="split"
      data-narrow-shows={narrowShows}
      style={{ "--split": `${fraction * 100}%` } as React.CSSProperties}
    >
      <div className="split-pane split-first">{first}</div>
      {second !== null && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a focusable splitter is this role (ARIA window splitter) */}
          <div
            className="split-handle"
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation="vertical"
            aria-valuemin={15}
            aria-valuemax={85}
            aria-valuenow={Math.round(fraction * 100)}
            onKeyDown={onKey}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onPointerUp={drop}
            onDoubleClick={() => onResize(null)}
          />
          <div className="split-pane split-second">{second}</div>
        </>
      )}
    </div>
  );
}
