import { routeHref, useSentence, useTime } from "../../app/index.ts";
import { Status, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import type { Track } from "./track.ts";
import type { TrackItem } from "./track-items.ts";

/** Forks that are drawn; the list of forks has more. */
const DRAWN = 3;

interface BranchesProps {
  readonly instance: Detail;
  readonly track: Track<TrackItem>;
}

/** The forks of the run, each a branch from the last event that it shares [C5]. */
export function Branches({ instance, track }: BranchesProps) {
  const { t } = useTranslation();
  const sentence = useSentence(useTime(instance.timeZone));
  const { items } = instance.forks;
  const drawn = items.slice(0, DRAWN);
  const rest = items.length - drawn.length;
  const placeOf = (seq: number) =>
    track.points.findLast(({ item }) => item.kind === "past" && item.line.lead.seq <= seq)?.x ?? 0;
  if (drawn.length === 0) return null;
  return (
    <ul className="track-branches">
      {drawn.map((fork, row) => (
        <li key={fork.id} {...placed(placeOf(fork.seq), row)}>
          <a
            href={routeHref("instances", fork.id)}
            title={t("fork.named", { number: fork.number, event: sentence(fork) })}
          >
            {t("fork.mark", { number: fork.number })}
          </a>
          <Status status={fork.status} />
        </li>
      ))}
      {rest > 0 && <li className="track-more soft">{t("common.more", { count: rest })}</li>}
    </ul>
  );
}

/** To the right of its event, or to the left if there is no room for its text. */
function placed(x: number, row: number) {
  const isBefore = x > 0.7;
  const margin = isBefore ? { marginRight: `${(1 - x) * 100}%` } : { marginLeft: `${x * 100}%` };
  return { "data-before": isBefore || undefined, style: { ...margin, ["--row" as string]: row } };
}
