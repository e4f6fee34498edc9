import { marksShown } from "../../../src-shared/basics/index.ts";
import { flowWords, ofRun, reasonText, requestWords, routeHref } from "../../app/index.ts";
import { MessageText, type Translate, useTranslation } from "../../components/index.ts";
import { pathWords } from "../conflict/path-words.ts";
import type { Account, Note, OpenDraft } from "../types.ts";

/** The subject of a note, in the reader's language. */
export function noteWords(t: Translate, { what, about, remoteId = null, days = null }: Note): string {
  if (about === undefined) return ofRun(flowWords(t, what), remoteId);
  switch (about.kind) {
    case "field":
      return t("sync.about.field", { title: flowWords(t, about.title), field: pathWords(t, about.path) });
    case "remote_draft":
    case "document":
      return t(`sync.about.${about.kind}`, { id: about.id });
    case "retention":
      return t("sync.retention.title");
    case "command":
      return requestWords(t, { what, kind: about.request, title: about.title, remoteId, days });
    case "account":
    case "run":
    case "check":
      return ofRun(what, remoteId);
  }
}

/** A list of notes, each with its subject. */
export function NoteList({ notes }: { readonly notes: readonly Note[] }) {
  const { t } = useTranslation();
  return (
    <ul className="account-notes">
      {notes.map((note) => (
        <li key={`${note.what} ${note.run} ${note.why}`}>
          <strong title={noteWords(t, note)}>{noteWords(t, note)}</strong> <MessageText text={reasonText(note.why)} />
        </li>
      ))}
    </ul>
  );
}

interface Props {
  readonly account: Pick<Account, "name" | "stopped" | "wallContact" | "activity">;
  readonly drafts: readonly OpenDraft[];
}

/**
 * Items that the last sync was refused, may have done, or held back because they changed after the review; without
 * those shown at the flows and runs.
 */
export function Notes({ account, drafts }: Props) {
  const { t } = useTranslation();
  const { last } = account.activity;
  const report = last?.report ?? null;
  // A waiting flow has its own line, with its actions; so does a run.
  const own = new Set(drafts.map(({ id, title }) => (title === "" ? `untitled flow ${id}` : `“${title}”`)));
  // A stopped account shows its own reason; one that works again has no old problems.
  const isPast = account.stopped !== null || account.wallContact > (last?.wallAt ?? 0);
  const notes = [...(report?.refused ?? []), ...(report?.perhaps ?? [])].filter(
    ({ what, about }) =>
      !(about?.kind === "run" || about?.kind === "check") && !own.has(what) && !(isPast && about?.kind === "account"),
  );
  return (
    <>
      <Listed title={t("sync.notes")} notes={notes} />
      <Listed title={t("sync.heldBack")} notes={report?.heldBack ?? []} />
      <Archived flows={account.activity.archived} />
    </>
  );
}

/** Flows that syncs archived here automatically, so that the author notices [Y7]. */
function Archived({ flows }: { readonly flows: Account["activity"]["archived"] }) {
  const { t } = useTranslation();
  if (flows.length === 0) return null;
  return (
    <section className="account-part" aria-label={t("sync.archivedHere")}>
      <h3>{t("sync.archivedHere")}</h3>
      <ul className="account-notes">
        {flows.map(({ id, title }) => (
          <li key={id}>
            <a href={routeHref("flows", id)}>{marksShown(title || t("common.untitled"))}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Listed({ title, notes }: { readonly title: string; readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="account-part" aria-label={title}>
      <h3>{title}</h3>
      <NoteList notes={notes} />
    </section>
  );
}
