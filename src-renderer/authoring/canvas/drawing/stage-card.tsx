import { CircleX, Shuffle, TriangleAlert, Users } from "lucide-react";
import type { CSSProperties } from "react";
import {
  type Mark,
  MOST_DOCUMENTS,
  MOST_NOTES,
  MOST_ROWS,
  type StageCard,
  VERBS,
} from "../../../../src-shared/drawing/index.ts";
import { useReadOnly, useTranslation, VerbMark } from "../../../components/index.ts";
import { useChosen } from "../../forms/use-typed.ts";
import { type CellState, cellIntents, nextState } from "../../model/stage-acts.ts";
import { ActCoverageMark, StageCoverageMark } from "../../scenarios/coverage-marks.tsx";
import { useSession } from "../../session/use-session.ts";
import { DocumentHeads, ParticipantHead } from "../matrix/matrix-heads.tsx";
import { StageNote } from "../stage-note.tsx";
import { useStageOrder } from "../use-order.ts";
import { Lines } from "./lines.tsx";
import "./stage-card.css";

interface Props {
  readonly card: StageCard;
  readonly index: number;
  /** A press on a cell changes it only then: viewing a card must not change the flow. */
  readonly chosen: boolean;
}

/** One stage: who does what on which document, and what it sends. */
export function StageCardView({ card, index, chosen }: Props) {
  const { t } = useTranslation();
  const lines = card.groups.length + card.notes.length;
  return (
    <article className={card.errors > 0 ? "stage-card stage-card-bad" : "stage-card"}>
      <header className="stage-card-head" style={{ height: card.head.height }}>
        <span className="stage-number">{index + 1}</span>
        <strong title={card.name}>
          <Lines lines={card.head.lines} />
        </strong>
      </header>
      <p className="stage-badges">
        <OrderPill stage={card.name} />
        <StageCoverageMark stage={index} />
        <Problems card={card} />
      </p>
      {card.rows.length > 0 && <Matrix {...{ card, index, chosen }} />}
      {lines > 0 && (
        <ul className="stage-notes">
          {card.remarks.map((remark, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal remarks differ only by position
            <li key={at} className="stage-note" style={{ height: remark.height }}>
              <Remark card={card} at={at} lines={remark.lines} />
            </li>
          ))}
          {lines > MOST_NOTES && <li className="soft">{t("common.more", { count: lines - MOST_NOTES })}</li>}
        </ul>
      )}
      {card.rows.length === 0 && lines === 0 && <p className="stage-nothing soft">{t("canvas.nothing")}</p>}
    </article>
  );
}

