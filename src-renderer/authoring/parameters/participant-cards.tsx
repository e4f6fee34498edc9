import { ChevronDown, ChevronRight, CircleX, FileCode, TriangleAlert } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../components/avatar.tsx";
import { IconButton } from "../../components/button.tsx";
import { SearchField } from "../../components/page.tsx";
import { revealRange } from "../editor-store.ts";
import type { GivenParticipant } from "./participants.ts";
import type { SectionProps } from "./section.ts";

/** From so many on there is a field to find one by. */
const MANY = 8;

interface CardsProps extends SectionProps {
  readonly label: string;
  readonly participants: readonly GivenParticipant[];
  /** Which card is open, by its place. */
  readonly open: number | null;
  readonly onOpen: (at: number | null) => void;
  readonly summary: (participant: GivenParticipant) => string;
  /** Which of the participant's problems count here. */
  readonly problems: (participant: GivenParticipant) => GivenParticipant["problems"];
  readonly children: (participant: GivenParticipant) => ReactNode;
}

/** The participants, one line each; one of them is open and shows its fields. */
export function ParticipantCards({ label, analysis, participants, open, onOpen, ...card }: CardsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const fits = ({ name, value }: GivenParticipant) =>
    wanted === "" || `${name} ${String(value.id)}`.toLowerCase().includes(wanted);
  return (
    <>
      {participants.length >= MANY && (
        <SearchField label={t("participantsForm.find")} value={search} onChange={setSearch} />
      )}
      <ul className="param-cards" aria-label={label}>
        {participants.map((participant, at) =>
          fits(participant) ? (
            // Not by name: a card that is renamed stays the same card, and keeps the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays
            <li key={at} className="param-card">
              <CardHead
                name={participant.name}
                summary={card.summary(participant)}
                errors={card.problems(participant).filter(({ severity }) => severity === "error").length}
                warnings={card.problems(participant).filter(({ severity }) => severity === "warning").length}
                expanded={open === at}
                at={at}
                onOpen={onOpen}
              />
              {open === at && (
                <div className="param-card-body">
                  {card.children(participant)}
                  <ShowInText analysis={analysis} name={participant.name} />
                </div>
              )}
            </li>
          ) : null,
        )}
      </ul>
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

/** Remembered, so that of a thousand lines only those that changed are drawn again. */
const CardHead = memo(function CardHead({ name, summary, errors, warnings, expanded, at, onOpen }: HeadProps) {
  const { t } = useTranslation();
  const id = useId();
  const Chevron = expanded ? ChevronDown : ChevronRight;
  return (
    <h2>
      <button
        type="button"
        className="param-card-head"
        aria-expanded={expanded}
        aria-label={name}
        aria-describedby={id}
        onClick={() => onOpen(expanded ? null : at)}
      >
        <Chevron className="icon" aria-hidden />
        <Avatar name={name} small />
        <strong className="truncate">{name}</strong>
        <span id={id} className="param-card-summary">
          <span className="truncate soft">{summary}</span>
          {errors > 0 && (
            <span className="status tone-bad">
              <CircleX className="icon" aria-hidden />
              {t("parameters.errors", { count: errors })}
            </span>
          )}
          {errors === 0 && warnings > 0 && (
            <span className="status tone-wait">
              <TriangleAlert className="icon" aria-hidden />
              {t("parameters.warnings", { count: warnings })}
            </span>
          )}
        </span>
      </button>
    </h2>
  );
});

function ShowInText({ analysis, name }: SectionProps & { readonly name: string }) {
  const { t } = useTranslation();
  const range = analysis.outline.participants.find((each) => each.name === name)?.range;
  if (range === undefined) return null;
  return (
    <span className="param-show">
      <IconButton icon={FileCode} label={t("parameters.showText", { name })} onClick={() => revealRange(range)} />
    </span>
  );
}
