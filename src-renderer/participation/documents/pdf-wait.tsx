import { useTranslation } from "../session/texts.ts";

/** In the document's place while it is being opened. */
export function PdfWait() {
  const { t } = useTranslation();
  return (
    <div className="pdf-wait" role="status">
      {t("document.loading")}
    </div>
  );
}

/** In the document's place after a failure, until the next try succeeds. */
export function PdfFailed() {
  const { t } = useTranslation();
  return (
    <div className="pdf-wait" role="alert">
      <p>{t("document.failed")}</p>
      <p className="soft">{t("document.failedHint")}</p>
    </div>
  );
}
