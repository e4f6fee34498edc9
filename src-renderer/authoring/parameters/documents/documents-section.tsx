import { FilePlus } from "lucide-react";
import { useRef } from "react";
import { Button, DropZone, FileInput, useTranslation } from "../../../components/index.ts";
import { useGiveDocuments } from "../../forms/use-give-documents.ts";
import { documentsOf } from "../../model/documents.ts";
import type { SectionProps } from "../../model/problems.ts";
import { DocumentRow } from "./document-row.tsx";
import "./documents.css";

/** The flow's PDFs: their first pages, and the commands to add, replace, rename and remove them. */
export function DocumentsSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const { busy, add, give } = useGiveDocuments(analysis.outline);
  const documents = documentsOf(analysis);
  return (
    <DropZone hint={t("documents.dropNew")} className="documents" onFiles={add}>
      <p className="param-help">{t(documents.length === 0 ? "documents.none" : "documents.help")}</p>
      <ul className="document-list" aria-label={t("common.documents")}>
        {documents.map((document) => (
          <DocumentRow
            key={document.name}
            analysis={analysis}
            document={document}
            busy={busy.has(document.name)}
            onFiles={(files) => give(document, files)}
          />
        ))}
      </ul>
      <FileInput ref={picker} multiple accept="application/pdf,.pdf" aria-label={t("documents.add")} onFiles={add} />
      <div className="section-adds">
        <Button icon={FilePlus} busy={busy.has(null)} onClick={() => picker.current?.click()}>
          {t("documents.add")}
        </Button>
      </div>
    </DropZone>
  );
}
