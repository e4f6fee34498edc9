import { useState } from "react";
import { goTo, useSentence, useTime } from "../../app/index.ts";
import { nextAcross, useTranslation, walkButtons } from "../../components/index.ts";
import { type StoryLine, storyOf } from "../history/fold-history.ts";
import { Dot } from "../track/dot.tsx";
import { type TrackPoint, trackOf } from "../track/track.ts";
import type { Detail, HistoryEntry } from "../types.ts";
import "../track/track.css";

type Side = "a" | "b";

interface ComparedRun {
  readonly run: Detail;
  readonly entries: readonly HistoryEntry[];
}

interface Props {
  readonly runs: Readonly<Record<Side, ComparedRun>>;
  /** Events that both share at the beginning. */
  readonly common: number;
}

/** A place on the scale: a line of one run, or one that both share. */
interface Slot {
  /** Milliseconds since the run was started: the two may use different clocks. */
  readonly at: number;
  readonly seq: number;
  readonly lines: Readonly<Partial<Record<Side, StoryLine<HistoryEntry>>>>;
}

/** Lines of each run that are drawn; its history has them all. */
const DRAWN = 24;

/** Both runs on one time scale, from their starts, with a mark where they differ. */
export function ComparedTracks({ runs, common }: Props) {
  const { t } = useTranslation();
  const time = useTime(runs.a.run.timeZone);
  const slots = slotsOf(runs, common);
  const track = trackOf(slots, slots.at(-1)?.at ?? 0);
  const parting = track.points.find(({ item }) => item.seq > common)?.x ?? null;
  return (
    <section className="compare-tracks" aria-label={t("compare.tracks")}>
      {(["a", "b"] as const).map((side) => (
        <Line key={side} side={side} run={runs[side].run} points={track.points} common={common} />
      ))}
      <div className="compare-scale" aria-hidden>
        {track.folds.map(({ length, x }) => (
          <span key={x} className="track-fold" style={{ left: `${x * 100}%` }}>
            {time.duration(length)}
          </span>
        ))}
        {parting !== null && <span className="compare-parting" style={{ left: `${parting * 100}%` }} />}
      </div>
    </section>
  );
}

function slotsOf(runs: Props["runs"], common: number): readonly Slot[] {
  const linesOf = (side: Side): readonly Slot[] =>
    storyOf(runs[side].entries)
      .slice(-DRAWN)
      .map((line) => ({ at: line.lead.at - runs[side].run.started, seq: line.lead.seq, lines: { [side]: line } }));
  const shared = new Map(linesOf("b").map((slot) => [slot.seq, slot]));
  const ofA = linesOf("a").map((slot) => {
    const other = slot.seq <= common ? shared.get(slot.seq) : undefined;
    if (other !== undefined) shared.delete(slot.seq);
    return { ...slot, lines: { ...slot.lines, ...other?.lines } };
  });
  return [...ofA, ...shared.values()].toSorted((one, other) => one.at - other.at);
}

interface LineProps {
  readonly side: Side;
  readonly run: Detail;
  readonly points: readonly TrackPoint<Slot>[];
  readonly common: number;
}

function Line({ side, run, points, common }: LineProps) {
  const { t } = useTranslation();
  const time = useTime(run.timeZone);
  const sentence = useSentence(time);
  const [active, setActive] = useState<number | null>(null);
  const own = points.flatMap(({ item, x }) => {
    const line = item.lines[side];
    return line === undefined ? [] : [{ lead: line.lead, x }];
  });
  const stop = own.find(({ lead }) => lead.seq === active) ?? own[0];
  return (
    <div className="compare-track">
      <span className="soft">{t(`compare.run.${side}`)}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its dots are the controls */}
      <div className="track-line" onKeyDown={(event) => walkButtons(event, ".track-dot", nextAcross)}>
        <span className="track-past" style={{ width: `${(own.at(-1)?.x ?? 0) * 100}%` }} />
        {own.map(({ lead, x }) => (
          <Dot
            key={lead.seq}
            x={x}
            look={lead.seq <= common ? "shared" : lead.kind}
            label={`${time.dateTime(lead.at)}: ${sentence(lead)}`}
            inTabOrder={lead === stop?.lead}
            onFocus={() => setActive(lead.seq)}
            onClick={() => goTo("instances", run.id, { tab: "history" })}
          />
        ))}
      </div>
    </div>
  );
}
