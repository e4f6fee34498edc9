import { useState } from "react";
import { callOrNotify, notify, useCall } from "../../app/index.ts";
import { FormDialog, RadioChoice, useTranslation } from "../../components/index.ts";
import type { Account } from "../types.ts";

/** Asks what becomes of an account's flows, and says what stays on the service [Y18]. */
export function RemoveAccount({
  account: { name, drafts },
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const runs = useCall("sync.runs.list", { name }, ["account"]).value?.items ?? [];
  const [become, setBecome] = useState<"keep" | "archive">("keep");
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const removed = await callOrNotify(t("sync.removeFailed"), "sync.accounts.remove", { name, drafts: become });
    setBusy(false);
    if (removed === null) return;
    onClose();
    notify(t("sync.removed", { name }), t("sync.removedText"));
  };
  return (
    <FormDialog
      title={t("sync.removeTitle", { name })}
      description={t("sync.removeText")}
      done={t("sync.removeDone")}
      dangerous
      busy={busy}
      onSubmit={remove}
      onClose={onClose}
    >
      {runs.length > 0 && <p>{t("sync.removeRuns", { count: runs.length })}</p>}
      {drafts > 0 && (
        <RadioChoice
          legend={t("sync.removeDrafts", { count: drafts })}
          value={become}
          options={[
            ["keep", t("sync.removeKeep")],
            ["archive", t("sync.removeArchive")],
          ]}
          onChange={setBecome}
        />
      )}
    </FormDialog>
  );
}
