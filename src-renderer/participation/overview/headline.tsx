import {
  AlertTriangle,
  Ban,
  CheckCheck,
  CheckCircle2,
  CircleX,
  Clock,
  Hourglass,
  Inbox,
  LockKeyhole,
  type LucideIcon,
  PenLine,
  Stamp,
} from "lucide-react";
import type { OverviewPage } from "../../../src-shared/service/index.ts";
import { LongText } from "../../components/layout/long-text.tsx";
import type { Tone } from "../../components/marks/status.tsx";
import { ViewTitle } from "../frame/parts.tsx";
import { awaitedVerbs, awaitsMe, doneVerb, type Situation, situationOf } from "../session/situation.ts";
import { useTranslation } from "../session/texts.ts";

const LOOKS: Readonly<Record<Situation, readonly [LucideIcon, Tone]>> = {
  act: [PenLine, "info"],
  locked: [LockKeyhole, "bad"],
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

/** The flow's title, its sender, and the participant's situation in one sentence. */
export function Headline({ page }: { readonly page: OverviewPage }) {
  const { t } = useTranslation();
  const situation = situationOf(page);
  const [look, tone] = LOOKS[situation];
  const Icon = situation === "act" && awaitedVerbs(page.documents) === "approve" ? CheckCheck : look;
  return (
    <header className="headline">
      <ViewTitle>
        <LongText text={page.title ?? t("overview.untitled")} />
      </ViewTitle>
      <p className="soft">{t("overview.from", { author: page.author })}</p>
      <div className={`situation situation-${tone}`} role="status">
        <span className="situation-icon">
          <Icon className="icon" aria-hidden />
        </span>
        <div className="situation-words">
          <SituationTitle page={page} situation={situation} />
          <p>{situation === "locked" ? t("auth.lockedText") : t(`situation.${situation}.text`)}</p>
          {page.rejection?.message && situation !== "rejected_by_me" && (
            <blockquote className="rejection-message">
              <span className="visually-hidden">{t("situation.message")}: </span>
              <LongText text={page.rejection.message} />
            </blockquote>
          )}
        </div>
      </div>
    </header>
  );
}

function SituationTitle({ page, situation }: { readonly page: OverviewPage; readonly situation: Situation }) {
  const { t } = useTranslation();
  return <h2>{title()}</h2>;

  function title(): string {
    if (situation === "act") {
      const count = page.documents.filter(awaitsMe).length;
      const asked = awaitedVerbs(page.documents) ?? "sign";
      return t(`situation.act.${asked}`, { count });
    }
    if (situation === "locked") return t("auth.locked");
    if (situation === "done") return t(`situation.done.${doneVerb(page.documents)}`);
    if (situation !== "rejected") return t(`situation.${situation}.title`);
    const { by, document } = page.rejection ?? { by: null, document: null };
    const name = page.participants.find((person) => person.name === by)?.full_name ?? by;
    if (name === null) return t("situation.rejected.titleSender");
    const rejected = page.documents.find((candidate) => candidate.name === document);
    if (document === null) return t("situation.rejected.title", { name });
    return t("situation.rejected.titleDocument", { name, document: rejected?.title ?? document });
  }
}
