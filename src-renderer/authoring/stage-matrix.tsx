import { FilePlus2, FileText, PenLine, ThumbsUp, UserPlus, Users } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Intent, OutlineStage } from "../../src-shared/language/index.ts";
import { Avatar } from "../components/avatar.tsx";
import { Button } from "../components/button.tsx";
import { Menu, type MenuEntry } from "../components/menu.tsx";
import type { AnalysisView } from "./analysis-types.ts";
import { NewNameDialog } from "./new-name-dialog.tsx";
import {
  type Actors,
  actors,
  type CellState,
  cellIntents,
  cellState,
  groupsOf,
  inOrder,
  nextState,
  type StageGroup,
} from "./stage-acts.ts";

interface Props {
  readonly analysis: AnalysisView;
  readonly stage: OutlineStage;
  readonly at: number;
  /** Why nothing can be changed here now. */
  readonly blocked: string | null;
  readonly onChange: (intents: readonly Intent[]) => void;
}

/** Who does what on which document: a press on a cell goes from nothing to sign, to approve, and back. */
export function StageMatrix(props: Props) {
  const { t } = useTranslation();
  const { stage, at, blocked, onChange } = props;
  const { participants, documents } = useRows(props);
  const groups = groupsOf(stage);
  return (
    <>
      {participants.length > 0 && (
        <div className="inspector-scroll">
          <table className="edit-matrix">
            <caption className="visually-hidden">{t("canvas.matrix", { stage: stage.name })}</caption>
            <thead>
              <tr>
                <td />
                {documents.map((document) => (
                  <th key={document} scope="col" title={document}>
                    <span className="matrix-document">
                      <FileText className="icon" aria-hidden />
                      <span className="truncate">{document}</span>
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {participants.map((participant) => (
                <tr key={participant}>
                  <th scope="row" title={participant}>
                    <span className="matrix-participant">
                      <Avatar name={participant} small />
                      <span className="truncate">{participant}</span>
                    </span>
                  </th>
                  {documents.map((document) => (
                    <td key={document}>
                      <CellButton
                        name={t("matrix.cell", { participant, document })}
                        state={cellState(stage, participant, document)}
                        group={groups.find(
                          ({ users, documents: each }) => users.includes(participant) && each.includes(document),
                        )}
                        blocked={blocked}
                        onPress={(state) => onChange(cellIntents(at, participant, document, state, nextState(state)))}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AddActors {...props} />
    </>
  );
}

/** A row or column whose last act has just been taken away stays as long as the stage is shown: the next press may give it one again. */
function useRows({ stage, analysis: { outline } }: Pick<Props, "stage" | "analysis">): Actors {
  const kept = useRef<Actors>({ participants: [], documents: [] });
  const now = actors(stage);
  const rows = {
    participants: inOrder([...kept.current.participants, ...now.participants], outline.participants),
    documents: inOrder([...kept.current.documents, ...now.documents], outline.documents),
  };
  kept.current = rows;
  return rows;
}

function CellButton({
  name,
  state,
  group,
  blocked,
  onPress,
}: {
  readonly name: string;
  readonly state: CellState;
  readonly group: StageGroup | undefined;
  readonly blocked: string | null;
  readonly onPress: (state: CellState) => void;
}) {
  const { t } = useTranslation();
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
      onClick={() => blocked === null && onPress(state)}
    >
      {(state === "sign" || state === "both") && <PenLine className="icon" aria-hidden />}
      {(state === "approve" || state === "both") && <ThumbsUp className="icon" aria-hidden />}
      {group && <Users className="icon cell-group" aria-hidden />}
    </button>
  );
}

/** Buttons that bring one more participant or document into the stage. */
function AddActors({ analysis, stage, at, blocked, onChange }: Props) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState<"participant" | "document" | null>(null);
  const { outline, kind } = analysis;
  const here = actors(stage);
  const verb =
    stage.conditions.some(({ kind: of }) => of === "signed-by") ||
    !stage.conditions.some(({ kind: of }) => of === "approved-by")
      ? "sign"
      : "approve";
  const act = (participant: string, document: string): Intent => ({
    intent: "setAct",
    stage: at,
    verb,
    participant,
    document,
    on: true,
  });
  const documents = here.documents.length > 0 ? here.documents : outline.documents.slice(0, 1).map(({ name }) => name);
  const withParticipant = (name: string) => documents.map((document) => act(name, document));
  const withDocument = (name: string) => here.participants.map((participant) => act(participant, name));
  const addNew = (name: string, email: string) => {
    const bare = kind === "process";
    const value = { id_type: "email", id: email };
    if (naming === "participant")
      onChange([...(bare ? [] : [{ intent: "addParticipant", name, value } as const]), ...withParticipant(name)]);
    else
      onChange([
        ...(bare ? [] : [{ intent: "addDocument", name, value: `./${name}.pdf` } as const]),
        ...withDocument(name),
      ]);
    setNaming(null);
  };
  const entries = (
    names: readonly string[],
    add: (name: string) => readonly Intent[],
    why: string | null,
  ): MenuEntry[] => names.map((label) => ({ label, blocked: why, run: () => onChange(add(label)) }));
  const free = (all: readonly { readonly name: string }[], taken: readonly string[]) =>
    all.map(({ name }) => name).filter((name) => !taken.includes(name));
  return (
    <div className="inspector-adds">
      <Menu
        trigger={
          <Button look="ghost" icon={UserPlus} blocked={blocked}>
            {t("matrix.addParticipant")}
          </Button>
        }
        entries={[
          ...entries(
            free(outline.participants, here.participants),
            withParticipant,
            documents.length === 0 ? t("matrix.documentFirst") : null,
          ),
          { label: t("matrix.newParticipant"), icon: UserPlus, run: () => setNaming("participant") },
        ]}
      />
      <Menu
        trigger={
          <Button look="ghost" icon={FilePlus2} blocked={blocked}>
            {t("matrix.addDocument")}
          </Button>
        }
        entries={[
          ...entries(
            free(outline.documents, here.documents),
            withDocument,
            here.participants.length === 0 ? t("matrix.participantFirst") : null,
          ),
          { label: t("matrix.newDocument"), icon: FilePlus2, run: () => setNaming("document") },
        ]}
      />
      {naming && (
        <NewNameDialog
          kind={naming}
          taken={(naming === "participant" ? outline.participants : outline.documents).map(({ name }) => name)}
          onDone={addNew}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}
