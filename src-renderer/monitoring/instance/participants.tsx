import { Bell, CircleX, ExternalLink, MailX } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { callOrNotify, notify, reasonText, stepTaken, useTime } from "../../app/index.ts";
import {
  Avatar,
  ButtonLink,
  IconButton,
  LongText,
  Pill,
  useFirstPainted,
  useTranslation,
  VerbMark,
} from "../../components/index.ts";
import type { Detail, ParticipantDetail, RunFacts } from "../types.ts";
import { useFacts } from "../wall/use-facts.ts";
import { ActAs } from "./act-as.tsx";
import { idleTextKey } from "./stage-state.ts";
import { UnlockButton } from "./unlock-button.tsx";

/** Rows painted first; about as many as fill a window. */
const FIRST_PAINTED = 6;

export function Participants({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const participants = useFirstPainted(instance.participants, FIRST_PAINTED);
  const facts = useFacts(instance);
  if (participants.length === 0) return <p className="soft">{t("instance.noParticipants")}</p>;
  return (
    <ul className="rows rows-participants">
      {participants.map((participant) => (
        <Participant
          key={participant.participantId}
          instance={facts}
          participant={participant}
          noReminders={instance.operations.remind}
        />
      ))}
    </ul>
  );
}

interface ParticipantProps {
  readonly instance: RunFacts;
  readonly participant: ParticipantDetail;
  /** Why nobody can be reminded. */
  readonly noReminders: Detail["operations"]["remind"];
}

/** Redrawn only when its own participant, or the run as a whole, has changed: there may be hundreds. */
const Participant = memo(({ instance, participant, noReminders }: ParticipantProps) => {
  const { t } = useTranslation();
  const { name, email, phoneNumber, link, pending, locked } = participant;
  const remind = async () => {
    const input = { id: instance.id, participantIds: [participant.participantId] };
    const done = await callOrNotify(t("operations.remindFailed"), "instances.remind", input);
    if (done) notify(t("operations.reminded", { participant: name }));
  };
  const contacts = [email, phoneNumber].filter(Boolean).join(" · ");
  return (
    <li className="row">
      <Avatar name={name} />
      <div className="row-words">
        <span className="row-name">
          {marksShown(name)}
          {locked && <Pill tone="bad">{t("instance.locked")}</Pill>}
        </span>
        <span className="soft row-contacts" title={contacts}>
          {contacts || t("instance.noContact")}
        </span>
      </div>
      <ActList participant={participant} instance={instance} />
      <div className="row-actions">
        <UnlockButton {...{ instance, participant }} />
        {pending.length > 0 && (
          <IconButton
            icon={Bell}
            label={t("instance.remind", { participant: name })}
            blocked={noReminders}
            writes
            onClick={() => void remind()}
          />
        )}
        <ActAs {...{ instance, participant }} />
        <ButtonLink
          icon={ExternalLink}
          href={link}
          apart
          onClick={() => stepTaken("play")}
          aria-label={t("instance.openPageOf", { participant: name })}
        >
          {t("instance.openPage")}
        </ButtonLink>
      </div>
    </li>
  );
});

/** A participant's done, pending and missed acts. */
export function ActList({
  participant,
  instance,
}: {
  readonly participant: ParticipantDetail;
  readonly instance: RunFacts;
}) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const { acts, pending, missed, rejection, unreached } = participant;
  const groups = instance.stages.find(({ state }) => state === "current")?.groups ?? [];
  const pendingText = (act: Act): string => {
    const group = groups.find(
      ({ verb, participants, documents }) =>
        verb === act.verb && participants.includes(participant.name) && documents.includes(act.document),
    );
    if (group === undefined) return t(`act.${act.verb}.pending`, act);
    const { needed } = group;
    return t(`act.${act.verb}.oneOf`, { ...act, count: needed, needed, members: group.participants.length });
  };
  if (acts.length + pending.length + missed.length === 0 && rejection === null)
    return <span className="acts soft">{t(idleTextKey(participant.standing, instance.status))}</span>;
  return (
    <ul className="acts">
      <FirstLines>
        {acts.map((act) => (
          <ActLine key={keyOf(act)} act={act} when={time.dateTime(act.at)} text={t(`act.${act.verb}.done`, act)} />
        ))}
      </FirstLines>
      <FirstLines>
        {pending.map((act) => (
          <ActLine key={keyOf(act)} act={act} isPending text={pendingText(act)} />
        ))}
      </FirstLines>
      {pending.length > 0 && <AskedSince instance={instance} />}
      {pending.length > 0 && unreached !== null && <Unreached why={unreached} />}
      <FirstLines>
        {missed.map((act) => (
          <ActLine key={keyOf(act)} act={act} text={t(`act.${act.verb}.missed`, act)} />
        ))}
      </FirstLines>
      {rejection !== null && <Declined {...rejection} />}
    </ul>
  );
}

const FIRST_LINES = 4;

/** Shows the first acts, and the others on a click: a long list would push the participant's page out of view. */
function FirstLines({ children }: { readonly children: readonly ReactNode[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const more = children.length - FIRST_LINES;
  // A single one takes no more room than the button.
  if (more <= 1) return children;
  return (
    <>
      {all ? children : children.slice(0, FIRST_LINES)}
      <li>
        <button type="button" className="long-text-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("common.showLess") : t("common.more", { count: more })}
        </button>
      </li>
    </>
  );
}

/** Younger requests need no mention: they were just made. */
const WORTH_SAYING = 3_600_000;

function AskedSince({ instance: { stageEntered, clock, timeZone } }: { readonly instance: RunFacts }) {
  const { t } = useTranslation();
  const time = useTime(timeZone);
  if (clock.now - stageEntered < WORTH_SAYING) return null;
  return (
    <li className="soft" title={time.dateTime(stageEntered)}>
      {t("act.asked", { when: time.relative(stageEntered, clock.now) })}
    </li>
  );
}

/** They do not know that they are waited for: a common reason for a stalled run. */
function Unreached({ why }: { readonly why: string }) {
  const { t } = useTranslation();
  return (
    <li className="act act-declined">
      <MailX className="icon" aria-hidden />
      <span>
        <LongText text={marksShown(t("act.unreached", { why: reasonText(why) }))} />
      </span>
    </li>
  );
}

type Act = Pick<ParticipantDetail["pending"][number], "verb" | "document">;

interface ActLineProps {
  readonly act: Act;
  readonly text: string;
  readonly isPending?: boolean;
  /** When it was done; left out: it was not. */
  readonly when?: string;
}

function ActLine({ act, text, isPending, when }: ActLineProps) {
  return (
    <li className={isPending ? "act act-pending" : "act"} title={when}>
      <VerbMark verb={act.verb} done={when !== undefined} />
      <span>{text}</span>
    </li>
  );
}

const keyOf = ({ verb, document }: Act): string => `${verb} ${document}`;

function Declined({ document, message }: NonNullable<ParticipantDetail["rejection"]>) {
  const { t } = useTranslation();
  const what = document === null ? t("act.declinedFlow") : t("act.declined", { document });
  return (
    <li className="act act-declined">
      <CircleX className="icon" aria-hidden />
      <span>
        <LongText text={message ? t("act.withMessage", { what, message }) : what} />
      </span>
    </li>
  );
}
