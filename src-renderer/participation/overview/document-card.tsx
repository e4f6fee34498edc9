import { CheckCheck, CheckCircle2, Download, FileText, PenLine } from "lucide-react";
import { memo } from "react";
import type { PageDocument } from "../../../src-shared/service/index.ts";
import { ButtonLink } from "../../components/controls/button-link.tsx";
import { LongText } from "../../components/layout/long-text.tsx";
import { Status } from "../../components/marks/status.tsx";
import { hashOfDocument } from "../session/page-address.ts";
import { verbsOf } from "../session/situation.ts";
import { useTranslation } from "../session/texts.ts";
import { useTime } from "../session/use-time.ts";

const READ_AND = { sign: "readAndSign", approve: "readAndApprove" } as const;

interface Props {
  readonly document: PageDocument;
  /** The participant may not sign: they failed to authenticate too often. */
  readonly isLocked: boolean;
}

/** One document: its content, its state, and the actions to read it and act on it. */
export const DocumentCard = memo(({ document, isLocked }: Props) => {
  const { t } = useTranslation();
  const { byteSize, dateTime } = useTime();
  const [asked] = verbsOf(document).filter((verb) => !(isLocked && verb === "sign"));
  const action = asked === undefined ? t("overview.read") : t(`overview.${READ_AND[asked]}`);
  const sealed = document.state === "sealed";
  return (
    <li className={asked === undefined ? "document-card" : "document-card document-card-asked"}>
      <span className="sheet" aria-hidden="true">
        <FileText className="icon" />
      </span>
      <div className="document-words">
        <h3>
          <LongText text={document.title} />
        </h3>
        <p className="document-facts">
          <Status status={document.state} />
          <span>{t("overview.pages", { count: document.pages })}</span>
          {!sealed && <span>{byteSize(document.size)}</span>}
        </p>
        {document.group !== null && <p className="document-facts">{t("overview.group", document.group)}</p>}
        {document.done.map(({ type, at }) => (
          <p key={type} className="document-done">
            <CheckCircle2 className="icon" aria-hidden />
            {t(type === "sign" ? "overview.youSigned" : "overview.youApproved", { when: dateTime(at) })}
          </p>
        ))}
      </div>
      <div className="buttons document-buttons">
        {sealed && (
          <ButtonLink
            look="primary"
            icon={Download}
            href={`${document.url}&download=1`}
            aria-label={t("overview.openNamed", { action: t("overview.downloadSealed"), title: document.title })}
          >
            {t("overview.downloadSealed")}
          </ButtonLink>
        )}
        <ButtonLink
          {...(asked && { look: "primary", icon: asked === "approve" ? CheckCheck : PenLine })}
          href={hashOfDocument(document.document_id)}
          aria-label={t("overview.openNamed", { action, title: document.title })}
        >
          {action}
        </ButtonLink>
      </div>
    </li>
  );
});
