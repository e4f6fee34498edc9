import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { PageDocument } from "../../../src-shared/service/index.ts";
import { useBusy } from "../../components/basics/use-busy.ts";
import { Button, ProblemText } from "../frame/parts.tsx";
import { Sheet } from "../frame/sheet.tsx";
import type { Problem } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";
import "./acts.css";

/** The service accepts no longer message. */
const LONGEST_MESSAGE = 10_000;

interface RejectDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** null: the whole instance. */
  readonly document: PageDocument | null;
}

/** Declines one document or the whole flow, with an optional message, after explaining the consequences [G6]. */
export function RejectDialog({ open, onClose, document }: RejectDialogProps) {
  const { t } = useTranslation();
  const title = document === null ? t("reject.allTitle") : t("reject.documentTitle", { title: document.title });
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <RejectForm document={document} onClose={onClose} />
    </Sheet>
  );
}

function RejectForm({ document, onClose }: Omit<RejectDialogProps, "open">) {
  const { t } = useTranslation();
  const { api, acted } = useSession();
  const [message, setMessage] = useState("");
  const { busy, unlessBusy } = useBusy();
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async () => {
    const why = message.trim() === "" ? null : message.trim();
    const refused = await (document === null
      ? acted(await api.rejectInstance(why), { kind: "declinedAll", title: "" })
      : acted(await api.rejectDocument(document.document_id, why), { kind: "declined", title: document.title }));
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <form
      className="act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void unlessBusy(send);
      }}
    >
      <p className="consequence">
        <TriangleAlert className="icon" aria-hidden />
        {t("reject.consequence")}
      </p>
      <label className="form-field">
        <span>
          {t("reject.message")} <span className="optional">({t("common.optional")})</span>
        </span>
        <textarea
          className="field"
          rows={4}
          maxLength={LONGEST_MESSAGE}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
          aria-describedby="reject-hint"
        />
      </label>
      <p id="reject-hint" className="hint">
        {t("reject.messageHint")}
      </p>
      <ProblemText problem={problem} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="danger" type="submit" busy={busy}>
          {document === null ? t("reject.confirmAll") : t("reject.confirmDocument")}
        </Button>
      </div>
    </form>
  );
}
