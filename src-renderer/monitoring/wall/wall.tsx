import { ChevronLeft, ChevronRight, Fullscreen, Shrink } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { create } from "zustand";
import { setChoice, usePreferences } from "../../app/index.ts";
import { Button, Choice, IconButton, useTranslation } from "../../components/index.ts";
import type { Detail, ParticipantDetail } from "../types.ts";
import { Device } from "./device.tsx";
import { FIRST_LOOK, type Look, ZOOMS } from "./look.ts";
import { useFacts } from "./use-facts.ts";
import "./wall.css";

const ZOOM = "wall.zoom";

/** Every participant of a run side by side, each as exactly the page that a browser shows them. */
export function Wall({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const page = useRef<HTMLDivElement>(null);
  const [looks, lookAt] = useLooks(instance.id);
  const [large, setLarge] = useState<string | null>(null);
  const facts = useFacts(instance);
  const chosen = usePreferences((state) => state.choices[ZOOM]);
  const zoom = ZOOMS.find((one) => one === chosen) ?? "75";
  const enlarge = useCallback((name: string) => setLarge((before) => (before === name ? null : name)), []);
  const names = groupsOf(instance).flatMap(({ participants }) => participants.map(({ name }) => name));
  const go = (by: number) =>
    setLarge((before) => before && (names[(names.indexOf(before) + by + names.length) % names.length] ?? null));
  /**
   * Arrow keys enlarge the next participant, Escape shows all again. Menus and dialogs of the wall are rendered outside
   * it.
   */
  const keys = (event: KeyboardEvent) => {
    if (large === null || !(event.target instanceof Node && page.current?.contains(event.target))) return;
    if (event.key === "Escape") setLarge(null);
    else if (event.key === "ArrowRight") go(1);
    else if (event.key === "ArrowLeft") go(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={page} className="wall" data-large={large !== null || undefined} onKeyDownCapture={keys}>
      <div className="wall-tools">
        {large === null ? (
          <p className="soft">{t("wall.hint")}</p>
        ) : (
          <People {...{ names, large }} onGo={go} onAll={() => setLarge(null)} />
        )}
        {large === null && (
          <span className="wall-size">
            <span className="soft" aria-hidden>
              {t("wall.zoom")}
            </span>
            <Choice
              label={t("wall.zoom")}
              value={zoom}
              onChange={(next) => setChoice(ZOOM, next)}
              options={ZOOMS.map((one) => [one, `${one} %`])}
            />
          </span>
        )}
        <FullScreen />
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
                  zoom={zoom}
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

/** Toggles full screen for the wall. */
function FullScreen() {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(hearFullScreen, () => document.fullscreenElement !== null);
  return isFull ? (
    <Button look="primary" icon={Shrink} onClick={() => void document.exitFullscreen()}>
      {t("wall.leaveFullScreen")}
    </Button>
  ) : (
    <Button look="ghost" icon={Fullscreen} onClick={() => void document.documentElement.requestFullscreen()}>
      {t("wall.fullScreen")}
    </Button>
  );
}

function hearFullScreen(onChange: () => void): () => void {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

interface Group {
  /** The stage's name; null: they act in none. */
  readonly title: string | null;
  readonly participants: readonly ParticipantDetail[];
}

/** Everybody, by the first stage in which they act. The order never changes in a run, as a moved frame would reload. */
function groupsOf({ stages, participants }: Detail): readonly Group[] {
  const groups: Group[] = stages.map(({ name }, index) => ({
    title: name,
    participants: participants.filter(({ firstStage }) => firstStage === index),
  }));
  const informed = participants.filter(({ firstStage }) => firstStage === null);
  return [...groups, { title: null, participants: informed }].filter((group) => group.participants.length > 0);
}

interface PeopleProps {
  readonly names: readonly string[];
  readonly large: string;
  readonly onGo: (by: number) => void;
  readonly onAll: () => void;
}

/** The enlarged participant. It takes the focus if the focused element disappeared with the previous one. */
function People({ names, large, onGo, onAll }: PeopleProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each that is large
  useEffect(() => {
    if (!group.current?.contains(document.activeElement)) group.current?.focus();
  }, [large]);
  return (
    <fieldset ref={group} className="wall-people" tabIndex={-1} aria-label={t("wall.keys")}>
      <IconButton icon={ChevronLeft} label={t("wall.previous")} onClick={() => onGo(-1)} />
      <span aria-live="polite">
        {t("wall.shown", { participant: large, at: names.indexOf(large) + 1, count: names.length })}
      </span>
      <IconButton icon={ChevronRight} label={t("wall.next")} onClick={() => onGo(1)} />
      <Button onClick={onAll}>{t("wall.all")}</Button>
    </fieldset>
  );
}

/** By participant. */
type Looks = Readonly<Record<string, Look>>;

const NONE: Looks = {};

/** By run, while the window is open, so that the wall looks the same after a visit to the list or the history. */
const useKept = create<Readonly<Record<string, Looks>>>(() => ({}));

/** The look of each page of a run's wall that has one, and the function to set it. */
function useLooks(run: string): readonly [Looks, (participant: string, look: Look) => void] {
  const looks = useKept((kept) => kept[run] ?? NONE);
  const lookAt = useCallback(
    (participant: string, look: Look) => useKept.setState((kept) => ({ [run]: { ...kept[run], [participant]: look } })),
    [run],
  );
  return [looks, lookAt];
}
