import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight, CircleX, FileCode, TriangleAlert } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  Avatar,
  IconButton,
  Marked,
  nextIndex,
  SearchField,
  textScale,
  useTranslation,
} from "../../../components/index.ts";
import type { GivenParticipant } from "../../model/participants.ts";
import type { SectionProps } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import "./participant-cards.css";

/** From this many on there is a search field. */
const MANY = 8;

interface CardsProps extends SectionProps {
  readonly label: string;
  readonly participants: readonly GivenParticipant[];
  /** The place of the open card. */
  readonly open: number | null;
  readonly onOpen: (at: number | null) => void;
  readonly summary: (participant: GivenParticipant) => string;
  /** The participant's problems to count here. */
  readonly problems: (participant: GivenParticipant) => GivenParticipant["problems"];
  readonly children: (participant: GivenParticipant) => ReactNode;
}

/** The participants, one line each; one of them is open and shows its fields. */
export function ParticipantCards({ participants, ...props }: CardsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return participants.flatMap(({ name, value }, at) =>
      `${name} ${String(value.id)}`.toLowerCase().includes(wanted) ? [at] : [],
    );
  }, [participants, search]);
  return (
    <>
      {participants.length >= MANY && (
        <div className="param-find">
          <SearchField label={t("participantsForm.find")} value={search} onChange={setSearch} />
          <span className="soft" role="status">
            {search.trim() !== "" && t("common.kOfN", { count: found.length, all: participants.length })}
          </span>
        </div>
      )}
      <CardList {...props} participants={participants} found={found} />
    </>
  );
}

/** The visible cards, the open one, and the focused one. Arrow keys, Home and End move between cards. */
function CardList({ label, found, ...props }: CardsProps & { readonly found: readonly number[] }) {
  const list = useRef<HTMLUListElement>(null);
  const cards = useCards(list, found, props.open);
  const onKey = (event: KeyboardEvent) => {
    const head = (event.target as HTMLElement).closest(".param-card-head");
    const row = head?.closest<HTMLElement>("[data-index]");
    const target = row && nextIndex(event.key, Number(row.dataset.index), found.length);
    if (target === null || target === undefined) return;
    event.preventDefault();
    cards.go(target);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>("[data-index]");
    if (row) cards.keep(Number(row.dataset.index));
  };
  return (
    <ul
      ref={list}
      hidden={found.length === 0}
      className="param-cards"
      aria-label={label}
      style={{ height: cards.height }}
      onKeyDown={onKey}
      onFocus={onFocus}
    >
      {cards.rows.map(({ index, key, top }) => {
        const at = found[index] ?? -1;
        const participant = props.participants[at];
        return (
          participant && (
            <li
              key={key}
              ref={cards.measure}
              data-index={index}
              className="param-card"
              aria-setsize={found.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${top}px)` }}
            >
              <Card {...props} participant={participant} at={at} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Pixels of a closed card at the normal text size. */
const CARD_HEIGHT = 41;

/** A long list renders only its visible part; it scrolls with its form. */
function useCards(list: RefObject<HTMLUListElement | null>, found: readonly number[], open: number | null) {
  const [focused, setFocused] = useState(0);
  const [scrollMargin, setMargin] = useState(0);
  const scroller = () => list.current?.closest<HTMLElement>(".parameters-panel") ?? null;
  const opened = open === null ? -1 : found.indexOf(open);
  const cards = useVirtualizer({
    count: found.length,
    getScrollElement: scroller,
    estimateSize: () => CARD_HEIGHT * textScale(),
    // Not by name: a renamed card stays the same card, and keeps the focus.
    getItemKey: (index) => found[index] ?? index,
    overscan: 8,
    scrollMargin,
    rangeExtractor: (range) => {
      const kept = [opened, focused].filter((index) => index >= 0 && index < found.length);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
  });
  // Content above the list appears and disappears.
  useLayoutEffect(() => {
    const [own, whole] = [list.current?.getBoundingClientRect().top ?? 0, scroller()];
    if (whole) setMargin(Math.round(own - whole.getBoundingClientRect().top + whole.scrollTop));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that is opened out of sight, such as a new one, is shown
  useEffect(() => {
    const { startIndex, endIndex } = cards.range ?? { startIndex: 0, endIndex: 0 };
    if (opened > endIndex || (opened >= 0 && opened < startIndex)) cards.scrollToIndex(opened, { align: "start" });
  }, [open]);
  const head = (index: number) =>
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] .param-card-head`) ?? null;
  return {
    rows: cards.getVirtualItems().map(({ index, key, start }) => ({ index, key, top: start - scrollMargin })),
    height: cards.getTotalSize(),
    measure: cards.measureElement,
    keep: setFocused,
    /** Focuses a card, which is mounted by the next frame. */
    go: (index: number) => {
      setFocused(index);
      cards.scrollToIndex(index);
      requestAnimationFrame(() => head(index)?.focus({ preventScroll: true }));
    },
  };
}

interface CardProps extends Omit<CardsProps, "label" | "participants"> {
  readonly participant: GivenParticipant;
  readonly at: number;
}

function Card({ analysis, participant, at, open, onOpen, summary, problems, children }: CardProps) {
  const own = problems(participant);
  return (
    <>
      <CardHead
        name={participant.name}
        summary={summary(participant)}
        errors={own.filter(({ severity }) => severity === "error").length}
        warnings={own.filter(({ severity }) => severity === "warning").length}
        expanded={open === at}
        at={at}
        onOpen={onOpen}
      />
      {open === at && (
        <div className="param-card-body">
          {children(participant)}
          <ShowInText analysis={analysis} name={participant.name} />
        </div>
      )}
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly summary: string;
  readonly errors: number;
  readonly warnings: number;
  readonly expanded: boolean;
  readonly at: number;
  readonly onOpen: (at: number | null) => void;
}

/** Memoized, so that of a thousand lines only changed ones render again. */
const CardHead = memo(function CardHead({ name, summary, errors, warnings, expanded, at, onOpen }: HeadProps) {
  const { t } = useTranslation();
  const id = useId();
  const Chevron = expanded ? ChevronDown : ChevronRight;
  return (
    <h2>
      <button
        type="button"
        className="row-button param-card-head"
        aria-expanded={expanded}
        aria-label={name}
        aria-describedby={id}
        onClick={() => onOpen(expanded ? null : at)}
      >
        <Chevron className="icon" aria-hidden />
        <Avatar name={name} small />
        <strong className="truncate" title={name}>
          {name}
        </strong>
        <span id={id} className="param-card-summary">
          <span className="truncate soft" title={summary}>
            {summary}
          </span>
          {errors > 0 && (
            <Marked tone="bad" icon={CircleX}>
              {t("parameters.errors", { count: errors })}
            </Marked>
          )}
          {errors === 0 && warnings > 0 && (
            <Marked tone="wait" icon={TriangleAlert}>
              {t("status.warnings", { count: warnings })}
            </Marked>
          )}
        </span>
      </button>
    </h2>
  );
});

function ShowInText({ analysis, name }: SectionProps & { readonly name: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const range = analysis.outline.participants.find((each) => each.name === name)?.range;
  if (range === undefined) return null;
  return (
    <span className="param-show">
      <IconButton icon={FileCode} label={t("common.showNamedInText", { name })} onClick={() => session.reveal(range)} />
    </span>
  );
}
