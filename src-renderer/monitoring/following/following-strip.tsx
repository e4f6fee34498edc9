import { Check, CircleDot, CircleX, FastForward, ListVideo, Pause, Play, StepForward, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { ActionButton, type AppAction, reasonText, type ShownStep, stepText, useActions } from "../../app/index.ts";
import { IconButton, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { type Following, type Player, useFollowing } from "./use-following.ts";
import { waitsText } from "./waits-text.ts";
import "./following.css";

/** Under the clock of a run that follows steps: how far it has come, and the ways on. */
export function FollowingStrip({ instance }: { readonly instance: Detail }) {
  const player = useFollowing(instance.id);
  return player && <Strip {...{ instance, player }} />;
}

interface StripProps {
  readonly instance: Detail;
  readonly player: Player;
}

/** The strip itself. */
export function Strip({ instance, player }: StripProps) {
  const { t } = useTranslation();
  const { following, playing } = player;
  const { title, done, steps, stopped } = following;
  const over = done === steps ? t("plays.over") : null;
  const given = { group: t("plays.label"), writes: true, disabled: over };
  const next: AppAction = {
    ...{ ...given, id: "plays.next", icon: StepForward, title: t("plays.next"), run: player.next },
    disabled: over ?? (playing ? t("plays.playing") : null),
  };
  const all: AppAction = playing
    ? { ...given, id: "plays.all", icon: Pause, title: t("plays.stop"), run: player.stop }
    : { ...given, id: "plays.all", icon: Play, title: t("plays.all"), run: () => player.play("watch") };
  const fast: AppAction = {
    ...{ ...given, id: "plays.fast", icon: FastForward, title: t("plays.fast"), run: () => player.play("fast") },
    disabled: over ?? (playing ? t("plays.playing") : null),
  };
  const leave: AppAction = { ...given, id: "plays.leave", title: t("plays.leave"), disabled: null, run: player.leave };
  useActions([next, all, fast, leave]);
  return (
    <section className="following" aria-label={t("plays.label")}>
      <div className="following-head">
        <ListVideo className="icon" aria-hidden />
        <span className="following-title">
          {t("plays.follows")} <strong title={title}>{title}</strong>
        </span>
        <span className="soft" role="status">
          {t("plays.progress", { done, count: steps })}
        </span>
        <span className="buttons">
          <ActionButton action={next} busy={player.busy} />
          <ActionButton action={all} />
          <IconButton icon={FastForward} label={fast.title} blocked={fast.disabled} writes onClick={fast.run} />
          <IconButton icon={X} label={t("plays.leave")} writes onClick={leave.run} />
        </span>
      </div>
      {stopped !== null && (
        <p className="following-stopped tone-bad" role="alert">
          <CircleX className="icon" aria-hidden />
          <span>
            {t("plays.stopped", { at: done + 1, why: reasonText(stopped) })} {waitsText(t, instance)}
          </span>
        </p>
      )}
      <Steps following={following} />
    </section>
  );
}

/** One line that scrolls: the next step stays in sight. */
function Steps({ following: { first, shown, done, steps, stopped } }: { readonly following: Following }) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is the next one
  useEffect(() => {
    const box = list.current;
    const next = box?.querySelector<HTMLElement>('[aria-current="step"]') ?? null;
    if (box === null || next === null) return;
    box.scrollTo({ left: next.offsetLeft - (box.clientWidth - next.offsetWidth) / 2 });
  }, [done]);
  const behind = steps - first - shown.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <ol ref={list} className="following-steps" aria-label={t("problems.run")} tabIndex={0}>
      {first > 0 && <li className="soft">{t("problems.moreSteps", { count: first })}</li>}
      {shown.map((step, index) => {
        const at = first + index;
        const state = at < done ? "done" : at > done ? "ahead" : stopped === null ? "next" : "stopped";
        return <StepItem key={at} number={at + 1} {...{ step, state }} />;
      })}
      {behind > 0 && <li className="soft">{t("problems.moreSteps", { count: behind })}</li>}
    </ol>
  );
}

const MARKS: Readonly<Record<StepState, ReactNode>> = {
  done: <Check className="icon tone-good" aria-hidden />,
  next: <CircleDot className="icon" aria-hidden />,
  stopped: <CircleX className="icon tone-bad" aria-hidden />,
  ahead: null,
};
type StepState = "done" | "next" | "stopped" | "ahead";

interface StepItemProps {
  readonly step: ShownStep;
  readonly number: number;
  readonly state: StepState;
}

function StepItem({ step, number, state }: StepItemProps) {
  const { t } = useTranslation();
  const isNext = state === "next" || state === "stopped";
  return (
    <li className={`following-step following-${state}`} aria-current={isNext ? "step" : undefined}>
      {MARKS[state] ?? (
        <span className="soft" aria-hidden>
          {number}
        </span>
      )}
      <span className="visually-hidden">{t(`plays.state.${state}`)}</span>
      {stepText(t, step)}
    </li>
  );
}
