import { LogOut } from "lucide-react";
import { memo, useState } from "react";
import type { OverviewPage } from "../../../src-shared/service/index.ts";
import { RejectDialog } from "../acts/reject-dialog.tsx";
import { Frame } from "../frame/frame.tsx";
import { NoticeBar } from "../frame/notice-bar.tsx";
import { Button } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import { useTime } from "../session/use-time.ts";
import { ActTogether } from "./act-together.tsx";
import { DocumentCard } from "./document-card.tsx";
import { Headline } from "./headline.tsx";
import { Progress } from "./progress.tsx";
import { Redirect } from "./redirect.tsx";
import "./overview.css";

/** The participant's pending acts, their documents, and the progress of the others [G16]. */
export function Overview({ page }: { readonly page: OverviewPage }) {
  const { t } = useTranslation();
  return (
    <Frame>
      <NoticeBar />
      <Headline page={page} />
      <Redirect url={page.redirect?.url ?? null} />
      <div className="overview">
        <section className="overview-documents" aria-labelledby="documents-title">
          <h2 id="documents-title">{t("overview.documents")}</h2>
          {page.documents.length === 0 && <p className="soft">{t("overview.noDocuments")}</p>}
          <ul className="documents">
            {page.documents.map((document) => (
              <DocumentCard
                key={document.document_id}
                document={document}
                isLocked={page.sign_authentication?.state === "locked"}
              />
            ))}
          </ul>
          <ActTogether page={page} />
          {page.may_reject && <RejectAll />}
        </section>
        <aside className="overview-aside" aria-label={t("overview.participants")}>
          <Progress participants={page.participants} status={page.status} />
          {page.status === "in_progress" && <TimeLeft now={page.now} timeout={page.timeout} clock={page.clock} />}
          <ForeignZone />
        </aside>
      </div>
    </Frame>
  );
}

/** [G6] */
const RejectAll = memo(() => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="reject-all">
      <p className="soft">{t("overview.rejectAllHint")}</p>
      <Button look="ghost" icon={LogOut} onClick={() => setOpen(true)}>
        {t("overview.rejectAll")}
      </Button>
      <RejectDialog open={open} onClose={() => setOpen(false)} document={null} />
    </div>
  );
});

/** The zone of the page's times, for participants in another one. */
function ForeignZone() {
  const { t } = useTranslation();
  const { foreignZone } = useTime();
  return foreignZone === null ? null : <p className="hint">{t("overview.timesOf", { zone: foreignZone })}</p>;
}

/** Until the time-out, on the instance's own clock [G8] (law 4). */
const TimeLeft = memo(({ now, timeout, clock }: Pick<OverviewPage, "now" | "timeout" | "clock">) => {
  const { t } = useTranslation();
  const time = useTime();
  const left = Date.parse(timeout) - Date.parse(now);
  const words = left < 60_000 ? t("overview.timeNearlyOut") : time.duration(left);
  return (
    <section className="card time-left">
      <h2>{t("overview.timeLeft")}</h2>
      <p>{t("overview.timeLeftUntil", { left: words, when: time.dateTime(timeout) })}</p>
      {clock === "virtual" && <p className="hint">{t("overview.virtualClock", { when: time.dateTime(now) })}</p>}
    </section>
  );
});
