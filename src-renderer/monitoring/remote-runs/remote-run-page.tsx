import { FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { Page, reasonText, routeHref, useCall, useRunNames, useTime } from "../../app/index.ts";
import { BackLink, ButtonLink, MessageText, Pill, useTranslation, Waiting } from "../../components/index.ts";
import { AccessLinks } from "./access-links.tsx";
import { changeText, changeTime } from "./change-text.ts";
import { DriftSection } from "./drift-section.tsx";
import { OnAccount } from "./on-account.tsx";
import { RemoteStatus } from "./remote-status.tsx";
import { Commands } from "./run-commands.tsx";
import { documentName, RunDocuments } from "./run-documents.tsx";
import type { RemoteChange, RemoteRun } from "./types.ts";
import "./remote-runs.css";

interface Props {
  readonly account: string;
  /** Its key. */
  readonly run: string;
}

/** A run on an account: its last seen state and when, and what its author can request [Y11, Y12]. */
export function RemoteRunPage({ account, run }: Props) {
  const { t } = useTranslation();
  const asked = useCall("sync.runs.get", { name: account, run }, ["account"]);
  const found = asked.value;
  const { which } = useRunNames();
  return (
    <Page
      {...(found && { which: which(found) })}
      title={found === null ? t("nav.instances") : found.title || t("common.untitled")}
      beside={
        <>
          <OnAccount account={account} />
          {found && <RemoteStatus state={found.state} status={found.status} />}
          {found?.trashed && found.state !== "deleted_there" && <Pill>{t("common.inTrash")}</Pill>}
        </>
      }
      actions={
        <BackLink href={routeHref("instances", null, { account })} text={t("remoteRuns.back", { name: account })} />
      }
    >
      <Waiting of={asked} title={t("instance.failed")} rows={6} />
      {found && <Whole account={account} run={found} />}
    </Page>
  );
}

function Whole({ account, run }: { readonly account: string; readonly run: RemoteRun }) {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <div className="remote-run">
      {run.state !== "up_to_date" && (
        <p className="remote-note" role="status">
          {t(`remoteRuns.explain.${run.state}`)} {run.why !== null && <MessageText text={reasonText(run.why)} />}
        </p>
      )}
      <Commands account={account} run={run} />
      <DriftSection account={account} run={run.key} />
      <section>
        <h2>{t("remoteRuns.seen")}</h2>
        <dl className="remote-facts">
          <Fact
            name={t("remoteRuns.looked")}
            value={run.looked === null ? t("common.never") : time.dateTime(run.looked)}
          />
          <Fact name={t("common.stage")} value={run.stage ?? "–"} />
          <Fact name={t("remoteRuns.deadline")} value={run.timeout === null ? "–" : time.dateTime(run.timeout)} />
          <Fact name={t("instances.waitingFor")} value={<NamedPeople names={run.waitingFor} />} />
          <Fact
            name={t("common.participants")}
            value={<NamedPeople names={run.participants.map(({ name }) => name)} />}
          />
        </dl>
      </section>
      <RunDocuments documents={run.documents} />
      {run.id !== null && run.state !== "deleted_there" && <AccessLinks account={account} run={run.key} />}
      <section>
        <h2>{t("remoteRuns.changes")}</h2>
        {run.changes.length === 0 && <p className="soft">{t("remoteRuns.noChanges")}</p>}
        <ol className="remote-lines">
          {[...run.changes].reverse().map((change, at) => (
            // Equal lines differ only by position.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only added to
            <li key={at}>
              {changeText(t, withName(run, change), time.dateTime)}{" "}
              <span className="soft">{changeTime(t, change, time)}</span>
            </li>
          ))}
        </ol>
      </section>
      {run.files.length > 0 && (
        <section>
          <h2>{t("remoteRuns.sealed")}</h2>
          <ul className="remote-lines">
            {run.files.map(({ documentId, valid, signer, reason, url }) => (
              <li key={documentId} className="remote-file">
                {valid
                  ? t("remoteRuns.sealValid", { id: documentName(run, documentId), signer: signer ?? "–" })
                  : t("remoteRuns.sealInvalid", { id: documentName(run, documentId), why: reason ?? "–" })}
                <ButtonLink
                  icon={FileText}
                  href={url}
                  apart
                  aria-label={t("remoteRuns.openSealed", { id: documentName(run, documentId) })}
                >
                  {t("remoteRuns.open")}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A change of a document, which has only an id, with the document's name. */
const withName = (run: RemoteRun, change: RemoteChange): RemoteChange =>
  change.what === "document" && change.name !== null ? { ...change, name: documentName(run, change.name) } : change;

const Fact = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{typeof value === "string" ? marksShown(value) : value}</dd>
  </div>
);

const FIRST_NAMES = 12;

/**
 * Names in a line; shows the first ones and the others on a click: a long list would push the rest of the page out of
 * view.
 */
function NamedPeople({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const more = names.length - FIRST_NAMES;
  // A single one takes no more room than the button.
  const isLong = more > 1;
  const shown = isLong && !all ? names.slice(0, FIRST_NAMES) : names;
  return (
    <>
      <span>{marksShown(shown.join(", ")) || "–"}</span>
      {isLong && (
        <button type="button" className="long-text-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("common.showLess") : t("common.more", { count: more })}
        </button>
      )}
    </>
  );
}
