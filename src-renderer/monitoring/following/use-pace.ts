import { useEffect, useRef, useState } from "react";
import { notify } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { PACE_MS, paceAfter } from "./pace-after.ts";

export interface Pace {
  /** Steps are being taken one after the other. */
  readonly playing: boolean;
  /**
   * Calls `step` repeatedly until it returns false, somebody stops it, or the page is left. One at a time. After the
   * page is left, `isLeft` says whether anything is left to play.
   */
  readonly play: (
    step: () => Promise<boolean>,
    pace?: "watch" | "fast",
    isLeft?: () => Promise<boolean>,
  ) => Promise<void>;
  readonly stop: () => void;
}

/** Runs step after step at a watchable speed while its page is open; reports when it ends early. */
export function usePace(): Pace {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  /** The current loop; null: none. A loop stopped during its pause ends, even if another has begun. */
  const current = useRef<object | null>(null);
  const isOpen = useRef(true);
  const stop = () => {
    current.current = null;
    setPlaying(false);
  };
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const play: Pace["play"] = async (step, pace = "watch", isLeft = async () => true) => {
    if (current.current !== null) return;
    const loop = {};
    current.current = loop;
    setPlaying(true);
    const isQuick = pace === "fast" || wantsNoMotion();
    let goesOn = true;
    for (let taken = 0; goesOn && isOpen.current && current.current === loop; taken++)
      [goesOn] = await Promise.all([step(), waited(isQuick ? 0 : paceAfter(taken))]);
    if (current.current !== loop) return;
    stop();
    if (goesOn && (await isLeft())) notify(t("plays.stoppedByLeaving"), t("plays.stoppedByLeavingText"));
  };
  return { playing, play, stop };
}

const wantsNoMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** As long as one step is shown. */
export const moment = (): Promise<void> => waited(PACE_MS);

const waited = (milliseconds: number): Promise<void> =>
  milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve, milliseconds));
