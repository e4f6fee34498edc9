import { useEffect, useState } from "react";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { callOrNotify, type Folder, folderName, host, notify } from "../app/index.ts";
import { FormDialog, type Translate, useTranslation } from "../components/index.ts";

type Flow = OutputOf<"drafts.list">["items"][number];

/** The most that the host gives at once. */
const PAGE = 200;

interface Props {
  readonly folder: Folder;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a folder is deleted: its flows go to the home folder first. Undo makes it anew, and puts them back. */
export function DeleteFolder({ folder, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const [flows, setFlows] = useState<readonly Flow[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void flowsIn(folder.id).then((found) => (typeof found === "string" ? setProblem(found) : setFlows(found)));
  }, [folder.id]);

  const remove = async () => {
    setBusy(true);
    const { moved, refused } = await moveAll(flows ?? [], null);
    const removed = refused === null ? await host.call("folders.remove", { id: folder.id }) : null;
    setBusy(false);
    if (!removed?.ok) {
      // Nothing is half done: what has moved goes back.
      await moveAll(moved, folder.id);
      return setProblem(refused ?? (removed?.ok === false ? removed.error.message : null));
    }
    onClose();
    onDeleted();
    const undo = () => void makeAnew(t, folder, moved);
    notify(t("folders.deleted", { folder: folderName(t, folder) }), undefined, { label: t("common.undo"), run: undo });
  };
  return (
    <FormDialog
      title={t("folders.deleteTitle", { folder: folderName(t, folder) })}
      description={flows === null ? t("common.loading") : t("folders.deleteText", { count: flows.length })}
      done={t("folders.delete")}
      dangerous
      busy={busy}
      blocked={flows === null ? t("common.loading") : null}
      problem={problem}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className="soft">{t("folders.deleteRules")}</p>
    </FormDialog>
  );
}

/** All flows in a folder, archived ones too; a sentence where they cannot be read. */
async function flowsIn(folderId: string): Promise<readonly Flow[] | string> {
  const flows: Flow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await host.call("drafts.list", { folderId, limit: PAGE, ...(cursor && { cursor }) });
    if (!page.ok) return page.error.message;
    flows.push(...page.value.items);
    cursor = page.value.next;
  }
  return flows;
}

/** Moves them one by one, and stops at the first that is refused. */
async function moveAll(flows: readonly Flow[], folderId: string | null) {
  for (const [at, { id, title }] of flows.entries()) {
    const answer = await host.call("drafts.move", { id, folderId });
    if (!answer.ok) return { moved: flows.slice(0, at), refused: `${title}: ${answer.error.message}` };
  }
  return { moved: flows, refused: null };
}

async function makeAnew(t: Translate, { name, retention }: Folder, flows: readonly Flow[]) {
  const failed = t("folders.restoreFailed");
  const made = await callOrNotify(failed, "folders.create", { name });
  if (made === null) return;
  const { id } = made;
  if (Object.values(retention).some((days) => days !== null))
    await callOrNotify(failed, "folders.setRetention", { id, retention });
  for (const flow of flows) await callOrNotify(failed, "drafts.move", { id: flow.id, folderId: id });
}
