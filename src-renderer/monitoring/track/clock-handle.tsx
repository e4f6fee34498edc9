import type { KeyboardEvent } from "react";
import { notify, useTime } from "../../app/index.ts";
import { useReadOnly, useTranslation } from "../../components/index.ts";
import { nextOf } from "../clock/due-rows.ts";
import type { Target } from "../clock/use-advance.ts";
import type { Detail } from "../types.ts";

interface KnobProps {
  readonly instance: Detail;
  /** From 0 to 1. */
  readonly x: number;
  /** The drag target, in flow time; null: it is at the clock's time. */
  readonly target: number | null;
  readonly advance: (target: Target) => void;
  /** Reports that a clock never goes back. */
  readonly back: () => void;
}

/**
 * The clock's time on the track. Right arrow goes to the next due item, Page up one day ahead; the line can be dragged,
 * too [C6].
 */
export function ClockHandle({ instance, x, target, advance, back }: KnobProps) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const readOnly = useReadOnly();
  const { clock, due } = instance;
  const place = { left: `${x * 100}%` };
  if (!clock.virtual || readOnly !== null) return <span className="track-now" style={place} />;
  const next = () => (nextOf(due) === null ? notify(t("clock.nothingDue")) : advance({ toNextDue: true }));
  const dayOn = () => advance({ by: "P1D" });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: next,
    ArrowUp: next,
    PageUp: dayOn,
    ArrowLeft: back,
    ArrowDown: back,
    PageDown: back,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      className="track-now track-knob"
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={t("track.now")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(x * 100)}
      aria-valuetext={time.dateTime(target ?? clock.now)}
      title={t("track.drag")}
      onKeyDown={onKeyDown}
    />
  );
}
