import { FilePen, FileWarning, Save } from "lucide-react";
import { useState } from "react";
import type { InputOf, OutputOf } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, keysOf, notify, useCall } from "../../app/index.ts";
import { Button, Dialog, useTranslation, Waiting } from "../../components/index.ts";
import { flushOrNotify } from "../session/draft-store.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import { Comparison, usePresentTexts } from "../versions/version-detail.tsx";
import "./bars.css";

type DraftFile = NonNullable<OutputOf<"drafts.file">["file"]>;

const SAVE = keysOf("draft.saveToFile");

/** The file that the flow was opened from: the changes on either side, and the actions. */
export function FileBar() {
  const { draft } = useSession();
  const { value } = useCall("drafts.file", { id: draft.id }, ["draft"]);
  const file = value?.file ?? null;
  return file && <FileState file={file} />;
}

function FileState({ file }: { readonly file: DraftFile }) {
  const { t } = useTranslation();
  const [comparing, setComparing] = useState(false);
  const acts = useFileActs(file);
  const { name, path, on, ahead } = file;
  const state = on === "same" && ahead ? "sameAhead" : on;
  const Icon = on === "same" ? FilePen : FileWarning;
  return (
    <div className="file-bar" data-state={on}>
      <Icon className="icon" aria-hidden />
      <p role="status">
        <span className="file-name" title={path}>
          {name}
        </span>{" "}
        {t(`file.${state}`)}
      </p>
      <span className="buttons">
        {on === "changed" && (
          <>
            <Button onClick={() => setComparing(true)}>{t("common.compare")}</Button>
            <Button writes onClick={acts.keep}>
              {t("common.keepMine")}
            </Button>
            <Button look="primary" writes onClick={acts.take}>
              {t("file.take")}
            </Button>
          </>
        )}
        {on !== "changed" && (ahead || on === "missing") && (
          <Button icon={Save} shortcut={SAVE} writes onClick={acts.save}>
            {t("file.save")}
          </Button>
        )}
      </span>
      <Dialog open={comparing} onClose={() => setComparing(false)} title={t("file.comparing", { name })} wide>
        <FileComparison />
      </Dialog>
    </div>
  );
}

/** From the flow's current text to the file's. */
function FileComparison() {
  const { draft } = useSession();
  const { t } = useTranslation();
  const file = useCall("drafts.fileTexts", { id: draft.id }, ["draft"]);
  const mine = usePresentTexts();
  if (file.error || file.value === null) return <Waiting of={file} title={t("file.unread")} />;
  return <Comparison before={mine} after={file.value} same={t("versions.same")} />;
}

function useFileActs({ name }: DraftFile) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const failed = t("file.failed");
  /** Every action starts from a text that the host has. */
  const plain = async (act: "drafts.keepMine" | "drafts.saveToFile", done: string) => {
    if (!(await flushOrNotify(draft, failed))) return;
    const input: InputOf<typeof act> = { id: draft.id, key: draft.key() };
    if (await callOrNotify(failed, act, input)) notify(done);
  };
  const take = async () => {
    const base = await flushOrNotify(draft, failed);
    if (!base) return;
    const input = { id: draft.id, key: draft.key(), baseRevision: base.revision };
    const taken = await callOrNotify(failed, "drafts.takeFile", input);
    if (!taken) return;
    draft.found(taken);
    notify(t("file.taken", { name }), t("versions.restoredText"));
  };
  const save = () => void plain("drafts.saveToFile", t("file.saved", { name }));
  useFlowActions([["draft.saveToFile", t("file.saveNamed", { name }), save, { writes: true }]]);
  return { keep: () => void plain("drafts.keepMine", t("file.kept")), save, take: () => void take() };
}
