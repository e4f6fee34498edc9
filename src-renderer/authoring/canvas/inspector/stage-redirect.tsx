import { CornerUpRight } from "lucide-react";
import { useState } from "react";
import { noteText } from "../../../../src-shared/drawing/index.ts";
import { Button, useTranslation } from "../../../components/index.ts";
import { StageNote } from "../stage-note.tsx";
import { ListItem } from "./list-item.tsx";
import type { PartProps } from "./stage-actions.tsx";
import { type StagePart, StagePartDialog } from "./stage-part-dialog.tsx";

/** The redirect for participants who have done their part of the stage: one per stage. */
export function StageRedirect({ analysis, stage, at, blocked, onChange }: PartProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const redirect = stage.conditions.find(({ kind }) => kind === "redirect-to") ?? null;
  // E002: a redirected participant must have something to do here.
  const acts = stage.conditions.some(({ kind }) => kind !== "redirect-to");
  const done = ({ users, text }: StagePart) => {
    void onChange([{ intent: "setRedirect", stage: at, value: { users, url: text } }]);
    setEditing(false);
  };
  const note = redirect && {
    ...{ kind: "redirect" as const, users: redirect.users, what: redirect.url ?? "" },
    ...{ email: false, sms: false },
  };
  return (
    <>
      <h2>{t("stagePart.afterActs")}</h2>
      {note ? (
        <ul className="inspector-list" aria-label={t("stagePart.afterActs")}>
          <ListItem
            what={noteText(t, note)}
            blocked={blocked}
            onEdit={() => setEditing(true)}
            onRemove={() => void onChange([{ intent: "setRedirect", stage: at, value: null }])}
          >
            <StageNote note={note} lines={[noteText(t, note)]} />
          </ListItem>
        </ul>
      ) : (
        <div className="inspector-adds">
          <Button
            look="ghost"
            icon={CornerUpRight}
            blocked={blocked ?? (acts ? null : t("stagePart.actsFirst"))}
            onClick={() => setEditing(true)}
          >
            {t("stagePart.addRedirect")}
          </Button>
        </div>
      )}
      {editing && (
        <StagePartDialog
          kind="redirect"
          outline={analysis.outline}
          part={redirect && { users: redirect.users, text: redirect.url ?? "" }}
          onDone={done}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
