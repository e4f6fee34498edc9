import { CheckCircle2, FileText } from "lucide-react";
import { useRef, useState } from "react";
import { Page, routeHref, useCall } from "../../app/index.ts";
import { BackLink, ButtonLink, EmptyState, useTranslation, Waiting } from "../../components/index.ts";
import type { AnyHow, DraftConflict, How } from "./choices.ts";
import { Compare } from "./compare.tsx";
import { SettleBeside } from "./settle-beside.tsx";
import { SettleEach } from "./settle-each.tsx";
import { SettleWhole, type WholeHow, wholeWords } from "./settle-whole.tsx";
import { SettledMeanwhile } from "./settled-meanwhile.tsx";
import type { Of } from "./use-settle.ts";
import { WhyConflict } from "./why-conflict.tsx";
import "./conflict.css";

type Props = Pick<Of, "draft" | "account">;

/** A flow's parts that both sides changed differently, to be resolved part by part or as a whole [Y6]. */
export function ConflictPage({ draft, account }: Props) {
  const { t } = useTranslation();
  const answer = useCall("sync.conflict.get", { name: account, key: draft }, ["account", "draft"]);
  const [isSettling, setSettling] = useState(false);
  const seen = useRef<{ readonly of: string; readonly conflict: DraftConflict } | null>(null);
  const of = JSON.stringify([account, draft]);
  const now = answer.value?.conflict ?? null;
  if (now !== null) seen.current = { of, conflict: now };
  const last = seen.current?.of === of ? seen.current.conflict : null;
  // While this window resolves it, a report that it is resolved is no news.
  const conflict = now ?? (isSettling ? last : null);
  const id = conflict?.id ?? last?.id;
  const title = conflict?.title || t("common.untitled");
  return (
    <Page
      title={conflict === null ? t("sync.state.conflict") : t("sync.conflict.title", { title })}
      beside={<BackLink href={routeHref("sync")} text={t("nav.sync")} />}
      actions={
        id && (
          <ButtonLink icon={FileText} href={routeHref("flows", id)}>
            {t("sync.conflict.openFlow")}
          </ButtonLink>
        )
      }
    >
      <Waiting of={answer} title={t("sync.conflict.failed")} />
      {answer.value &&
        conflict === null &&
        (last !== null ? (
          <SettledMeanwhile draft={draft} settled={answer.value.settled} />
        ) : (
          <EmptyState icon={CheckCircle2} title={t("sync.conflict.none")}>
            <p>{t("sync.conflict.noneText")}</p>
          </EmptyState>
        ))}
      {conflict && <Open {...{ draft, account, conflict }} seen={conflict.seen} onSettling={setSettling} />}
    </Page>
  );
}

function Open({ conflict, ...of }: Of & { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  const [parts, setParts] = useState<How>([]);
  const [whole, setWhole] = useState<WholeHow | null>(null);
  const [isBeside, setBeside] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const folders = useCall("folders.list", {}, ["settings"]).value?.items ?? null;
  const isWhole = conflict.conflicts.some(({ path }) => path.length === 0);
  const chosen: AnyHow = whole ?? (isWhole ? [] : parts);
  return (
    <div className="conflict">
      <WhyConflict account={of.account} conflict={conflict} />
      {conflict.isOlder && (
        <p className="form-problem" role="status">
          {t("sync.conflict.isOlder")}
        </p>
      )}
      {isWhole ? (
        <SettleWhole {...of} conflict={conflict} onChosen={setWhole} />
      ) : (
        <>
          <SettleEach
            {...of}
            conflicts={conflict.conflicts}
            names={{ ...conflict, folders }}
            isUnknownBefore={conflict.base === null}
            onChosen={setParts}
            instead={whole && wholeWords(t, conflict, whole)}
            onWhole={() => {
              setBeside(true);
              summary.current?.focus();
            }}
          />
          <SettleBeside {...{ ...of, conflict, summary }} isOpen={isBeside} onOpen={setBeside} onChosen={setWhole} />
        </>
      )}
      <Compare draft={of.draft} account={of.account} {...{ conflict, chosen }} />
    </div>
  );
}
