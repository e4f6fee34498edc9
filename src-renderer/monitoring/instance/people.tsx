import { useId } from "react";
import { setChoice, usePreferences } from "../../app/index.ts";
import { Choice, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Pace } from "../following/use-pace.ts";
import type { Detail } from "../types.ts";
import { Wall } from "../wall/wall.tsx";
import { Participants } from "./participants.tsx";
import { PlayEveryone } from "./play-everyone.tsx";

const PLACE = "instance.people";

interface Props {
  readonly instance: Detail;
  /** Of whom is played: the run's page has it, so that it goes on beside its other tabs. */
  readonly pace: Pace;
}

/** Everybody in a run: as a list, or as a wall of their pages. */
export function People({ instance, pace }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = usePreferences((state) => state.choices[PLACE]);
  // Nobody can open their page in a workspace that is only read.
  const isReadOnly = useReadOnly() !== null;
  const shown = chosen === "wall" && !isReadOnly ? "wall" : "list";
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t("common.participants")}</h2>
        {!isReadOnly && (
          <span className="panel-actions">
            <PlayEveryone {...{ instance, pace }} />
            <Choice
              label={t("wall.show")}
              value={shown}
              onChange={(next) => setChoice(PLACE, next)}
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
