import { useEffect, useRef, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { callOrTell, host, tellError, useCall } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";

export type Following = NonNullable<OutputOf<"plays.get">["following"]>;
type Reached = OutputOf<"plays.next">;

/** From one step to the next, so that one can watch. */
const PACE_MS = 700;

export interface Player {
  readonly following: Following;
  /** Steps are being taken one after the other. */
  readonly playing: boolean;
  readonly busy: boolean;
  readonly next: () => void;
  /** Takes the steps that are left: each to be seen, or as fast as they go. */
  readonly play: (pace: "watch" | "fast") => void;
  readonly stop: () => void;
  readonly leave: () => void;
}

/** The steps that a run follows; null: it follows none, or they are not known yet. */
export function useFollowing(id: string): Player | null {
  const { t } = useTranslation();
  const answer = useCall("plays.get", { id }, ["instance"]);
  const [busy, setBusy] = useState(false);
  const { playing, play, stop } = usePlaying(id);
  const { reload } = answer;
  const following = answer.value?.following ?? null;
  if (following === null) return null;
  const { done } = following;

  const next = async () => {
    setBusy(true);
    await callOrTell(t("plays.failed"), "plays.next", { id, at: done });
    setBusy(false);
    reload();
  };
  const leave = async () => {
    stop();
    await callOrTell(t("plays.leaveFailed"), "plays.leave", { id });
    reload();
  };
  return {
    ...{ following, playing, busy, stop },
    next: () => void next(),
    play: (pace) => void play(done, pace).then(reload),
    leave: () => void leave(),
  };
}

/** Takes step after step until one is refused, none is left, somebody stops it, or the page is left. */
function usePlaying(id: string) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  /** The loop that may go on; null: none. One that was stopped during its pause ends, whatever begins meanwhile. */
  const current = useRef<object | null>(null);
  const stop = () => {
    current.current = null;
    setPlaying(false);
  };
  useEffect(
    () => () => {
      current.current = null;
    },
    [],
  );

  const play = async (from: number, pace: "watch" | "fast") => {
    if (current.current !== null) return;
    const loop = {};
    current.current = loop;
    setPlaying(true);
    const pause = pace === "fast" || wantsNoMotion() ? 0 : PACE_MS;
    let at = from;
    while (current.current === loop) {
      const [answer] = await Promise.all([host.call("plays.next", { id, at }), waited(pause)]);
      if (!answer.ok) tellError(t("plays.failed"), answer.error);
      if (!answer.ok || isOver(answer.value, at)) break;
      at = answer.value.done;
    }
    if (current.current === loop) stop();
  };
  return { playing, play, stop };
}

const isOver = ({ done, steps, stopped }: Reached, at: number): boolean =>
  stopped !== null || done === steps || done <= at;

const wantsNoMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const waited = (milliseconds: number): Promise<void> =>
  milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve, milliseconds));
