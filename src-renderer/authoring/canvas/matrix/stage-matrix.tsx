import { Users } from "lucide-react";
import { useRef } from "react";
import {
  type Actors,
  actors,
  groupsOf,
  inOrder,
  type StageGroup,
  VERBS,
} from "../../../../src-shared/drawing/index.ts";
import { useTranslation, VerbMark } from "../../../components/index.ts";
import { useChosen } from "../../forms/use-typed.ts";
import { askedVerb, withNothingLeft } from "../../model/newcomers.ts";
import { type CellState, cellIntents, cellState, nextState } from "../../model/stage-acts.ts";
import type { PartProps } from "../inspector/stage-actions.tsx";
import { AddActors } from "./add-actors.tsx";
import { DocumentHeads, ParticipantHead } from "./matrix-heads.tsx";
import { useWaiting } from "./newcomers-waiting.ts";
import "./stage-matrix.css";

interface MatrixProps extends PartProps {
  /** The stage's key in the analysis. */
  readonly stageKey: string;
}

/** Who does what on which document: a press on a cell switches from nothing to sign, to approve, and back. */
export function StageMatrix(props: MatrixProps) {
  const { t } = useTranslation();
  const { rows, add, remove } = useRows(props);
  const { participants, documents } = rows;
  const { stage, at, analysis } = props;
  const idle = withNothingLeft({ outline: analysis.outline, stage, at, here: rows });
  const needsDocument = participants.length > idle.participants.length && documents.length === 0;
  return (
    <>
      {participants.length + documents.length > 0 && <Cells {...props} rows={rows} onRemove={remove} />}
      {needsDocument && <p className="soft">{t("matrix.needsDocument")}</p>}
      {participants.length === 0 && documents.length > 0 && <p className="soft">{t("matrix.needsParticipant")}</p>}
      <NothingLeft stage={stage} idle={idle} />
      <AddActors {...props} here={rows} onAdd={add} />
    </>
  );
}

/** Why an added person or document has no act. */
function NothingLeft({ stage, idle }: Pick<PartProps, "stage"> & { readonly idle: Actors }) {
  const { t } = useTranslation();
  const { participants, documents } = idle;
  const verb = askedVerb(stage);
  return (
    <div role="status">
      {participants.map((participant) => (
        <p key={participant} className="soft">
          {t(`matrix.participantDone.${verb}`, { participant })}
        </p>
      ))}
      {documents.map((document) => (
        <p key={document} className="soft">
          {t(`matrix.documentDone.${verb}`, { document })}
        </p>
      ))}
    </div>
  );
}

interface CellsProps extends PartProps {
  readonly rows: Actors;
  readonly onRemove: (of: keyof Actors, name: string) => void;
}

function Cells({ stage, at, blocked, rows, onChange, onRemove }: CellsProps) {
  const { t } = useTranslation();
  const { participants, documents } = rows;
  const acting = actors(stage);
  /** Only items without an act: anything that an act names is in the text. */
  const remover = (of: keyof Actors) => (name: string) =>
    blocked === null && !acting[of].includes(name) ? () => onRemove(of, name) : null;
  const groups = groupsOf(stage);
  return (
    <div className="inspector-scroll">
      <table className="edit-matrix">
        <caption className="visually-hidden">{t("canvas.matrix", { stage: stage.name })}</caption>
        {documents.length > 0 && <DocumentHeads documents={documents} remover={remover("documents")} />}
        <tbody>
          {participants.map((participant) => (
            <tr key={participant}>
              <ParticipantHead participant={participant} onRemove={remover("participants")(participant)} />
              {documents.map((document) => (
                <td key={document}>
                  <CellButton
                    name={t("matrix.cell", { participant, document })}
                    state={cellState(stage, participant, document)}
                    group={groups.find(
                      ({ users, documents: each }) => users.includes(participant) && each.includes(document),
                    )}
                    blocked={blocked}
                    onChange={(from, to) => onChange(cellIntents(at, participant, document, from, to))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NOBODY: Actors = { participants: [], documents: [] };

/**
 * A row or column that lost its last act stays while the stage is shown, so that the next press can add one again. A
 * new one without acts waits there while the flow includes it. Each row or column without an act can be removed.
 */
function useRows({
  stage,
  stageKey,
  analysis: { outline, kind },
}: Pick<MatrixProps, "stage" | "stageKey" | "analysis">) {
  const kept = useRef(NOBODY);
  const { waiting: added, add, remove: forget } = useWaiting(stageKey);
  const now = actors(stage);
  const stay = (of: keyof Actors) => [...new Set([...kept.current[of], ...now[of]])];
  kept.current = { participants: stay("participants"), documents: stay("documents") };
  const shown = (of: keyof Actors) => {
    const given = new Set(outline[of].map(({ name }) => name));
    const isKnown = (name: string) => kind === "process" || given.has(name) || added.unborn.includes(name);
    const waiting = added[of].filter(isKnown);
    return inOrder([...kept.current[of], ...waiting], outline[of]);
  };
  const remove = (of: keyof Actors, name: string) => {
    kept.current = { ...kept.current, [of]: kept.current[of].filter((each) => each !== name) };
    forget(of, name);
  };
  return { rows: { participants: shown("participants"), documents: shown("documents") }, add, remove };
}

interface CellButtonProps {
  readonly name: string;
  readonly state: CellState;
  readonly group: StageGroup | undefined;
  readonly blocked: string | null;
  readonly onChange: (from: CellState, to: CellState) => Promise<boolean>;
}

function CellButton({ name, state: given, group, blocked, onChange }: CellButtonProps) {
  const { t } = useTranslation();
  const [state, choose] = useChosen<CellState>(given, (to): Promise<boolean> => onChange(state, to));
  const shown = state ?? "nothing";
  const words = t(`matrix.${shown}`);
  const also = group ? ` ${t("matrix.inGroup", { count: group.count ?? "?", all: group.users.length })}` : "";
  return (
    <button
      type="button"
      className="cell-button"
      data-state={state ?? "none"}
      aria-label={`${name}: ${words}${also}`}
      title={blocked ?? `${words}${also}. ${t("matrix.press")}`}
      aria-disabled={blocked !== null || undefined}
      onClick={() => blocked === null && choose(nextState(state))}
    >
      {VERBS.map((verb) => (state === verb || state === "both") && <VerbMark key={verb} verb={verb} />)}
      {group && <Users className="icon cell-group" aria-hidden />}
    </button>
  );
}
