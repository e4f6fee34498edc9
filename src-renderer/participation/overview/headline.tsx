import {
  AlertTriangle,
  Ban,
  CheckCircle2,
  CircleX,
  Clock,
  Hourglass,
  Inbox,
  type LucideIcon,
  PenLine,
  Stamp,
} from "lucide-react";
import type { OverviewPage } from "../../../src-shared/service/index.ts";
import type { Tone } from "../../components/marks/status.tsx";
import { ViewTitle } from "../frame/parts.tsx";
import { awaitedVerbs, awaitsMe, doneVerb, type Standing, standingOf } from "../session/page-state.ts";
import { useTranslation } from "../session/texts.ts";

const LOOKS: Readonly<Record<Standing, readonly [LucideIcon, Tone]>> = {
  act: [PenLine, "info"],
  ahead: [Clock, "quiet"],
  done: [CheckCircle2, "good"],
  lapsed: [CheckCircle2, "quiet"],
  recipient: [Inbox, "quiet"],
  finalising: [Hourglass, "wait"],
  completed: [Stamp, "good"],
  rejected_by_me: [CircleX, "bad"],
  rejected: [CircleX, "bad"],
  failed: [AlertTriangle, "bad"],
  canceled: [Ban, "quiet"],
  timed_out: [Clock, "wait"],
};

/** The flow's title, its sender, and in one sentence where the participant stands. */
export function Headline({ page }: { readonly page: OverviewPage }) {
  const { t } = useTranslation();
  const standing = standingOf(page);
  const [Icon, tone] = LOOKS[standing];
  return (
    <header className="headline">
      <ViewTitle>{page.title ?? t("overview.untitled")}</ViewTitle>
      <p className="soft">{t("overview.from", { author: page.author })}</p>
      <div className={`standing standing-${tone}`} role="status">
        <span className="standing-icon">
          <Icon className="icon" aria-hidden />
        </span>
        <div className="standing-words">
          <StandingTitle page={page} standing={standing} />
          <p>{t(`standing.${standing}.text`)}</p>
          {page.rejection?.message && standing !== "rejected_by_me" && (
            <blockquote className="rejection-message">
              <span className="visually-hidden">{t("standing.message")}: </span>
              {page.rejection.message}
            </blockquote>
          )}
        </div>
      </div>
    </header>
  );
}

function StandingTitle({ page, standing }: { readonly page: OverviewPage; readonly standing: Standing }) {
  const { t } = useTranslation();
  return <h2>{title()}</h2>;

  function title(): string {
    if (standing === "act") {
      const count = page.documents.filter(awaitsMe).length;
      const asked = awaitedVerbs(page.documents) ?? "sign";
      return t(`standing.act.${asked}`, { count });
    }
    if (standing === "done") return t(`standing.done.${doneVerb(page.documents)}`);
    if (standing !== "rejected") return t(`standing.${standing}.title`);
    const { by: name, document } = page.rejection ?? { by: null, document: null };
    if (name === null) return t("standing.rejected.titleSender");
    const rejected = page.documents.find((candidate) => candidate.name === document);
    if (document === null) return t("standing.rejected.title", { name });
    return t("standing.rejected.titleDocument", { name, document: rejected?.title ?? document });
  }
}
