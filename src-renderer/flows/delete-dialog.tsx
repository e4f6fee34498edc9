import { useState } from "react";
import { FormDialog, RadioChoice, useBusy, useTranslation } from "../components/index.ts";

export type There = "keep" | "remove";

interface Props {
  readonly title: string;
  readonly description: string;
  /** Who has them too; null: nobody. */
  readonly account: string | null;
  /** Deletes; false: nothing was. */
  readonly onDelete: (there: There) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks before archived flows are deleted; of those that an account has too, it asks what becomes of them there [Y7]. */
export function DeleteDialog({ title, description, account, onDelete, onClose }: Props) {
  const { t } = useTranslation();
  const [there, setThere] = useState<There>("remove");
  const { busy, unlessBusy } = useBusy();
  const remove = () =>
    unlessBusy(async () => {
      const removed = await onDelete(there);
      if (removed) onClose();
    });
  return (
    <FormDialog {...{ title, description, busy, onClose }} done={t("common.delete")} dangerous onSubmit={remove}>
      {account !== null && (
        <>
          <RadioChoice
            legend={t("flows.deleteThere", { account })}
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