/** How many of the stage's acts happen only in some orders; or that it waits for nobody. */
function OrderPill({ stage }: { readonly stage: string }) {
  const { t } = useTranslation();
  const order = useStageOrder(stage);
  if (order === null || (order.acts > 0 && order.maybe.length === 0)) return null;
  const { acts, maybe, decides } = order;
  if (acts === 0) return <span className="pill tone-quiet">{t("canvas.order.nobody")}</span>;
  const words = t(decides ? "canvas.order.firstDecide" : "canvas.order.canEnd", { count: maybe.length, all: acts });
  return (
    <span className="pill tone-quiet" title={words}>
      <Shuffle className="icon" aria-hidden />
      <span aria-hidden className="pill-words">
        {t("canvas.order.pill", { count: maybe.length })}
      </span>
      <span aria-hidden className="pill-count">
        {maybe.length}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function Problems({ card: { errors, warnings } }: { readonly card: StageCard }) {
  const { t } = useTranslation();
  if (errors + warnings === 0) return null;
  const Icon = errors > 0 ? CircleX : TriangleAlert;
  const words = errors > 0 ? t("status.errors", { count: errors }) : t("status.warnings", { count: warnings });
  return (
    <span className={`pill ${errors > 0 ? "tone-bad" : "tone-wait"}`} title={words}>
      <Icon className="icon" aria-hidden />
      <span className="pill-words">{words}</span>
      <span aria-hidden className="pill-count">
        {errors > 0 ? errors : warnings}
      </span>
    </span>
  );
}

function Matrix({ card, index, chosen }: Props) {
  const { t } = useTranslation();
  const pressable = useReadOnly() === null && chosen && card.editable;
  const documents = card.documents.slice(0, MOST_DOCUMENTS);
  return (
    <table className="matrix" style={{ "--column": `${card.columns.width}px` } as CSSProperties}>
      <caption className="visually-hidden">{t("canvas.matrix", { stage: card.name })}</caption>
      <DocumentHeads documents={documents} lines={card.columns.lines} />
      <tbody>
        {card.rows.slice(0, MOST_ROWS).map((row, line) => (
          <tr key={row.participant} style={{ height: card.lines[line]?.height }}>
            <ParticipantHead participant={row.participant} lines={card.lines[line]?.lines} />
            {documents.map((document, at) => (
              <Cell
                key={document}
                marks={row.cells[at] ?? []}
                place={{ at: index, stage: card.name, participant: row.participant, document }}
                chosen={pressable}
              />
            ))}
          </tr>
        ))}
      </tbody>
      {card.rows.length > MOST_ROWS && (
        <tfoot>
          <tr>
            <td className="soft" colSpan={documents.length + 1}>
              {t("common.more", { count: card.rows.length - MOST_ROWS })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface CellProps {
  readonly marks: readonly Mark[];
  readonly place: {
    readonly at: number;
    readonly stage: string;
    readonly participant: string;
    readonly document: string;
  };
  readonly chosen: boolean;
}

/** Shows the pressed state at once, before the flow is updated. */
function Cell({ marks, place, chosen }: CellProps) {
  const session = useSession();
  const { stage, at, participant, document } = place;
  const [state, choose] = useChosen<CellState>(
    plainState(marks),
    (to): Promise<boolean> => session.change(cellIntents(at, participant, document, state, to), { at, name: stage }),
  );
  const order = useStageOrder(stage);
  const maybe = (verb: Mark["verb"]) =>
    order?.maybe.some((act) => act.who === participant && act.document === document && act.verb === verb) ?? false;
  const shown = [
    ...VERBS.filter((verb) => state === verb || state === "both").map((verb) => ({ verb, group: null })),
    ...marks.filter(({ group }) => group !== null),
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the card opens its panel, which has a button for each cell
    <td
      className="matrix-cell"
      data-participant={place.participant}
      onClick={chosen ? () => choose(nextState(state)) : undefined}
    >
      <Marks marks={shown} isMaybe={maybe} place={place} />
    </td>
  );
}

/** The text of the marks, without those of groups. */
function plainState(marks: readonly Mark[]): CellState {
  const [first, ...others] = VERBS.filter((verb) => marks.some((mark) => mark.verb === verb && mark.group === null));
  return others.length > 0 ? "both" : (first ?? null);
}

interface MarksProps extends Pick<CellProps, "marks" | "place"> {
  /** Whether it happens only in some orders of acts. */
  readonly isMaybe: (verb: Mark["verb"]) => boolean;
}

function Marks({ marks, isMaybe, place: { at, participant, document } }: MarksProps) {
  const { t } = useTranslation();
  return (
    <span className="marks">
      {marks.map(({ verb, group }) => {
        const plain = group === null ? t(`canvas.${verb}`) : t(`canvas.${verb}Group`, { group });
        const maybe = isMaybe(verb);
        const words = maybe ? `${plain}. ${t("canvas.order.legend")}` : plain;
        return (
          <span
            key={`${verb} ${group}`}
            className={`mark mark-${verb}${group === null ? "" : " mark-group"}${maybe ? " mark-maybe" : ""}`}
            title={words}
          >
            <VerbMark verb={verb} />
            <span className="visually-hidden">{words}</span>
          </span>
        );
      })}
      {VERBS.filter((verb) => marks.some((mark) => mark.verb === verb)).map((verb) => (
        <ActCoverageMark key={verb} stage={at} {...{ participant, verb, document }} />
      ))}
    </span>
  );
}

interface RemarkProps {
  readonly card: StageCard;
  readonly at: number;
  readonly lines: readonly string[];
}

/** A group, or an action of the stage. */
function Remark({ card: { groups, notes }, at, lines }: RemarkProps) {
  const [group, note] = [groups[at], notes[at - groups.length]];
  if (note) return <StageNote note={note} lines={lines} />;
  return (
    <>
      <Users className="icon" aria-hidden />
      <span title={group?.users.join(", ")}>
        <Lines lines={lines} />
      </span>
    </>
  );
}
