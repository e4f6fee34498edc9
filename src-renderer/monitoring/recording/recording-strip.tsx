import { CircleDot, ListPlus, X } from "lucide-react";
import { useState } from "react";
import { ActionButton, type AppAction, setRecorded, useActions, useIsRecorded } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { SaveAsScenario } from "./save-as-scenario.tsx";
import "../following/following.css";

/** Below the clock of a run that is being recorded: what happens with the recording, and how to end it. */
export function RecordingStrip({ instance }: { readonly instance: Detail }) {
  const { id, draftId } = instance;
  return useIsRecorded(id) && draftId !== null && <Strip {...{ id, draftId }} />;
}

function Strip({ id, draftId }: { readonly id: string; readonly draftId: string }) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const group = t("common.run");
  const save: AppAction = {
    ...{ id: "recording.save", icon: ListPlus, title: t("plays.saveAsScenario"), group, writes: true },
    run: () => setSaving(true),
  };
  const stop: AppAction = {
    ...{ id: "recording.stop", icon: X, title: t("plays.stopRecording"), group },
    run: () => setRecorded(id, false),
  };
  useActions([stop]);
  return (
    <section className="following" aria-label={t("plays.recording")}>
      <div className="following-head">
        <CircleDot className="icon tone-bad" aria-hidden />
        <span className="following-title" title={t("plays.recordingText")}>
          <strong>{t("plays.recording")}</strong> {t("plays.recordingText")}
        </span>
        <span className="buttons">
          <ActionButton action={save} />
          <ActionButton look="ghost" action={stop} />
        </span>
      </div>
      {saving && <SaveAsScenario {...{ id, draftId }} onClose={() => setSaving(false)} />}
    </section>
  );
}
