import { FileCode, UsersRound, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { groupsOf, groupText, type StageGroup } from "../../../../src-shared/drawing/index.ts";
import type { Intent, OutlineStage } from "../../../../src-shared/language/index.ts";
import { Button, IconButton, useReadOnly, useTranslation } from "../../../components/index.ts";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { CONDITIONS, groupsCondition, partialActs } from "../../model/stage-acts.ts";
import { useSession } from "../../session/use-session.ts";
import { StageMatrix } from "../matrix/stage-matrix.tsx";
import { type StageCommands, stageEntries } from "../stage-commands.ts";
import { ListItem } from "./list-item.tsx";
import { type PartProps, StageActions } from "./stage-actions.tsx";
import { StageName } from "./stage-name.tsx";
import { type StagePart, StagePartDialog } from "./stage-part-dialog.tsx";
import { StageRedirect } from "./stage-redirect.tsx";
import "./inspector.css";

interface Props {
  readonly analysis: AnalysisView;
  readonly stage: OutlineStage;
  readonly at: number;
  readonly commands: StageCommands;
  readonly onClose: () => void;
}

/** Everything about one stage, editable by mouse or keyboard; each change is an edit of the text. */
export function StageInspector({ analysis, stage, at, commands, onClose }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const readOnly = useReadOnly();
  const blocked = readOnly ?? (analysis.editable[at] ? null : t("stages.notFirm"));
  const change = (intents: readonly Intent[]) => session.change(intents, { at, name: stage.name });
  const names = analysis.outline.stages.map(({ name }) => name);
  const stageKey = analysis.stageKeys?.[at] ?? stage.name;
  const part = { analysis, stage, at, blocked, onChange: change };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section className="inspector" aria-label={t("stages.label", { stage: stage.name })} onKeyDown={onKey}>
      <header className="inspector-head">
        <StageTools {...{ stage, at, blocked, commands, onClose }} count={analysis.outline.stages.length} />
        <StageName
          key={`${at} ${stage.name}`}
          names={names}
          at={at}
          label={t("stages.name")}
          className="inspector-name"
          readOnly={blocked !== null}
          onChange={change}
        />
      </header>
      {blocked && readOnly === null && <p className="inspector-blocked tone-wait">{blocked}</p>}
      <h2>{t("stages.acts")}</h2>
      <StageMatrix key={stageKey} stageKey={stageKey} {...part} />
      <PartialActs stage={stage} />
      <Groups {...part} />
      <h2>{t("stages.actions")}</h2>
      <StageActions {...part} />
      <StageRedirect {...part} />
    </section>
  );
}

/**
 * Why the text has a group for which the matrix shows plain acts: no other condition can exclude one document for one
 * person.
 */
function PartialActs({ stage }: Pick<Props, "stage">) {
  const { t } = useTranslation();
  return partialActs(stage).map(({ verb, participants, documents }) => {
    const words = { users: participants.join(", "), documents: documents.join(", "), condition: CONDITIONS[verb] };
    return (
      <p key={`${verb} ${words.users} ${words.documents}`} className="soft">
        {t(`stages.apart.${verb}`, words)}
      </p>
    );
  });
}

interface ToolsProps extends Pick<Props, "stage" | "at" | "commands" | "onClose">, Pick<PartProps, "blocked"> {
  /** How many stages the flow has. */
  readonly count: number;
}

/** The stage's position, and the actions on the whole stage. */
function StageTools({ stage, at, count, blocked, commands, onClose }: ToolsProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className="inspector-tools">
      <span className="inspector-place soft">{t("stages.place", { number: at + 1, count })}</span>
      {stageEntries(t, commands, at, count).map(({ id, icon, label, shortcut, blocked: cannot, run }) => (
        <IconButton key={id} {...{ icon, label, shortcut }} blocked={blocked ?? cannot} onClick={run} />
      ))}
      <IconButton icon={FileCode} label={t("stages.showText")} onClick={() => session.reveal(stage.nameRange)} />
      <IconButton icon={X} label={t("common.close")} onClick={onClose} />
    </div>
  );
}

function Groups({ analysis, stage, at, blocked, onChange }: PartProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<StageGroup | "new" | null>(null);
  const groups = groupsOf(stage);
  const place = ({ verb, at: where }: Pick<StageGroup, "verb" | "at">) => ({ stage: at, verb, at: where });
  const done = ({ verb, users, documents, count }: StagePart) => {
    const value = { users, documents, count: Number(count) };
    const all = stage.conditions.filter(({ kind }) => kind === groupsCondition(verb));
    const where = edited === "new" || edited === null ? all.length : edited.at;
    void onChange([{ intent: "setGroup", ...place({ verb, at: where }), value }]);
    setEdited(null);
  };
  return (
    <>
      <ul className="inspector-list" aria-label={t("stages.groups")}>
        {groups.map((group) => {
          const words = groupText(t, group);
          return (
            <ListItem
              key={`${group.verb} ${group.at}`}
              what={words}
              blocked={blocked}
              onEdit={() => setEdited(group)}
              onRemove={() => void onChange([{ intent: "setGroup", ...place(group), value: null }])}
            >
              <UsersRound className="icon" aria-hidden />
              <span className="truncate" title={group.users.join(", ")}>
                {words}
              </span>
            </ListItem>
          );
        })}
      </ul>
      <div className="inspector-adds">
        <Button look="ghost" icon={UsersRound} blocked={blocked} onClick={() => setEdited("new")}>
          {t("stages.addGroup")}
        </Button>
      </div>
      {edited !== null && (
        <StagePartDialog
          kind="group"
          outline={analysis.outline}
          part={edited === "new" ? null : { ...edited, count: String(edited.count ?? 1) }}
          onDone={done}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
