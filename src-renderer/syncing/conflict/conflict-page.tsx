import { CheckCircle2, FileText } from "lucide-react";
import { useState } from "react";
import { Page, routeHref, useCall } from "../../app/index.ts";
import { BackLink, ButtonLink, EmptyState, useTranslation, Waiting } from "../../components/index.ts";
import type { DraftConflict, How } from "./choices.ts";
import { Compare } from "./compare.tsx";
import { SettleEach } from "./settle-each.tsx";
import { SettleWhole } from "./settle-whole.tsx";
import "./conflict.css";

interface Props {
  /** The flow's key. */
  readonly draft: string;
  readonly account: string;
}

/** What both sides changed in a flow, each in its own way, to be settled part by part [Y6]. */
export function ConflictPage({ draft, account }: Props) {
  const { t } = useTranslation();
  const answer = useCall("sync.conflict.get", { name: account, key: draft }, ["account", "draft"]);
  const conflict = answer.value?.conflict ?? null;
  const title = conflict?.title || t("common.untitled");
  return (
    <Page
      title={conflict === null ? t("sync.state.conflict") : t("sync.conflict.title", { title })}
      beside={<BackLink href={routeHref("sync")} text={t("nav.sync")} />}
      actions={
        conflict?.id && (
          <ButtonLink icon={FileText} href={routeHref("flows", conflict.id)}>
            {t("sync.conflict.openFlow")}
          </ButtonLink>
        )
      }
    >
      <Waiting of={answer} title={t("sync.conflict.failed")} />
      {answer.value && conflict === null && (
        <EmptyState icon={CheckCircle2} title={t("sync.conflict.none")}>
          <p>{t("sync.conflict.noneText")}</p>
        </EmptyState>
      )}
      {conflict && <Open {...{ draft, account, conflict }} />}
    </Page>
  );
}

function Open({ draft, account, conflict }: Props & { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<How>([]);
  const folders = useCall("folders.list", {}, ["settings"]).value?.items ?? null;
  const [first] = conflict.conflicts;
  const isWhole = conflict.conflicts.some(({ path }) => path.length === 0);
  const words =
    first === undefined || !isWhole
      ? t("sync.conflict.text", { account })
      : first.kind !== "removed"
        ? t("sync.conflict.broken")
        : t(conflict.theirs === null ? "sync.conflict.goneThere" : "sync.conflict.goneHere", { account });
  return (
    <div className="conflict">
      <p>{words}</p>
      {conflict.isOlder && (
        <p className="form-problem" role="status">
          {t("sync.conflict.isOlder")}
        </p>
      )}
      {isWhole ? (
        <SettleWhole {...{ draft, account, conflict }} />
      ) : (
        <SettleEach
          {...{ draft, account }}
          conflicts={conflict.conflicts}
          names={{ ...conflict, folders }}
          onChosen={setChosen}
        />
      )}
      <Compare {...{ draft, account, conflict, chosen }} />
    </div>
  );
}
