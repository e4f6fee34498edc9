import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { ActionButton, type AppAction, callOrNotify, useActions } from "../../app/index.ts";
import { Select, type Translate, textOr, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** Flow time per wall time. */
const SPEEDS = [1, 60, 3600, 86_400] as const;
const USUAL = 3600;

/** `1 hour a second`; `×7200` for a speed that another program chose. */
export const speedName = (speed: number | null): string => textOr(`clock.speeds.${speed}`, `×${speed}`);

interface PlayerProps {
  readonly clock: Detail["clock"];
  readonly next: Detail["due"][number] | null;
}

/** Plays a virtual clock. The host moves it, so every window shows the same. */
export function Player({ clock, next }: PlayerProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<number>(USUAL);
  const { id, speed } = clock;
  const chosen = speed ?? wanted;
  const readOnly = useReadOnly();

  const playing = speed !== null;
  const play: AppAction = {
    id: "clock.play",
    icon: playing ? Pause : Play,
    title: t(playing ? "clock.pause" : "clock.play"),
    group: t("common.clock"),
    writes: true,
    disabled: playing || next !== null ? null : t("clock.nothingDue"),
    run: () => void (playing ? pause(t, id) : start(t, id, wanted)),
  };
  useActions([play]);

  const choose = (picked: number) => {
    setWanted(picked);
    if (playing) void start(t, id, picked);
  };
  const speeds: readonly number[] = SPEEDS.some((known) => known === chosen) ? SPEEDS : [...SPEEDS, chosen];
  return (
    <span className="clock-player">
      <ActionButton action={play} />
      <Select
        aria-label={t("clock.speed")}
        value={String(chosen)}
        disabled={readOnly !== null}
        options={speeds.map((option) => [String(option), speedName(option)])}
        onChange={(picked) => choose(Number(picked))}
      />
    </span>
  );
}

const start = async (t: Translate, id: string, speed: number) =>
  await callOrNotify(t("clock.playFailed"), "clocks.play", { id, speed });

const pause = async (t: Translate, id: string) => await callOrNotify(t("clock.pauseFailed"), "clocks.pause", { id });
