import { CircleX, FastForward, ListOrdered, ListVideo, Square, StepForward, X } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { ActionButton, type AppAction, reasonText, stepText, useActions, useTime } from "../../app/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { StepLine } from "./step-line.tsx";
import { type Player, useFollowing } from "./use-following.ts";
import "./following.css";

/** Below the clock of a run that follows steps: its progress, and the actions to continue. */
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
  const { title, done, steps, stopped, waitsUntil } = following;
  const time = useTime();
  const over = done === steps ? t("plays.over") : null;
  const given = { group: t("plays.label"), writes: true, disabled: over };
  const next: AppAction = {
    ...{ ...given, id: "plays.next", icon: StepForward, title: t("plays.next"), run: player.next },
    disabled: over ?? (playing ? t("plays.playing") : null),
  };
  const all: AppAction = playing
    ? { ...given, id: "plays.all", icon: Square, title: t("common.stop"), run: player.stop }
    : { ...given, id: "plays.all", icon: ListVideo, title: t("plays.all"), run: () => player.play("watch") };
  const fast: AppAction = {
    ...{ ...given, id: "plays.fast", icon: FastForward, title: t("plays.fast"), run: () => player.play("fast") },
    disabled: over ?? (playing ? t("plays.playing") : null),
  };
  const leave: AppAction = {
    ...{ ...given, id: "plays.leave", icon: X, title: t("plays.leave"), run: player.leave },
    disabled: null,
  };
  useActions([next, all, fast, leave]);
  return (
    <section className="following" aria-label={t("plays.label")}>
      <div className="following-head">
        <ListOrdered className="icon" aria-hidden />
        <span className="following-title">
          {t("plays.follows")} <strong title={marksShown(title)}>{marksShown(title)}</strong>
        </span>
        <span className="soft" role="status">
          {t("plays.progress", { done, count: steps })}
        </span>
        <span className="buttons">
          <ActionButton action={next} busy={player.busy} />
          <ActionButton action={all} />
          <ActionButton look="ghost" action={fast} />
          <ActionButton look="ghost" action={leave} />
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
      {waitsUntil !== null && (
        <p className="soft following-waits">{t("plays.waitsUntil", { time: time.dateTime(waitsUntil) })}</p>
      )}
      <StepLine following={following} />
    </section>
  );
}

/** Most names in a sentence. */
const NAMED = 4;

/** What a run waits for, in a sentence. */
function waitsText(t: Translate, { status, participants }: Detail): string {
  if (status !== "in_progress") return t("scenarios.ended", { status: t(`status.${status}`) });
  const pending = participants.flatMap((participant) => participant.pending);
  const named = pending.slice(0, NAMED).map(({ participant, verb, document }) => {
    const does = verb === "sign" ? "signs" : "approves";
    return stepText(t, { label: "", who: participant, does, document });
  });
  const more = pending.length - named.length;
  const all = more > 0 ? [...named, t("common.more", { count: more })] : named;
  return t("scenarios.waitsFor", { acts: all.join(", ") });
}
