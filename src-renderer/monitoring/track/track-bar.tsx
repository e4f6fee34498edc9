import { List, History as Rewind } from "lucide-react";
import { type KeyboardEvent, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { goTo, notify, routeHref, useSentence, useTime } from "../../app/index.ts";
import { Menu, nextAcross, useTranslation, walkButtons } from "../../components/index.ts";
import { byClock, dueName } from "../clock/due-rows.ts";
import { type Target, useAdvance } from "../clock/use-advance.ts";
import { type StoryLine, storyOf } from "../history/fold-history.ts";
import { isCut, type ReadHistory } from "../history/use-history.ts";
import { runAgain } from "../instance/run-again.ts";
import type { Detail, HistoryEntry } from "../types.ts";
import { Branches } from "./branches.tsx";
import { ClockHandle } from "./clock-handle.tsx";
import { Dot } from "./dot.tsx";
import { DAY_MS, type Track, trackOf } from "./track.ts";
import type { DueItem, PastItem, TrackItem } from "./track-items.ts";
import { useDrag } from "./use-drag.ts";
import "./track.css";

/** Lines and due items that are drawn; the tab History has them all. */
const DRAWN = 24;
const NONE: readonly HistoryEntry[] = [];

/** The run's time as a line: past events, the clock's time, and due items [C5, C6]. */
export function TrackBar({ instance, history }: { readonly instance: Detail; readonly history: ReadHistory }) {
  const { t } = useTranslation();
  // Its dots are the most expensive part of the page, so the rest is painted first.
  const entries = useDeferredValue(history.entries, NONE);
  const lines = useMemo(() => storyOf(entries), [entries]);
  const track = useMemo(() => layOut(lines, instance), [lines, instance]);
  const earlier = isCut(history) || lines.length > DRAWN;
  // Reserves the final height, so that nothing below moves.
  if (entries.length === 0)
    return (
      <div className="track">
        <div className="track-line" />
      </div>
    );
  return (
    <section className="track" aria-label={t("track.label")}>
      {earlier && (
        <a className="track-earlier" href={routeHref("instances", instance.id, { tab: "history" })}>
          {t("track.earlier")}
        </a>
      )}
      <div className="track-body">
        <Line instance={instance} track={track} />
        <Branches instance={instance} track={track} />
      </div>
    </section>
  );
}

function layOut(lines: readonly StoryLine<HistoryEntry>[], { due, clock }: Detail): Track<TrackItem> {
  const past = lines
    .slice(-DRAWN)
    .map((line): PastItem => ({ kind: "past", key: String(line.lead.seq), at: line.lead.at, line }));
  const ahead = due
    .filter(byClock)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, DRAWN)
    .map((item): DueItem => ({ kind: "due", key: item.id, at: Math.max(item.at, clock.now), due: item }));
  // It ends a day after the last due item.
  const end = Math.max(clock.now, ahead.at(-1)?.at ?? 0) + DAY_MS;
  return trackOf<TrackItem>([...past, { kind: "now", key: "now", at: clock.now }, ...ahead], end);
}

interface LineProps {
  readonly instance: Detail;
  readonly track: Track<TrackItem>;
}

