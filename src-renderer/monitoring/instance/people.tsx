import { type RefObject, useEffect, useId, useRef } from "react";
import { setChoice, usePreferences } from "../../app/index.ts";
import { Choice, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Pace } from "../following/use-pace.ts";
import type { Detail } from "../types.ts";
import { Wall } from "../wall/wall.tsx";
import { Participants } from "./participants.tsx";
import { PlayEveryone } from "./play-everyone.tsx";

const PLACE = "instance.people";
type Shown = "list" | "wall";

/** How the participants of a run are shown, and how to change that. */
export interface PeopleShown {
  readonly shown: Shown;
  /** The author chose this view at least once. */
  readonly isChosen: boolean;
  readonly show: (next: Shown) => void;
  /** The choice was just made: its control keeps the focus wherever it moves. */
  readonly moved: RefObject<boolean>;
}

export function usePeopleShown(): PeopleShown {
  const chosen = usePreferences((state) => state.choices[PLACE]);
  const moved = useRef(false);
  // Nobody can open their page in a read-only workspace.
  const isReadOnly = useReadOnly() !== null;
  const show = (next: Shown) => {
    moved.current = true;
    setChoice(PLACE, next);
  };
  return { shown: chosen === "wall" && !isReadOnly ? "wall" : "list", isChosen: chosen !== undefined, show, moved };
}

interface Props {
  readonly instance: Detail;
  /** The player's pace: the run's page owns it, so that it continues when another tab is open. */
  readonly pace: Pace;
  readonly people: PeopleShown;
}

/** The participants of a run: as a list, or as a wall of their pages. */
export function People({ instance, pace, people: { shown, show, moved } }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const head = useRef<HTMLSpanElement>(null);
  const isReadOnly = useReadOnly() !== null;
  useEffect(() => {
    if (moved.current) head.current?.querySelector<HTMLElement>("input:checked")?.focus();
    moved.current = false;
  }, [moved]);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t("common.participants")}</h2>
        {!isReadOnly && (
          <span ref={head} className="panel-actions">
            <PlayEveryone {...{ instance, pace }} />
            <Choice
              label={t("wall.show")}
              value={shown}
              onChange={show}
              options={[
                ["list", t("common.list")],
                ["wall", t("wall.wall")],
              ]}
            />
          </span>
        )}
      </div>
      {shown === "wall" ? <Wall instance={instance} /> : <Participants instance={instance} />}
    </section>
  );
}
