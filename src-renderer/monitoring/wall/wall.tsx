import { ChevronLeft, ChevronRight, Fullscreen } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { Button, IconButton, useTranslation } from "../../components/index.ts";
import type { Detail, ParticipantDetail, RunFacts } from "../types.ts";
import { Device } from "./device.tsx";
import { FIRST_LOOK, type Look } from "./look.ts";
import "./wall.css";

/** Every participant of a run side by side, each as exactly the page that a browser shows them. */
export function Wall({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const page = useRef<HTMLDivElement>(null);
  const [looks, setLooks] = useState<Readonly<Record<string, Look>>>({});
  const [large, setLarge] = useState<string | null>(null);
  const facts = useFacts(instance);
  const lookAt = useCallback((name: string, look: Look) => setLooks((before) => ({ ...before, [name]: look })), []);
  const enlarge = useCallback((name: string) => setLarge((before) => (before === name ? null : name)), []);
  return (
    <div ref={page} className="wall" data-large={large !== null || undefined}>
      <div className="wall-tools">
        {large === null ? (
          <p className="soft">{t("wall.hint")}</p>
        ) : (
          <People {...{ instance, large }} onPick={setLarge} />
        )}
        <Button look="ghost" icon={Fullscreen} onClick={() => void page.current?.closest("main")?.requestFullscreen()}>
          {t("wall.fullScreen")}
        </Button>
      </div>
      {groupsOf(instance).map(({ title, participants }) => (
        <section
          key={title ?? ""}
          className="wall-group"
          aria-label={title ?? t("wall.informed")}
          hidden={large !== null && !participants.some(({ name }) => name === large)}
        >
          <h3>{title ?? t("wall.informed")}</h3>
          <ul className="wall-devices">
            {participants.map((participant) => {
              const { name } = participant;
              return (
                <Device
                  key={participant.participantId}
                  participant={participant}
                  instance={facts}
                  look={looks[name] ?? FIRST_LOOK}
                  isLarge={large === name}
                  isHidden={large !== null && large !== name}
                  onLook={lookAt}
                  onEnlarge={enlarge}
                />
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The same as long as nothing of it has changed: most acts change one device alone. */
function useFacts({ id, status, timeZone, stages, stageEntered, clock }: Detail): RunFacts {
  return useMemo(
    () => ({ id, status, timeZone, stages, stageEntered, clock }),
    [id, status, timeZone, stages, stageEntered, clock],
  );
}

interface Group {
  /** The stage's name; null: they act in none. */
  readonly title: string | null;
  readonly participants: readonly ParticipantDetail[];
}

/** Everybody, by the stage in which they act first. The order never changes in a run, as a moved frame would reload. */
function groupsOf({ stages, participants }: Detail): readonly Group[] {
  const groups: Group[] = stages.map(({ name }, index) => ({
    title: name,
    participants: participants.filter(({ firstStage }) => firstStage === index),
  }));
  const informed = participants.filter(({ firstStage }) => firstStage === null);
  return [...groups, { title: null, participants: informed }].filter((group) => group.participants.length > 0);
}

interface PeopleProps {
  readonly instance: Detail;
  readonly large: string;
  readonly onPick: (name: string | null) => void;
}

/** Who is shown large: the arrow keys go to the next, Escape back to all. */
function People({ instance, large, onPick }: PeopleProps) {
  const { t } = useTranslation();
  const names = groupsOf(instance).flatMap(({ participants }) => participants.map(({ name }) => name));
  const at = names.indexOf(large);
  const go = (by: number) => onPick(names[(at + by + names.length) % names.length] ?? null);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") onPick(null);
    else if (event.key === "ArrowRight") go(1);
    else if (event.key === "ArrowLeft") go(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="wall-people" onKeyDownCapture={keys}>
      <IconButton icon={ChevronLeft} label={t("wall.previous")} onClick={() => go(-1)} />
      <span aria-live="polite">{t("wall.shown", { participant: large, at: at + 1, count: names.length })}</span>
      <IconButton icon={ChevronRight} label={t("wall.next")} onClick={() => go(1)} />
      <Button onClick={() => onPick(null)}>{t("wall.all")}</Button>
    </div>
  );
}
