import { useEffect, useRef, useState } from "react";
import { notify } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";

/** From one step to the next, so that one can watch. */
const PACE_MS = 700;

export interface Pace {
  /** Steps are being taken one after the other. */
  readonly playing: boolean;
  /** Calls `step` again and again until it answers false, somebody stops it, or the page is left. One at a time. */
  readonly play: (step: () => Promise<boolean>, pace?: "watch" | "fast") => Promise<void>;
  readonly stop: () => void;
}

/** Step after step, at a speed that can be watched, as long as the page is open that uses it: it says when it ends with that. */
export function usePace(): Pace {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  /** The loop that may go on; null: none. A loop stopped during its pause ends, even if another has begun. */
  const current = useRef<object | null>(null);
  const stop = () => {
    current.current = null;
    setPlaying(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` changes with the language, and the page stays then
  useEffect(
    () => () => {
      if (current.current !== null) notify(t("plays.stoppedByLeaving"), t("plays.stoppedByLeavingText"));
      current.current = null;
    },
    [],
  );

  const play: Pace["play"] = async (step, pace = "watch") => {
    if (current.current !== null) return;
    const loop = {};
    current.current = loop;
    setPlaying(true);
    const pause = pace === "fast" || wantsNoMotion() ? 0 : PACE_MS;
    while (current.current === loop) {
      const [goesOn] = await Promise.all([step(), waited(pause)]);
      if (!goesOn) break;
    }
    if (current.current === loop) stop();
  };
  return { playing, play, stop };
}

const wantsNoMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** As long as one step is seen. */
export const moment = (): Promise<void> => waited(PACE_MS);

const waited = (milliseconds: number): Promise<void> =>
  milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve, milliseconds));
