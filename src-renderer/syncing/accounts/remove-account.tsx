import { useState } from "react";
import { isUnsent } from "../../../src-shared/sync/index.ts";
import { callOrNotify, commandWords, doneAfterAll, notify, useCall, useRunNames } from "../../app/index.ts";
import { FormDialog, RadioChoice, useBusy, useTranslation } from "../../components/index.ts";
import type { Account } from "../types.ts";

/** Asks what to do with an account's flows, and says what stays on the service [Y18]. */
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
  const { busy, unlessBusy } = useBusy();
  const remove = () =>
    unlessBusy(async () => {
      const removed = await callOrNotify(t("sync.removeFailed"), "sync.accounts.remove", { name, drafts: become });
      if (removed === null) return;
      onClose();
      doneAfterAll(name);
      notify(t("sync.removed", { name }), t("sync.removedText"));
    });
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
      <Unsent name={name} />
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

const STARTS = ["starting", "perhaps_started", "id_unknown"] as const;
const isStart = (state: string): state is (typeof STARTS)[number] => STARTS.some((start) => start === state);
/** Most names listed; more are counted. */
const MOST_NAMED = 8;

/** Changes, starts and commands that the service never got. */
function Unsent({ name }: Pick<Account, "name">) {
  const { t } = useTranslation();
  const drafts = useCall("sync.drafts.list", { name }, ["account", "draft"]).value?.items ?? [];
  const open = useCall("sync.commands.list", { name }, ["account"]).value;
  const { named } = useRunNames();
  const lines = [
    ...drafts
      .filter(({ state }) => isUnsent(state))
      .map(({ key, title, state }) => [key, `${title || t("common.untitled")}: ${t(`sync.state.${state}`)}`] as const),
    ...(open?.items ?? []).flatMap((item) => {
      const { key, state, command } = item;
      const of = named(item);
      if (command === null)
        return isStart(state)
          ? [[key, `${of}: ${t("sync.ofRun.start")}, ${t(`remoteRuns.state.${state}`)}`] as const]
          : [];
      if (command.state === "done") return [];
      return [[command.key, `${of}: ${commandWords(t, command)}, ${t(`sync.commandIs.${command.state}`)}`] as const];
    }),
  ];
  if (lines.length === 0) return null;
  const left = lines.length - MOST_NAMED + (open?.left ?? 0);
  return (
    <section className="account-part">
      <h3>{t("sync.removeUnsent")}</h3>
      <ul className="account-notes">
        {lines.slice(0, MOST_NAMED).map(([key, words]) => (
          <li key={key} title={words}>
            {words}
          </li>
        ))}
        {left > 0 && <li>{t("sync.removeMore", { count: left })}</li>}
      </ul>
    </section>
  );
}