function Line({ instance, track }: LineProps) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const { busy, advance } = useAdvance(instance);
  const [active, setActive] = useState<string | null>(null);
  const back = () => notify(t("track.notBack"), t("track.notBackText"));
  const drag = useDrag(instance, track, advance, back);
  const now = track.points.find(({ item }) => item.kind === "now")?.x ?? 0;
  const dots = track.points.filter(({ item }) => item.kind !== "now");
  const stop = dots.find(({ item }) => item.key === active) ?? dots[0];
  const { line, onGone } = useFocusOnDots();
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).matches(".track-dot")) walkButtons(event, ".track-dot", nextAcross);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its dots and its knob are the controls; the pointer may also take the line
    <div ref={line} className="track-line" aria-busy={busy} onKeyDown={walk} {...drag.handlers}>
      <span className="track-past" style={{ width: `${now * 100}%` }} />
      {track.folds.map(({ length, x }) => (
        <span key={x} className="track-fold" style={{ left: `${x * 100}%` }}>
          {time.duration(length)}
        </span>
      ))}
      {dots.map(({ item, x }) => {
        const shared = { x, inTabOrder: item.key === stop?.item.key, onFocus: () => setActive(item.key) };
        if (item.kind === "past") return <PastDot key={item.key} instance={instance} item={item} {...shared} />;
        if (item.kind === "due") return <DueDot key={item.key} {...{ instance, item, advance, onGone }} {...shared} />;
        return null;
      })}
      <ClockHandle
        instance={instance}
        x={drag.dragged?.x ?? now}
        target={drag.dragged?.at ?? null}
        {...{ advance, back }}
      />
      {drag.dragged !== null && (
        <output
          className="track-target"
          style={{ left: `${drag.dragged.x * 100}%`, translate: `${drag.dragged.x * -100}%` }}
        >
          {time.dateTime(drag.dragged.at)}
          <span className="soft">{t("track.dueUntil", { count: drag.dragged.due })}</span>
        </output>
      )}
    </div>
  );
}

const dotsOf = (line: HTMLElement | null) => [...(line?.querySelectorAll<HTMLElement>(".track-dot") ?? [])];

/** A due item disappears once it happens: its focus moves to the dot that replaces it. */
function useFocusOnDots() {
  const line = useRef<HTMLDivElement>(null);
  const gone = useRef<number | null>(null);
  const onGone = useCallback((dot: HTMLElement) => {
    gone.current = dotsOf(line.current).indexOf(dot);
  }, []);
  useLayoutEffect(() => {
    if (gone.current === null) return;
    const left = dotsOf(line.current);
    left[Math.min(gone.current, left.length - 1)]?.focus();
    gone.current = null;
  });
  return { line, onGone };
}

interface DotOf<T> {
  readonly instance: Detail;
  readonly item: T;
  readonly x: number;
  readonly inTabOrder: boolean;
  readonly onFocus: () => void;
}

/** A past event: a fork can begin after it. */
function PastDot({ instance, item: { line }, ...rest }: DotOf<PastItem>) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const sentence = useSentence(time);
  const { lead } = line;
  const label = `${time.dateTime(lead.at)}: ${sentence(lead)}`;
  const isShared = instance.fork !== null && lead.seq <= instance.fork.seq;
  return (
    <Menu
      trigger={<Dot {...rest} look={isShared ? "shared" : lead.kind} label={label} />}
      entries={[
        {
          label: t("track.fork"),
          detail: sentence(lead),
          icon: Rewind,
          writes: true,
          run: () => void runAgain(instance.id, lead.seq),
        },
        {
          label: t("track.inHistory"),
          icon: List,
          run: () => goTo("instances", instance.id, { tab: "history" }),
        },
      ]}
    />
  );
}

interface DueDotProps extends DotOf<DueItem> {
  /** Called when it disappears with the focus on it. */
  readonly onGone: (dot: HTMLElement) => void;
  readonly advance: (target: Target) => void;
}

/** A due item: a virtual clock can go there. */
function DueDot({ instance, item, advance, onGone, ...rest }: DueDotProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const dot = ref.current;
    return () => {
      if (dot !== null && dot === document.activeElement) onGone(dot);
    };
  }, [onGone]);
  const time = useTime(instance.timeZone);
  const what = dueName(item.due);
  const label = `${time.dateTime(item.at)}: ${instance.clock.virtual ? t("clock.goTo", { what }) : what}`;
  const go = instance.clock.virtual && { writes: true, onClick: () => advance({ to: item.due.at }) };
  return <Dot {...rest} {...go} ref={ref} look="due" label={label} />;
}
