import { Download, FileText } from "lucide-react";
import { ActionButton, type AppAction, callOrNotify, download, stepTaken, useActions } from "../../app/index.ts";
import { ButtonLink, Simulated, Status, translate, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { DocumentWords } from "./document-words.tsx";

export function Documents({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  return (
    <section className="panel" aria-labelledby="documents-title">
      <header className="panel-head">
        <h2 id="documents-title">{t("common.documents")}</h2>
        <SaveEvidence instance={instance} />
      </header>
      {instance.documents.length === 0 && <p className="soft">{t("instance.noDocuments")}</p>}
      <ul className="rows rows-documents">
        {instance.documents.map((document) => (
          <li key={document.id} className="row">
            <FileText className="icon row-icon" aria-hidden />
            <div className="row-words">
              <DocumentWords {...document} />
            </div>
            <span className="document-state">
              <Status status={document.state} />
              {document.state === "sealed" && <Simulated />}
            </span>
            <div className="row-actions">
              <PdfLink document={document} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves one file that others can check without Countersign, once the run has ended. */
export function SaveEvidence({ instance: { id, status } }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const hasEnded = status !== "in_progress" && status !== "finalising";
  const action: AppAction = {
    id: "instance.saveEvidence",
    icon: Download,
    title: t("instance.saveEvidence"),
    group: t("common.run"),
    disabled: hasEnded ? null : t("instance.saveEvidenceLater"),
    run: () => void saveEvidence(id),
  };
  useActions([action]);
  return <ActionButton action={action} />;
}

async function saveEvidence(id: string): Promise<void> {
  const made = await callOrNotify(translate("export.failed"), "instances.exportBundle", { id });
  if (made) download(made.address);
}

type RunDocument = Detail["documents"][number];

/** Opening a sealed document is a step of the first hour. */
export const pdfOpened = ({ state }: RunDocument): void => {
  if (state === "sealed") stepTaken("pdf");
};

export function PdfLink({ document }: { readonly document: RunDocument }) {
  const { t } = useTranslation();
  const open = document.state === "sealed" ? "openSealedPdf" : "openPdf";
  return (
    <ButtonLink
      href={document.url}
      apart
      onClick={() => pdfOpened(document)}
      aria-label={t(`instance.${open}Of`, { document: document.name })}
    >
      {t(`instance.${open}`)}
    </ButtonLink>
  );
}
