import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, host, notifyError, useCall } from "../../app/index.ts";
import { useBusy, useTranslation } from "../../components/index.ts";
import { moment, usePace } from "./use-pace.ts";

export type Following = NonNullable<OutputOf<"plays.get">["following"]>;
type Reached = OutputOf<"plays.next">;

export interface Player {
  readonly following: Following;
  /** Steps are being taken one after the other. */
  readonly playing: boolean;
  readonly busy: boolean;
  readonly next: () => void;
  /** Takes the remaining steps: slowly enough to watch, or as fast as possible. */
  readonly play: (pace: "watch" | "fast") => void;
  readonly stop: () => void;
  readonly leave: () => void;
}

/** The steps that a run follows; null: none, or not loaded yet. */
export function useFollowing(id: string): Player | null {
  const { t } = useTranslation();
  const answer = useCall("plays.get", { id }, ["instance"]);
  const { busy, unlessBusy } = useBusy();
  const { reload } = answer;
  const { playing, play, stop } = usePlaying(id, reload);
  const following = answer.value?.following ?? null;
  if (following === null) return null;
  const { done } = following;

  const next = () =>
    unlessBusy(async () => {
      await callOrNotify(t("plays.failed"), "plays.next", { id, at: done, pace: "at once" });
      reload();
    });
  const leave = async () => {
    stop();
    await callOrNotify(t("plays.leaveFailed"), "plays.leave", { id });
    reload();
  };
  return {
    ...{ following, playing, busy, stop },
    next: () => void next(),
    play: (pace) => void play(done, pace).then(reload),
    leave: () => void leave(),
  };
}

/** Takes the remaining steps until one is refused. Calls `onWait` at each check of a pending wait. */
function usePlaying(id: string, onWait: () => void) {
  const { t } = useTranslation();
  const pace = usePace();
  const play = (from: number, speed: "watch" | "fast") => {
    let at = from;
    const step = async () => {
      const answer = await host.call("plays.next", { id, at, pace: speed === "watch" ? "clock" : "at once" });
      if (!answer.ok) notifyError(t("plays.failed"), answer.error);
      if (!answer.ok) return false;
      if (answer.value.waitsUntil !== null) {
        onWait();
        await moment();
        return true;
      }
      if (isOver(answer.value, at)) return false;
      at = answer.value.done;
      return true;
    };
    return pace.play(step, speed);
  };
  return { ...pace, play };
}

const isOver = ({ done, steps, stopped }: Reached, at: number): boolean =>
  stopped !== null || done === steps || done <= at;
