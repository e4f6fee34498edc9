import { BellPlus, Eye, EyeOff, Webhook } from "lucide-react";
import { useState } from "react";
import { actionNote, noteText } from "../../../../src-shared/drawing/index.ts";
import type { Intent, OutlineAction, OutlineStage } from "../../../../src-shared/language/index.ts";
import { Button, Menu, useTranslation } from "../../../components/index.ts";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { type RawValue, valueAt } from "../../language/raw-value.ts";
import { StageNote } from "../stage-note.tsx";
import { ListItem } from "./list-item.tsx";
import { NotifyDialog } from "./notify-dialog.tsx";
import { type StagePart, StagePartDialog } from "./stage-part-dialog.tsx";
import "./inspector.css";

export interface PartProps {
  readonly analysis: AnalysisView;
  readonly stage: OutlineStage;
  readonly at: number;
  /** Why nothing can be changed here now. */
  readonly blocked: string | null;
  /** Returns false, after a notification, if the text could not be changed. */
  readonly onChange: (intents: readonly Intent[]) => Promise<boolean>;
}

interface Edited {
  readonly kind: OutlineAction["kind"];
  /** Equal to the number of actions for a new one. */
  readonly at: number;
  /** null: a new one. */
  readonly action: OutlineAction | null;
}

/** The actions of a stage when it begins, with a form for each. */
export function StageActions({ analysis, stage, at, blocked, onChange }: PartProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Edited | null>(null);
  const done = (value: RawValue, before: readonly Intent[] = []) => {
    if (edited === null) return;
    const intent = edited.action === null ? "addAction" : "setAction";
    void onChange([...before, { intent, stage: at, at: edited.at, value: { [edited.kind]: value } }]);
    setEdited(null);
  };
  const add = (kind: OutlineAction["kind"]) => setEdited({ kind, at: stage.actions.length, action: null });
  return (
    <>
      <ul className="inspector-list" aria-label={t("stages.actions")}>
        {stage.actions.map((action, index) => {
          const note = actionNote(action);
          return (
            <ListItem
              // biome-ignore lint/suspicious/noArrayIndexKey: equal actions differ only by position
              key={index}
              what={noteText(t, note)}
              blocked={blocked}
              onEdit={() => setEdited({ kind: action.kind, at: index, action })}
              onRemove={() => void onChange([{ intent: "removeAction", stage: at, at: index }])}
            >
              <StageNote note={note} lines={[noteText(t, note)]} />
            </ListItem>
          );
        })}
      </ul>
      <Adds analysis={analysis} blocked={blocked} onAdd={add} />
      {edited && (
        <ActionDialog
          key={`${edited.kind} ${edited.at}`}
          {...{ analysis, stage, at, edited }}
          onDone={done}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

interface AddsProps extends Pick<PartProps, "analysis" | "blocked"> {
  readonly onAdd: (kind: OutlineAction["kind"]) => void;
}

function Adds({ analysis, blocked, onAdd }: AddsProps) {
  const { t } = useTranslation();
  // A004: viewing permissions belong to micro_api flows.
  const noViewing = analysis.outline.flowKind === "micro_api" ? null : t("stagePart.microApiOnly");
  return (
    <div className="inspector-adds">
      <Button look="ghost" icon={BellPlus} blocked={blocked} onClick={() => onAdd("notify")}>
        {t("stages.addNotify")}
      </Button>
      <Menu
        trigger={
          <Button look="ghost" icon={Webhook} blocked={blocked}>
            {t("stagePart.addOther")}
          </Button>
        }
        entries={[
          { label: t("stagePart.callback"), icon: Webhook, run: () => onAdd("callback") },
          { label: t("stagePart.allow-viewing"), icon: Eye, blocked: noViewing, run: () => onAdd("allow-viewing") },
          { label: t("stagePart.deny-viewing"), icon: EyeOff, blocked: noViewing, run: () => onAdd("deny-viewing") },
        ]}
      />
    </div>
  );
}

interface ActionDialogProps extends Pick<PartProps, "analysis" | "stage" | "at"> {
  readonly edited: Edited;
  readonly onDone: (value: RawValue, before?: readonly Intent[]) => void;
  readonly onClose: () => void;
}

function ActionDialog({ analysis, stage, at, edited, onDone, onClose }: ActionDialogProps) {
  const { kind, action } = edited;
  const root = analysis.kind === "process" ? [] : ["process"];
  const path = [...root, "stages", at, stage.name, "actions", edited.at, kind];
  const { outline } = analysis;
  if (kind === "notify") {
    const written = action === null ? null : valueAt(analysis.value, path);
    return <NotifyDialog outline={outline} stage={stage} written={written} onDone={onDone} onClose={onClose} />;
  }
  const part = action && { users: action.users, documents: action.documents, text: action.callbackName ?? "" };
  // As the flow file spells it.
  const done = ({ users, documents, text }: StagePart) =>
    onDone(kind === "callback" ? { "callback-name": text } : { users, documents });
  return <StagePartDialog kind={kind} outline={outline} part={part} onDone={done} onClose={onClose} />;
}
