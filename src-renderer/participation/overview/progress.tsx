import { CheckCircle2, CircleDashed, CircleDot, CircleMinus, CircleX, Inbox, type LucideIcon } from "lucide-react";
import { memo } from "react";
import type { OverviewPage, PageProgress } from "../../../src-shared/service/index.ts";
import { LongText } from "../../components/layout/long-text.tsx";
import { Avatar } from "../../components/marks/avatar.tsx";
import { Marked, type Tone } from "../../components/marks/status.tsx";
import { useTranslation } from "../session/texts.ts";
import { useTime } from "../session/use-time.ts";

/** `missed`: they were asked, and the flow timed out. */
type Standing = PageProgress["state"] | "missed";

const LOOKS: Readonly<Record<Standing, readonly [LucideIcon, Tone]>> = {
  waiting: [CircleDot, "info"],
  ahead: [CircleDashed, "quiet"],
  done: [CheckCircle2, "good"],
  lapsed: [CircleMinus, "quiet"],
  missed: [CircleMinus, "quiet"],
  rejected: [CircleX, "bad"],
  recipient: [Inbox, "quiet"],
};

/** People with something left to do; a part may be done. */
const COUNTED: ReadonlySet<Standing> = new Set(["waiting", "ahead", "rejected"]);

/** Who takes part and how far they are: names and progress, never contact details [G16]. */
export function Progress({ participants, status }: Pick<OverviewPage, "participants" | "status">) {
  const { t } = useTranslation();
  return (
    <section className="card progress">
      <h2>{t("overview.participants")}</h2>
      <ul className="people">
        {participants.map((person) => (
          <Person key={person.name} person={person} standing={standingOf(person, status)} />
        ))}
      </ul>
    </section>
  );
}

/**
 * Nobody is waited for once a flow has ended: people it never reached count as not needed, and people who were asked as
 * missed.
 */
function standingOf({ state }: PageProgress, status: OverviewPage["status"]): Standing {
  if (status === "in_progress") return state;
  if (state === "ahead") return "lapsed";
  return status === "timed_out" && state === "lapsed" ? "missed" : state;
}

const Person = memo(({ person, standing }: { readonly person: PageProgress; readonly standing: Standing }) => {
  const { t } = useTranslation();
  const { dateTime } = useTime();
  const [icon, tone] = LOOKS[standing];
  return (
    <li className="person">
      <Avatar name={person.full_name} />
      <span className="person-words">
        <span className="person-name">
          <LongText text={person.full_name} />
          {person.me && <span className="person-me"> ({t("common.you")})</span>}
        </span>
        {person.full_name !== person.name && <span className="person-when">{person.name}</span>}
        <span className="person-when">
          {person.last_act !== null && t("progress.lastAct", { when: dateTime(person.last_act) })}
        </span>
      </span>
      <Marked {...{ tone, icon }}>
        {t(`progress.${standing}`)}
        {person.total > 1 && COUNTED.has(standing) && (
          <span className="person-count"> · {t("progress.count", { done: person.done, total: person.total })}</span>
        )}
      </Marked>
    </li>
  );
});
