import { Download, FileCheck } from "lucide-react";
import { useEffect, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { ActionButton, type AppAction, callOrNotify, download, host, notify, useActions } from "../../app/index.ts";
import { Button, Dialog, useTranslation } from "../../components/index.ts";

type Progress = OutputOf<"evidence.progress">;

const LOOK_EVERY_MS = 500;
/** The app's page beside its main one; every bundle includes it. */
const CHECK_PAGE = "check-evidence.html";

/** The evidence of every ended run, as one zip. */
export function AllEvidence() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const action: AppAction = {
    id: "instances.saveEvidence",
    icon: Download,
    title: t("instances.saveEvidence"),
    group: t("nav.instances"),
    run: () => setOpen(true),
  };
  useActions([action]);
  return (
    <>
      <ActionButton action={action} />
      {open && <EvidenceDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Closing it cancels the unsaved rest. */
function EvidenceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState<OutputOf<"evidence.begin"> | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const id = begun?.id;

  useEffect(() => {
    let gone = false;
    void callOrNotify(t("export.failed"), "evidence.begin", {}).then((answer) => {
      if (gone && answer) void host.call("evidence.cancel", { id: answer.id });
      else setBegun(answer);
    });
    return () => {
      gone = true;
    };
  }, [t]);
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => void host.call("evidence.cancel", { id });
  }, [id]);
  const saving = progress !== null && progress.state !== "done" && progress.state !== "stopped";
  useEffect(() => {
    if (!saving || id === undefined) return undefined;
    const timer = window.setInterval(async () => {
      const answer = await host.call("evidence.progress", { id });
      if (answer.ok) setProgress(answer.value);
      // A restarted host has lost it; an unreachable one may still be saving.
      else if (answer.error.code !== "not_connected") setProgress((now) => now && { ...now, state: "stopped" });
    }, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [saving, id]);
  useEffect(() => {
    if (progress?.state !== "done") return;
    notify(
      t("instances.evidenceSaved", { count: progress.done - progress.failed }),
      progress.failed > 0 ? t("instances.evidenceMissing", { count: progress.failed }) : undefined,
    );
    onClose();
  }, [progress, onClose, t]);

  const save = () => {
    if (!begun) return;
    setProgress({ runs: begun.runs, done: 0, failed: 0, state: "waiting" });
    download(begun.address);
  };
  const stopped = progress?.state === "stopped";
  return (
    <Dialog open onClose={onClose} title={t("instances.saveEvidence")} description={t("instances.evidenceText")}>
      <p role="status">
        {begun && progress === null && t("instances.evidenceRuns", { count: begun.runs })}
        {saving && t("instances.evidenceProgress", { done: progress.done, count: progress.runs })}
        {stopped && t("instances.evidenceStopped", { done: progress.done, count: progress.runs })}
      </p>
      {saving && (
        <progress
          className="evidence-progress"
          aria-label={t("instances.saveEvidence")}
          max={progress.runs}
          value={progress.done}
        />
      )}
      {progress === null && (
        <div>
          <p>{t("instances.evidencePageText")}</p>
          <Button look="ghost" icon={FileCheck} onClick={() => download(CHECK_PAGE)}>
            {t("instances.evidencePage")}
          </Button>
        </div>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t(stopped ? "common.close" : "common.cancel")}</Button>
        {!stopped && (
          <Button
            look="primary"
            icon={Download}
            busy={saving}
            blocked={begun?.runs === 0 ? t("instances.evidenceNone") : null}
            onClick={save}
          >
            {t("common.save")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
