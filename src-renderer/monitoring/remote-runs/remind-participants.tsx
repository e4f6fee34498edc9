import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { type NamedRun, useRunNames } from "../../app/index.ts";
import { CheckList, FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import type { RemoteRun } from "./types.ts";

interface Props {
  readonly run: NamedRun;
  readonly account: string;
  /** People who can be reminded. */
  readonly participants: RemoteRun["participants"];
  /**
   * @param ids of the selected people
   * @returns whether it was accepted; if not, the author sees why, and the dialog stays
   */
  readonly onDone: (ids: readonly string[]) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks whom to remind, with everybody selected at first: real people get mail. */
export function RemindParticipants({ run, account, participants, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { about } = useRunNames();
  const [chosen, setChosen] = useState<readonly string[]>(participants.map(({ id }) => id));
  const { busy, unlessBusy } = useBusy();
  const names = new Map(participants.map(({ id, name }) => [id, marksShown(name)]));
  const submit = () =>
    unlessBusy(async () => {
      const isKept = await onDone(chosen);
      if (isKept) onClose();
    });
  return (
    <FormDialog
      title={t("remoteRuns.remindTitle")}
      description={about(run, t("remoteRuns.remindText", { name: account }))}
      done={t("remoteRuns.remindDone", { count: chosen.length })}
      busy={busy}
      blocked={chosen.length === 0 ? t("remoteRuns.remindFirst") : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckList
        label={t("remoteRuns.remindWhom")}
        names={[...names.keys()]}
        words={(id) => names.get(id) ?? id}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
