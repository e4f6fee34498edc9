import { CheckCircle2, CircleDashed, CircleDot, CircleMinus, CircleX, Inbox, type LucideIcon } from "lucide-react";
import { memo } from "react";
import type { PageProgress } from "../../../src-shared/service/index.ts";
import { Avatar } from "../../components/marks/avatar.tsx";
import { Marked, type Tone } from "../../components/marks/status.tsx";
import { useTranslation } from "../session/texts.ts";
import { useTime } from "../session/use-time.ts";

const LOOKS: Readonly<Record<PageProgress["state"], readonly [LucideIcon, Tone]>> = {
  waiting: [CircleDot, "info"],
  ahead: [CircleDashed, "quiet"],
  done: [CheckCircle2, "good"],
  lapsed: [CircleMinus, "quiet"],
  rejected: [CircleX, "bad"],
  recipient: [Inbox, "quiet"],
};

/** People with something left to do; a part may be done. */
const COUNTED: ReadonlySet<PageProgress["state"]> = new Set(["waiting", "ahead", "rejected"]);

/** Who takes part and how far they are: names and progress, never contact details [G16]. */
export function Progress({ participants }: { readonly participants: readonly PageProgress[] }) {
  const { t } = useTranslation();
  return (
    <section className="card progress">
      <h2>{t("overview.participants")}</h2>
      <ul className="people">
        {participants.map((person) => (
          <Person key={person.name} person={person} />
        ))}
      </ul>
    </section>
  );
}

const Person = memo(({ person }: { readonly person: PageProgress }) => {
  const { t } = useTranslation();
  const { dateTime } = useTime();
  const [icon, tone] = LOOKS[person.state];
  return (
    <li className="person">
      <Avatar name={person.full_name} />
      <span className="person-words">
        <span className="person-name">
          {person.full_name}
          {person.me && <span className="person-me"> ({t("common.you")})</span>}
        </span>
        {person.full_name !== person.name && <span className="person-when">{person.name}</span>}
        <span className="person-when">
          {person.last_act !== null && t("progress.lastAct", { when: dateTime(person.last_act) })}
        </span>
      </span>
      <Marked {...{ tone, icon }}>
        {t(`progress.${person.state}`)}
        {person.total > 1 && COUNTED.has(person.state) && (
          <span className="person-count"> · {t("progress.count", { done: person.done, total: person.total })}</span>
        )}
      </Marked>
    </li>
  );
});
