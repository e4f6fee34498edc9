import { useState } from "react";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { callOrNotify, notify } from "../app/index.ts";
import { FormDialog, RadioChoice, useTranslation } from "../components/index.ts";

interface Props {
  readonly draft: OutputOf<"drafts.list">["items"][number];
  readonly onClose: () => void;
}

/** Deletes an archived flow; of one that an account has too, it asks what becomes of it there [Y7]. */
export function DeleteDialog({ draft: { id, key, title, sync }, onClose }: Props) {
  const { t } = useTranslation();
  const [there, setThere] = useState<"keep" | "remove">("remove");
  const [busy, setBusy] = useState(false);
  const named = title || t("common.untitled");
  const remove = async () => {
    setBusy(true);
    const removed = await callOrNotify(t("flows.deleteFailed"), "drafts.remove", { id, key, there });
    setBusy(false);
    if (removed === null) return;
    onClose();
    notify(t("flows.deleted", { title: named }));
  };
  return (
    <FormDialog
      title={t("flows.deleteTitle", { title: named })}
      description={t("flows.deleteText")}
      done={t("flows.deleteDone")}
      dangerous
      busy={busy}
      onSubmit={remove}
      onClose={onClose}
    >
      {sync && (
        <>
          <RadioChoice
            legend={t("flows.deleteThere", { account: sync.account })}
            value={there}
            options={[
              ["remove", t("flows.deleteThereRemove")],
              ["keep", t("flows.deleteThereKeep")],
            ]}
            onChange={setThere}
          />
          {there === "remove" && <p className="soft">{t("flows.deleteThereChanged")}</p>}
        </>
      )}
    </FormDialog>
  );
}
