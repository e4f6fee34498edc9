import { CheckCircle2, CircleX } from "lucide-react";
import { type Notice, usePageState } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";

const WORDS = {
  signed: "sign.done",
  approved: "approve.done",
  declined: "reject.doneDocument",
  declinedAll: "reject.doneAll",
} as const satisfies Readonly<Record<Notice["kind"], string>>;

function wordsOf({ kind, title, count = 1 }: Notice, t: ReturnType<typeof useTranslation>["t"]): string {
  if (count > 1 && (kind === "signed" || kind === "approved"))
    return t(kind === "signed" ? "sign.doneMany" : "approve.doneMany", { count });
  return t(WORDS[kind], { title });
}

/** Reports the participant's latest act. The region always exists, so that screen readers announce changes. */
export function NoticeBar() {
  const { t } = useTranslation();
  const notice = usePageState((state) => state.notice);
  const good = notice?.kind === "signed" || notice?.kind === "approved";
  const Icon = good ? CheckCircle2 : CircleX;
  return (
    <div role="status" className="notice-place">
      {notice !== null && (
        <p className={good ? "notice notice-good" : "notice"}>
          <Icon className="icon" aria-hidden />
          {wordsOf(notice, t)}
        </p>
      )}
    </div>
  );
}
