import { listed, msg, short } from "../../basics/index.ts";
import { type Facts, messagesOf, type Person } from "./facts.ts";
import { dayRuns, messageRuns } from "./figure-runs.ts";
import type { Figures, Finding, MessageCounts } from "./finding.ts";
import { lessReminder } from "./fixes.ts";
import { type Alike, groupAlike } from "./group-alike.ts";
import { runTo, wholeRun } from "./lemma.ts";
import { mostReminders } from "./reminder-days.ts";

/** Most days until the time-out [P005]. */
const LONGEST = 365;
/** More messages than this to one person are many. */
const MANY = 20;

/** X110: reminders due at or after the time-out or addressed to nobody, and people who can get very many messages. */
export function reminders(facts: Facts): readonly Finding[] {
  const { draft, people } = facts;
  const late = draft.process.automaticReminders.flatMap(({ daysDelay }, at): Finding[] => {
    if (daysDelay < draft.duration) return [];
    const message = msg`This reminder is never sent: it is due after ${daysDelay} days, and the flow times out after ${draft.duration}.`;
    return [
      {
        id: "X110",
        severity: "warning",
        message,
        place: { kind: "reminder", at },
        participants: [],
        alsoReportedBy: "T003",
        ...(daysDelay < LONGEST && {
          fix: {
            title: msg`Lengthen \`duration\` to ${daysDelay + 1} days`,
            changes: [{ kind: "duration", days: daysDelay + 1 }],
          },
        }),
      },
    ];
  });
  return [...late, ...remindersOfNobody(facts), ...groupAlike(people.flatMap((person) => manyMessages(facts, person)))];
}

/** People who can get very many messages; those who can get as many in the same stages share one finding. */
function manyMessages(facts: Facts, person: Person): readonly Alike[] {
  const { most } = messageCounts(facts, person);
  const [stage] = person.stages;
  // A run that completes sends confirmations.
  const confirmed = sentIn(person.confirmations);
  const count = most.email + most.sms - confirmed.email - confirmed.sms;
  if (count <= MANY || stage === undefined) return [];
  const finding = ([first, ...others]: readonly [Person, ...Person[]]): Finding => {
    const participants = [first, ...others].map(({ name }) => name);
    return {
      ...{ id: "X110", severity: "warning", participants, place: { kind: "participant", name: first.name } },
      message:
        others.length === 0
          ? msg`\`${short(first.name)}\` can get ${count} messages before the time-out.`
          : msg`${listed(participants)} can each get ${count} messages before the time-out.`,
      run: () => [...(runTo(facts.program, stage) ?? []), { kind: "time_out" }],
    };
  };
  return [{ person, key: JSON.stringify([stage, count]), finding }];
}

/** People who never act are never reminded [C1]. */
function remindersOfNobody(facts: Facts): readonly Finding[] {
  const { draft, people } = facts;
  return draft.process.automaticReminders.flatMap(({ users }, at): readonly Finding[] => {
    const idle = people.filter(({ name, stages }) => users?.includes(name) && stages.length === 0);
    if (idle.length === 0) return [];
    const names = idle.map(({ name }) => name);
    const message = msg`This reminder never reaches ${listed(names)}: no stage waits for an act of theirs.`;
    const place = { kind: "reminder", at } as const;
    return [
      { id: "X110", severity: "warning", message, place, participants: names, ...lessReminder(facts, at, names) },
    ];
  });
}

/** X113: the flow's duration, and the number of messages that each person gets, in a run that completes. */
export function figures(facts: Facts): readonly Finding[] {
  const { draft, people, program } = facts;
  const base = { id: "X113", severity: "information" } as const;
  const waits = program.stages.some(({ slots }) => slots.length > 0);
  const message = waits
    ? msg`Completes on the day it starts at the earliest, and times out after ${draft.duration} days.`
    : msg`Completes at once: no stage waits for anybody.`;
  const days: Figures = { kind: "days", earliest: 0, latest: waits ? draft.duration : 0 };
  const whole = { place: { kind: "flow" }, participants: [], run: () => wholeRun(program), figures: days } as const;
  const flow: Finding = { ...base, message, ...whole, ...dayRuns(program) };
  return [
    flow,
    ...people.flatMap((person): Finding[] => {
      const { least, most } = messageCounts(facts, person);
      if (most.email + most.sms === 0) return [];
      const place = { kind: "participant", name: person.name } as const;
      const words = msg`In a run that completes, e-mails to \`${short(person.name)}\`: ${range(least.email, most.email)}; SMS, codes aside: ${range(least.sms, most.sms)}.`;
      const counts: Figures = { kind: "messages", who: person.name, least, most };
      const about = { place, participants: [person.name], figures: counts } as const;
      return [{ ...base, message: words, ...about, ...messageRuns(facts, person) }];
    }),
  ];
}

/** The messages that somebody gets in a run that completes: without reminders, and with as many as time allows. */
export function messageCounts(
  facts: Facts,
  person: Person,
): { readonly least: MessageCounts; readonly most: MessageCounts } {
  const least = sentIn([...person.invitations, ...person.confirmations]);
  const reminded = mostReminders(facts, person);
  return { least, most: { email: least.email + reminded.email, sms: least.sms + reminded.sms } };
}

function sentIn(messages: Person["invitations"]): MessageCounts {
  const counts = messages.map(({ action }) => messagesOf(action));
  const sum = (method: keyof MessageCounts) => counts.reduce((total, sent) => total + sent[method], 0);
  return { email: sum("email"), sms: sum("sms") };
}

function range(least: number, most: number): string {
  return least === most ? String(least) : `${least}–${most}`;
}
