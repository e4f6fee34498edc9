import { ArrowLeft, CheckCheck, Download, PenLine, X } from "lucide-react";
import { useState } from "react";
import type { OverviewPage, PageDocument } from "../../../src-shared/service/index.ts";
import { ButtonLink } from "../../components/controls/button-link.tsx";
import { Status } from "../../components/marks/status.tsx";
import { ActDialog } from "../acts/act-dialog.tsx";
import { RejectDialog } from "../acts/reject-dialog.tsx";
import { TopBar } from "../frame/frame.tsx";
import { NoticeBar } from "../frame/notice-bar.tsx";
import { Button, ViewTitle } from "../frame/parts.tsx";
import { OVERVIEW_HASH } from "../session/page-address.ts";
import { verbsOf } from "../session/situation.ts";
import { useTranslation } from "../session/texts.ts";
import { type Loading, useRetry } from "../session/use-retry.ts";
import { useTime } from "../session/use-time.ts";
import { PdfFailed, PdfWait } from "./pdf-wait.tsx";
import "./document.css";

/** pdf.js is large, and the overview does not need it. */
const loadPdfView = (): Loading<typeof import("./pdf-view.tsx")> => ({
  promise: import("./pdf-view.tsx"),
  end: () => undefined,
});

function Pdf(shown: { readonly url: string; readonly title: string }) {
  const { value, failed } = useRetry(loadPdfView);
  if (value === null) return failed ? <PdfFailed /> : <PdfWait />;
  return <value.PdfView {...shown} />;
}

/** One document to read, and the participant's actions on it. */
export function DocumentView({ page, documentId }: { readonly page: OverviewPage; readonly documentId: string }) {
  const { t } = useTranslation();
  const document = page.documents.find((candidate) => candidate.document_id === documentId);
  return (
    <div className="document-view">
      <TopBar />
      <main className="document-main">
        <NoticeBar />
        <header className="document-head">
          <ButtonLink look="ghost" icon={ArrowLeft} href={OVERVIEW_HASH}>
            {t("document.all")}
          </ButtonLink>
          <ViewTitle>{document?.title ?? t("document.missing")}</ViewTitle>
          {document && (
            <ButtonLink icon={Download} href={`${document.url}&download=1`}>
              {t("document.download")}
            </ButtonLink>
          )}
        </header>
        {document && (
          <>
            {/* A sealed document is another file at the same address. */}
            <Pdf key={document.state} url={document.url} title={document.title} />
            <Actions page={page} document={document} />
          </>
        )}
      </main>
    </div>
  );
}

type Asked = "sign" | "approve" | "reject" | null;

function Actions({ page, document }: { readonly page: OverviewPage; readonly document: PageDocument }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const may = verbsOf(document);
  return (
    <section className="document-actions" aria-label={t("document.actions")}>
      {document.actions.length === 0 ? (
        <Settled document={document} />
      ) : (
        <>
          {document.actions.includes("reject") && (
            <Button look="ghost" icon={X} onClick={() => setAsked("reject")}>
              {t("document.reject")}
            </Button>
          )}
          <span className="spring" />
          {may.includes("approve") && (
            <Button
              look={may.includes("sign") ? "plain" : "primary"}
              icon={CheckCheck}
              onClick={() => setAsked("approve")}
            >
              {t("document.approve")}
            </Button>
          )}
          {may.includes("sign") && (
            <Button look="primary" icon={PenLine} onClick={() => setAsked("sign")}>
              {t("document.sign")}
            </Button>
          )}
        </>
      )}
      {/* An act that others have made impossible closes its dialog: the page says why. */}
      {may.map((verb) => (
        <ActDialog key={verb} verb={verb} open={asked === verb} onClose={close} page={page} documents={[document]} />
      ))}
      {document.actions.includes("reject") && (
        <RejectDialog open={asked === "reject"} onClose={close} document={document} />
      )}
    </section>
  );
}

/** The text for a document with nothing left to do. */
function Settled({ document }: { readonly document: PageDocument }) {
  const { t } = useTranslation();
  const { dateTime } = useTime();
  const last = document.done.at(-1);
  return (
    <p className="document-settled" role="status">
      <Status status={document.state} />
      <span>
        {last === undefined
          ? t("document.nothing")
          : t(last.type === "sign" ? "overview.youSigned" : "overview.youApproved", { when: dateTime(last.at) })}
      </span>
    </p>
  );
}
