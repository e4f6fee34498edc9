import { ExternalLink, Maximize2, Minimize2, SlidersHorizontal } from "lucide-react";
import { type CSSProperties, memo, type RefObject, useEffect, useRef, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { linkInFrame, type ParticipantLanguage, participantLanguages } from "../../../src-shared/service/index.ts";
import { usePreferences } from "../../app/index.ts";
import { Avatar, ButtonLink, IconButton, MenuAt, MenuChoice, Pill, useTranslation } from "../../components/index.ts";
import { ActAs } from "../instance/act-as.tsx";
import { ActList } from "../instance/participants.tsx";
import { UnlockButton } from "../instance/unlock-button.tsx";
import type { ParticipantDetail, RunFacts } from "../types.ts";
import { type Look, SIZES, type Zoom } from "./look.ts";
import { useFrame } from "./use-frame.ts";

interface Props {
  readonly instance: RunFacts;
  readonly participant: ParticipantDetail;
  readonly look: Look;
  readonly zoom: Zoom;
  readonly isLarge: boolean;
  readonly isHidden: boolean;
  readonly onLook: (name: string, look: Look) => void;
  readonly onEnlarge: (name: string) => void;
}

/** One participant as a live device: their name, their pending acts, and exactly the page that a browser shows them. */
export const Device = memo(({ instance, participant, look, zoom, isLarge, isHidden, onLook, onEnlarge }: Props) => {
  const { t } = useTranslation();
  const { name } = participant;
  const enlarge = useRef<HTMLButtonElement>(null);
  const wasLarge = useRef(isLarge);
  useEffect(() => {
    if (wasLarge.current && !isLarge && !isHidden) enlarge.current?.focus();
    wasLarge.current = isLarge;
  }, [isLarge, isHidden]);
  return (
    <li
      className="device"
      style={{ "--device-width": `${(SIZES[look.device].width * Number(zoom)) / 100 + 2}px` } as CSSProperties}
      data-large={isLarge || undefined}
      data-device={look.device}
      hidden={isHidden}
      data-waiting={participant.pending.length > 0 || undefined}
    >
      <header className="device-head">
        <Avatar name={name} />
        <h4 className="truncate" title={marksShown(name)}>
          {marksShown(name)}
        </h4>
        <span className="device-tools">
          <ActAs {...{ instance, participant }} />
          <LookMenu name={name} look={look} onLook={(next) => onLook(name, next)} />
          <IconButton
            ref={enlarge}
            icon={isLarge ? Minimize2 : Maximize2}
            label={isLarge ? t("wall.all") : t("wall.enlarge", { participant: name })}
            onClick={() => onEnlarge(name)}
          />
        </span>
        {participant.locked && (
          <div className="device-locked">
            <Pill tone="bad">{t("instance.locked")}</Pill>
            <UnlockButton {...{ instance, participant }} />
          </div>
        )}
        <ActList participant={participant} instance={instance} />
      </header>
      <Screen
        {...{ participant, look, isLarge }}
        most={isLarge ? 1 : Number(zoom) / 100}
        onLeave={() => enlarge.current?.focus()}
      />
    </li>
  );
});

interface ScreenProps extends Pick<Props, "participant" | "look" | "isLarge"> {
  /** Maximum scale. */
  readonly most: number;
  readonly onLeave: () => void;
}

/** The page in its frame: loaded once it comes into view, and paused while out of view. */
function Screen({ participant: { name, participantId, link: inTab }, look, isLarge, most, onLeave }: ScreenProps) {
  const link = linkInFrame(inTab, participantId);
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { inSight, seen } = useSight(box);
  const size = SIZES[look.device];
  // Reserves the final height before it is measured: else all thirty would be in view at first.
  const scale = Math.min(most, (useWidth(box) ?? size.width) / size.width);
  const room = useRoom(box, isLarge);
  const height = Math.min(size.height * scale, room ?? Number.POSITIVE_INFINITY);
  const theme = useThemeOf(look);
  const { frame, onLoad, isLate } = useFrame({
    link,
    look: { theme, language: look.language, resting: !inSight },
    seen,
    onLeave,
  });
  return (
    <div ref={box} className="device-screen" style={{ height }}>
      {seen && (
        <iframe
          ref={frame}
          title={t("wall.pageOf", { participant: name })}
          src={link}
          onLoad={onLoad}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
          style={{ width: size.width, height: height / scale, transform: `scale(${scale})` }}
        />
      )}
      {isLate && (
        <div className="device-late" role="status">
          <p>{t("wall.late")}</p>
          <ButtonLink
            icon={ExternalLink}
            href={inTab}
            apart
            aria-label={t("instance.openPageOf", { participant: name })}
          >
            {t("instance.openPage")}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function useThemeOf({ theme }: Look): "light" | "dark" | null {
  const app = usePreferences((state) => state.theme);
  if (theme !== "app") return theme;
  return app === "system" ? null : app;
}

/** Whether the element is in view or near it, and whether it ever was. */
function useSight(box: RefObject<HTMLElement | null>) {
  const [sight, setSight] = useState({ inSight: false, seen: false });
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const inSight = entries.at(-1)?.isIntersecting ?? false;
        setSight(({ seen }) => ({ inSight, seen: seen || inSight }));
      },
      { rootMargin: "200px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return sight;
}

/** CSS pixels; null before it is measured. */
function useWidth(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** Minimum height of a page: below that its pane scrolls. */
const LOWEST = 320;
/** Above and below the enlarged page. */
const GAP = 4;

/** The height at which the enlarged page fits below the wall's tools and its own head; null: its own height. */
function useRoom(box: RefObject<HTMLElement | null>, isLarge: boolean): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const device = box.current?.closest<HTMLElement>(".device");
    const pane = box.current?.closest<HTMLElement>(".instance");
    const tools = pane?.querySelector<HTMLElement>(".wall-tools");
    if (!isLarge || box.current === null || !device || !pane || !tools) return setRoom(null);
    const screen = box.current;
    const measure = () => {
      const above = tools.offsetHeight + screen.getBoundingClientRect().top - device.getBoundingClientRect().top;
      setRoom(Math.max(LOWEST, pane.clientHeight - above - 2 * GAP));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [pane, tools, device]) observer.observe(element);
    return () => observer.disconnect();
  }, [box, isLarge]);
  useEffect(() => {
    if (room !== null) box.current?.closest(".device")?.scrollIntoView({ block: "start" });
  }, [box, room]);
  return room;
}

interface LookMenuProps {
  readonly name: string;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

function LookMenu({ name, look, onLook }: LookMenuProps) {
  const { t } = useTranslation();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = t("wall.look", { participant: name });
  return (
    <>
      <IconButton
        ref={trigger}
        icon={SlidersHorizontal}
        label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <MenuAt label={label} anchor={trigger} focusAfter={() => trigger.current} onClose={() => setOpen(false)}>
          <MenuChoice
            label={t("wall.device")}
            value={look.device}
            options={[
              ["phone", t("wall.devices.phone")],
              ["desktop", t("wall.devices.desktop")],
            ]}
            onChange={(device) => onLook({ ...look, device })}
          />
          <MenuChoice
            label={t("wall.theme")}
            value={look.theme}
            options={[
              ["app", t("wall.themes.app")],
              ["light", t("settings.theme.light")],
              ["dark", t("settings.theme.dark")],
            ]}
            onChange={(theme) => onLook({ ...look, theme })}
          />
          <MenuChoice
            label={t("settings.language")}
            value={look.language ?? OWN}
            options={[[OWN, t("wall.browserLanguage")], ...LANGUAGES]}
            onChange={(language) => onLook({ ...look, language: language === OWN ? null : language })}
          />
        </MenuAt>
      )}
    </>
  );
}

/** The page's default language. */
const OWN = "own";
const LANGUAGES = Object.entries(participantLanguages) as [ParticipantLanguage, string][];
