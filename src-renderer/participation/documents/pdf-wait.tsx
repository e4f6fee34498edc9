import { useTranslation } from "../session/texts.ts";

/** A placeholder while the document opens. */
export function PdfWait() {
  const { t } = useTranslation();
  return (
    <div className="pdf-wait" role="status">
      {t("document.loading")}
    </div>
  );
}

/** A placeholder after a failure, until the next try succeeds. */
export function PdfFailed() {
  const { t } = useTranslation();
  return (
    <div className="pdf-wait" role="alert">
      <p>{t("document.failed")}</p>
      <p className="soft">{t("document.failedHint")}</p>
    </div>
  );
}
