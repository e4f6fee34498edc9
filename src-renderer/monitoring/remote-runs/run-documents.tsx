import { controlsShown } from "../../../src-shared/basics/index.ts";
import { documentState } from "../../../src-shared/bridge/index.ts";
import { Status, useTranslation } from "../../components/index.ts";
import type { RemoteRun } from "./types.ts";

/** A document of a run by its name in the process, with its remote id; only the id if there is no name. */
export function documentName({ documents }: Pick<RemoteRun, "documents">, id: string): string {
  const name = documents.find((document) => document.id === id)?.name;
  return name === undefined ? id : `${controlsShown(name)} (${id})`;
}

/** Documents of a run and their states; an unknown state appears in the service's words [Y12]. */
export function RunDocuments({ documents }: Pick<RemoteRun, "documents">) {
  const { t } = useTranslation();
  // Many services show none before a document is sealed.
  if (documents.every(({ state }) => state === null)) return null;
  return (
    <section aria-label={t("common.documents")}>
      <h2>{t("common.documents")}</h2>
      <ul className="remote-lines">
        {documents.map(({ id, state }) => (
          <li key={id} className="remote-file">
            <span className="remote-name">{t("remoteRuns.documentId", { id: documentName({ documents }, id) })}</span>
            <State state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ state }: { readonly state: string | null }) {
  const { t } = useTranslation();
  const known = documentState.options.find((one) => one === state);
  if (known !== undefined) return <Status status={known} />;
  return <span className="soft">{state === null ? t("remoteRuns.documentUnknown") : state}</span>;
}
