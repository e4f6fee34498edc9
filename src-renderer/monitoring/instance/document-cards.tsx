import { useEffect, useRef } from "react";
import { PdfThumbnail, Simulated, Status, TakenOut, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { DocumentWords } from "./document-words.tsx";
import { PdfLink, pdfOpened, SaveEvidence } from "./documents.tsx";

interface Props {
  readonly instance: Detail;
  /** The id of the requested one: it scrolls into view and is highlighted. */
  readonly open: string | null;
}

/** The documents of a run with their first pages and their hashes. */
export function DocumentCards({ instance, open }: Props) {
  const { t } = useTranslation();
  const asked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open !== null) asked.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <section className="panel" aria-labelledby="document-cards-title">
      <header className="panel-head">
        <h2 id="document-cards-title">{t("common.documents")}</h2>
        <SaveEvidence instance={instance} />
      </header>
      {instance.documents.length === 0 && <p className="soft">{t("instance.noDocuments")}</p>}
      <ul className="document-cards">
        {instance.documents.map((document) => {
          const isAsked = document.id === open;
          return (
            <li
              key={document.id}
              className="document-card"
              aria-current={isAsked || undefined}
              {...(isAsked && { ref: asked })}
            >
              {/* The button says the same for people without a mouse. */}
              <a
                href={document.url}
                target="_blank"
                rel="noreferrer"
                tabIndex={-1}
                aria-label={t("document.firstPage", { document: document.name })}
                onClick={() => pdfOpened(document)}
              >
                <PdfThumbnail url={document.url} sha256={document.sha256} name={document.name} />
              </a>
              <div className="row-words">
                <DocumentWords {...document} />
                <TakenOut kinds={document.removed} />
                <span className="document-state">
                  <Status status={document.state} />
                  {document.state === "sealed" && <Simulated />}
                </span>
                <span className="soft">
                  SHA-256 <code className="document-hash">{document.sha256}</code>
                </span>
                <span className="row-actions">
                  <PdfLink document={document} />
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
