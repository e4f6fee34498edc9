import { History as Rewind } from "lucide-react";
import { useMemo, useState } from "react";
import { useSentence, useTime } from "../../app/index.ts";
import { IconButton, LongText, useTranslation, walkButtons } from "../../components/index.ts";
import type { HistoryEntry } from "../types.ts";
import { foldHistory } from "./fold-history.ts";
import "./timeline.css";

interface Props {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
  readonly timeZone: string;
  readonly newestFirst?: boolean;
  /** Runs the flow again from an event. */
  readonly onAgain?: (entry: HistoryEntry) => void;
}

/** Events in flow time; idle days are folded. The buttons beside them are one stop of the Tab key, walked by the arrows. */
export function Timeline({ entries, timeZone, newestFirst = false, onAgain }: Props) {
  const { t } = useTranslation();
  const time = useTime(timeZone);
  const [active, setActive] = useState<number | null>(null);
  const parts = useMemo(() => {
    const folded = foldHistory(entries);
    return newestFirst ? folded.toReversed() : folded;
  }, [entries, newestFirst]);
  const first = (newestFirst ? entries.at(-1) : entries[0])?.seq;

  return (
    <ol className="timeline" onKeyDown={onAgain && ((event) => walkButtons(event, ".timeline-entry button"))}>
      {parts.map((part) =>
        part.kind === "gap" ? (
          <li key={`gap ${part.before.seq}`} className="timeline-gap">
            {t("instance.idle", { duration: time.duration(part.length) })}
          </li>
        ) : (
          <Entry
            key={part.entry.seq}
            entry={part.entry}
            time={time}
            again={onAgain}
            inTabOrder={part.entry.seq === (active ?? first)}
            onFocus={setActive}
          />
        ),
      )}
    </ol>
  );
}

/** Characters of an event in the name of its button; the event beside it says the rest. */
const NAMED = 200;
const shortened = (text: string) => (text.length > NAMED ? `${text.slice(0, NAMED)}…` : text);

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly time: ReturnType<typeof useTime>;
  readonly again: Props["onAgain"];
  readonly inTabOrder: boolean;
  readonly onFocus: (seq: number) => void;
}

function Entry({ entry, time, again, inTabOrder, onFocus }: EntryProps) {
  const { t } = useTranslation();
  const format = useSentence(time);
  const text = format(entry);
  const why = entry.why && format(entry.why);
  return (
    <li className="timeline-entry" data-type={entry.type}>
      <span className="timeline-text">
        <LongText text={text} />
      </span>
      <span className="timeline-who soft">
        <time dateTime={new Date(entry.at).toISOString()}>{time.dateTime(entry.at)}</time>{" "}
        {t("instance.by", { who: format(entry.who) })}
      </span>
      {why !== null && !text.includes(why) && (
        <span className="timeline-why soft">
          <LongText text={t("instance.why", { reason: why })} />
        </span>
      )}
      {entry.note && <span className="timeline-note">{format(entry.note)}</span>}
      {again && (
        <span className="timeline-again">
          <IconButton
            icon={Rewind}
            label={t("fork.againFrom", { event: shortened(text) })}
            writes
            tabIndex={inTabOrder ? 0 : -1}
            onFocus={() => onFocus(entry.seq)}
            onClick={() => again(entry)}
          />
        </span>
      )}
    </li>
  );
}
