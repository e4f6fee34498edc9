import { FileText, type LucideIcon, Mail, History as Rewind, Webhook } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { routeHref, useSentence, useTime } from "../../app/index.ts";
import { FoldButton, IconButton, LongText, Tip, useTranslation, walkButtons } from "../../components/index.ts";
import type { HistoryEntry } from "../types.ts";
import { foldHistory, type StoryLine } from "./fold-history.ts";
import "./timeline.css";

interface Props {
  /** Oldest first. */
  readonly lines: readonly StoryLine<HistoryEntry>[];
  readonly timeZone: string;
  readonly newestFirst?: boolean;
  /** The run of these events: rows open the things they mention. */
  readonly runId: string;
  /** Starts a fork from an event. */
  readonly onAgain?: (entry: HistoryEntry) => void;
}

/** Lines painted first; about as many as fill a window below its head. */
const FIRST_PAINTED = 8;

/** Lines in flow time; idle days are folded. The buttons beside them are one Tab stop; arrow keys move between them. */
export function Timeline({ lines: all, timeZone, newestFirst = false, runId, onAgain }: Props) {
  const first = newestFirst ? all.slice(-FIRST_PAINTED) : all.slice(0, FIRST_PAINTED);
  const lines = useDeferredValue(all, first);
  const { t } = useTranslation();
  const time = useTime(timeZone);
  const [active, setActive] = useState<number | null>(null);
  const parts = useMemo(() => {
    const folded = foldHistory(lines);
    return newestFirst ? folded.toReversed() : folded;
  }, [lines, newestFirst]);
  const stop = (newestFirst ? lines.at(-1) : lines[0])?.lead.seq;

  return (
    <ol className="timeline" onKeyDown={onAgain && ((event) => walkButtons(event, ".timeline-again button"))}>
      {parts.map((part) =>
        part.kind === "gap" ? (
          <li key={`gap ${part.before.seq}`} className="timeline-gap">
            {t("instance.idle", { duration: time.duration(part.length) })}
          </li>
        ) : (
          <Line
            key={part.line.lead.seq}
            line={part.line}
            {...{ time, runId, onAgain }}
            inTabOrder={part.line.lead.seq === (active ?? stop)}
            onFocus={setActive}
          />
        ),
      )}
    </ol>
  );
}

/** Characters of an event in the name of its button; the event beside it has the rest. */
const NAMED = 200;
const shortened = (text: string) => (text.length > NAMED ? `${text.slice(0, NAMED)}…` : text);

interface LineProps extends Pick<Props, "runId"> {
  readonly onAgain: Props["onAgain"];
  readonly line: StoryLine<HistoryEntry>;
  readonly time: ReturnType<typeof useTime>;
  readonly inTabOrder: boolean;
  readonly onFocus: (seq: number) => void;
}

function Line({ line: { lead, rest }, time, runId, onAgain, inTabOrder, onFocus }: LineProps) {
  const { t } = useTranslation();
  const format = useSentence(time);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const text = format(lead);
  const why = lead.why && format(lead.why);
  return (
    <li className="timeline-entry" data-type={lead.type}>
      <Words entry={lead} text={text} runId={runId} />
      <span className="timeline-who soft">
        <time dateTime={new Date(lead.at).toISOString()}>{time.dateTime(lead.at)}</time>{" "}
        {t("instance.by", { who: format(lead.who) })}
      </span>
      {why !== null && !text.includes(why) && (
        <span className="timeline-why soft">
          <LongText text={t("instance.why", { reason: why })} />
        </span>
      )}
      {[lead, ...rest].map(
        ({ note, seq }) =>
          note && (
            <span key={seq} className="timeline-note">
              {format(note)}
            </span>
          ),
      )}
      {rest.length > 0 && (
        <FoldButton className="timeline-fold" controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {t("history.consequences", { count: rest.length })}
        </FoldButton>
      )}
      {isOpen && (
        <ul id={id} className="timeline-rest">
          {rest.map((entry) => (
            <li key={entry.seq}>
              <Words entry={entry} text={format(entry)} runId={runId} />
            </li>
          ))}
        </ul>
      )}
      {onAgain && (
        <span className="timeline-again">
          <IconButton
            icon={Rewind}
            label={t("fork.againFrom", { event: shortened(text) })}
            writes
            tabIndex={inTabOrder ? 0 : -1}
            onFocus={() => onFocus(lead.seq)}
            onClick={() => onAgain(lead)}
          />
        </span>
      )}
    </li>
  );
}

type Opened = HistoryEntry["opens"][number];
const OPENS: Readonly<Record<Opened["what"], readonly [LucideIcon, tab: string]>> = {
  mail: [Mail, "mail"],
  callback: [Webhook, "callbacks"],
  document: [FileText, "documents"],
};

interface WordsProps {
  readonly entry: HistoryEntry;
  readonly text: string;
  readonly runId: string;
}

/** An event's text, with links to the things it mentions. */
function Words({ entry, text, runId }: WordsProps) {
  const { t } = useTranslation();
  return (
    <span className="timeline-words">
      <span className="timeline-text">
        <LongText text={text} />
      </span>
      {entry.opens.map(({ what, id }) => {
        const [Icon, tab] = OPENS[what];
        const label = t(`history.open.${what}`);
        return (
          <Tip key={what} text={label}>
            <a
              className="timeline-link"
              href={routeHref("instances", runId, { tab, open: id })}
              aria-label={`${label}: ${shortened(text)}`}
            >
              <Icon className="icon" aria-hidden />
            </a>
          </Tip>
        );
      })}
    </span>
  );
}
