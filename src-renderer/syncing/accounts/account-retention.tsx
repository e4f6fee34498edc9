import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import {
  callOrNotify,
  host,
  notify,
  PolicyFields,
  policyOf,
  policyText,
  reasonText,
  stopAsking,
  textsOf,
} from "../../app/index.ts";
import { Button, FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import type { Account } from "../types.ts";

/** How long the account's service keeps runs, and a change of it that waits or was refused [Y11]. */
export function RetentionFact({ account: { name, retention } }: { readonly account: Account }) {
  const { t } = useTranslation();
  if (retention === null) return null;
  const { seen, wanted, why } = retention;
  const discard = () =>
    void callOrNotify(t("sync.retention.discardFailed"), "sync.accounts.setRetention", { name, wanted: null });
  return (
    <>
      <dt>{t("sync.retention.title")}</dt>
      <dd>
        {seen !== null && policyText(t, seen)}
        {wanted !== null && (
          <p className="account-trouble">
            {why === null ? t("sync.retention.waits") : t("sync.retention.refused", { why: reasonText(why) })}{" "}
            {policyText(t, wanted)}{" "}
            <Button writes onClick={discard}>
              {t("sync.retention.discard")}
            </Button>
          </p>
        )}
      </dd>
    </>
  );
}

const UNSET = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };

interface Props {
  readonly account: Account;
  readonly onClose: () => void;
}

/**
 * Changes how long the account's service keeps runs; if it is away, the change waits for the next sync, unless it is
 * canceled.
 */
export function AccountRetention({ account: { name, retention }, onClose }: Props) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState(() => textsOf(retention?.wanted ?? retention?.seen ?? UNSET));
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const wanted = policyOf(texts);
  const save = () =>
    unlessBusy(async () => {
      if (wanted === null) return;
      const answer = await host.call("sync.accounts.setRetention", { name, wanted });
      if (!answer.ok) return setProblem(reasonText(answer.error.message));
      if (answer.value.failed !== null) return setProblem(reasonText(answer.value.failed));
      onClose();
      const told = toldOf(answer.value);
      if (told !== null) notify(t(`sync.retention.${told}`));
    });
  return (
    <FormDialog
      title={t("sync.retention.of", { name })}
      description={t("sync.retention.text")}
      done={t("sync.retention.save")}
      busy={busy}
      onStop={() => stopAsking(name)}
      sends
      waitsFor={name}
      problem={problem}
      blocked={wanted === null ? t("retention.noDays") : null}
      saysBlocked
      onSubmit={save}
      onClose={onClose}
    >
      <PolicyFields texts={texts} onChange={setTexts} />
    </FormDialog>
  );
}

/** The author's notice about a change; null: its refusal is shown on the card. */
function toldOf({ done, refused, unreachable, canceled, perhaps }: OutputOf<"sync.accounts.setRetention">) {
  const isOpen = perhaps.length > 0;
  if (canceled && done.length === 0) return isOpen ? "perhapsCanceled" : "canceled";
  if (refused.length > 0) return null;
  return unreachable !== null || isOpen ? "kept" : "changed";
}
