import { useState } from "react";
import type { OutputOf, Result } from "../../../src-shared/bridge/index.ts";
import { Loading, MessageText, useTranslation } from "../../components/index.ts";
import { reasonText } from "../language/i18n.ts";
import { requestPath, requestWords } from "./request-words.ts";
import { whyNotDone } from "./tell-outcome.ts";
import "./planned-requests.css";

type Outcome = OutputOf<"sync.publish">;

/** The planned requests, in words and as method and path; loaded when opened [Y16]. */
export function PlannedRequests({ ask }: { readonly ask: () => Promise<Result<Outcome>> }) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<Result<Outcome> | null>(null);
  const open = (isOpen: boolean) => {
    if (isOpen) void ask().then(setPlan);
    else setPlan(null);
  };
  return (
    <details className="planned-requests" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{t("sync.requestsPlanned")}</summary>
      {plan === null ? <Loading rows={2} /> : <Requests plan={plan} />}
    </details>
  );
}

function Requests({ plan }: { readonly plan: Result<Outcome> }) {
  const { t } = useTranslation();
  if (!plan.ok)
    return (
      <p className="form-problem">
        <MessageText text={reasonText(plan.error.message)} />
      </p>
    );
  const { planned, canceled } = plan.value;
  const why = whyNotDone(plan.value);
  if (why !== null)
    return (
      <p className="form-problem">
        <MessageText text={reasonText(why)} />
      </p>
    );
  if (canceled) return <p className="soft">{t("sync.lastCanceled")}</p>;
  return (
    <ol>
      {planned.map((request, at) => (
        // Equal lines differ only by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <li key={at}>
          {requestWords(t, request)} <code className="soft">{requestPath(request)}</code>
        </li>
      ))}
    </ol>
  );
}
