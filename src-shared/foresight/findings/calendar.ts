import { type Instant, nextBeat, plusDaysSameLocalTime } from "../../flow/index.ts";
import { listed, msg, short } from "../../language/index.ts";
import { BEGIN } from "../graph/steps.ts";
import { type Facts, messagesOf, type Person } from "./facts.ts";
import type { Figures, Finding, MessageCounts } from "./finding.ts";
import { runTo, wholeRun } from "./lemma.ts";

/** More messages than this to one person are many. */
const MANY = 20;
/** More stages of one person are taken for any number: the answer is then an upper bound. */
const MOST_STAGES = 64;

/** X110: a reminder that would come at the time-out or later or to nobody, and people who can get very many messages. */
export function reminders(facts: Facts): readonly Finding[] {
  const { draft, people, program } = facts;
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
        alsoSaidBy: "T003",
      },
    ];
  });
  const many = people.flatMap((person): Finding[] => {
    const { most } = messageCounts(facts, person);
    const [stage] = person.stages;
    // Confirmations go out with a run that completes.
    const confirmed = sentIn(person.confirmations);
    const count = most.email + most.sms - confirmed.email - confirmed.sms;
    if (count <= MANY || stage === undefined) return [];
    const message = msg`\`${short(person.name)}\` can get ${count} messages before the time-out.`;
    const base = { id: "X110", severity: "warning", message, participants: [person.name] } as const;
    return [
      {
        ...base,
        place: { kind: "participant", name: person.name },
        run: () => [...(runTo(program, stage) ?? []), { kind: "time_out" }],
      },
    ];
  });
  return [...late, ...remindersOfNobody(facts), ...many];
}

/** Whoever never acts is never reminded [C1]. */
function remindersOfNobody({ draft, people }: Facts): readonly Finding[] {
  return draft.process.automaticReminders.flatMap(({ users }, at): readonly Finding[] => {
    const idle = people.filter(({ name, stages }) => users?.includes(name) && stages.length === 0);
    if (idle.length === 0) return [];
    const names = idle.map(({ name }) => name);
    const message = msg`This reminder never reaches ${listed(names)}: no stage waits for an act of theirs.`;
    return [{ id: "X110", severity: "warning", message, place: { kind: "reminder", at }, participants: names }];
  });
}

/** X113: how long the flow takes, and how many messages each person gets, in a run that completes. */
export function figures(facts: Facts): readonly Finding[] {
  const { draft, people, program } = facts;
  const base = { id: "X113", severity: "information" } as const;
  const waits = program.stages.some(({ slots }) => slots.length > 0);
  const message = waits
    ? msg`Completes on the day it starts at the earliest, and times out after ${draft.duration} days.`
    : msg`Completes at once: no stage waits for anybody.`;
  const days: Figures = { kind: "days", earliest: 0, latest: waits ? draft.duration : 0 };
  const whole = { place: { kind: "flow" }, participants: [], run: () => wholeRun(program), figures: days } as const;
  const flow: Finding = { ...base, message, ...whole };
  return [
    flow,
    ...people.flatMap((person): Finding[] => {
      const { least, most } = messageCounts(facts, person);
      if (most.email + most.sms === 0) return [];
      const place = { kind: "participant", name: person.name } as const;
      const words = msg`In a run that completes, e-mails to \`${short(person.name)}\`: ${range(least.email, most.email)}; SMS, codes aside: ${range(least.sms, most.sms)}.`;
      const counts: Figures = { kind: "messages", who: person.name, least, most };
      return [{ ...base, message: words, place, participants: [person.name], figures: counts }];
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

/**
 * The most reminders of one person: a table over stages and days, since a reminder counts from each stage's beginning
 * [C1], and what falls due at the time-out is not sent [C3].
 */
function mostReminders({ draft, tables }: Facts, person: Person): MessageCounts {
  const entries = draft.process.automaticReminders.filter(({ users }) => users === null || users.includes(person.name));
  if (entries.length === 0 || person.stages.length === 0) return { email: 0, sms: 0 };
  const count = (method: keyof MessageCounts) => {
    const rhythms = entries
      .filter(({ methods }) => sends(person, methods, method))
      .map(({ daysDelay, periodically }) => ({ daysDelay, periodically }));
    // Most people are reminded alike, and the table takes longest.
    const key = JSON.stringify([rhythms, person.stages.length]);
    const known = tables.get(key) ?? mostInStages(worthOf(rhythms, draft), person.stages.length);
    tables.set(key, known);
    return known;
  };
  return { email: count("email"), sms: count("sms") };
}

interface Rhythm {
  readonly daysDelay: number;
  readonly periodically: boolean;
}

/** How many reminders fall due within so many days of a stage's beginning, up to the time-out: the engine's own beats. */
function worthOf(rhythms: readonly Rhythm[], { duration, settings }: Facts["draft"]): readonly number[] {
  const zone = settings.timeZone ?? "UTC";
  const worth = Array.from({ length: duration }, () => 0);
  const days = worth.map((_, day) => plusDaysSameLocalTime(BEGIN, day, zone));
  for (const { daysDelay, periodically } of rhythms) {
    let beat: Instant = BEGIN;
    do {
      beat = nextBeat(BEGIN, daysDelay, zone, beat);
      for (const [day, instant] of days.entries()) if (beat <= instant) worth[day] = (worth[day] ?? 0) + 1;
    } while (periodically && beat < (days.at(-1) ?? BEGIN));
  }
  return worth;
}

/** Whether a reminder goes out by a method: by its own, else by those of the last invitation [C1], and to an address. */
function sends(
  { parameters, invitations }: Person,
  methods: Parameters<typeof messagesOf>[0]["methods"] | null,
  method: keyof MessageCounts,
): boolean {
  if ((method === "email" ? parameters.email : parameters.phoneNumber) === null) return false;
  if (methods !== null) return methods[method] !== null;
  if (invitations.length > 0) return invitations.some(({ action }) => action.methods[method] !== null);
  return method === "email" || parameters.email === null;
}

/** The best split of days among stages, each of which is worth `within[days spent]`. */
function mostInStages(within: readonly number[], stages: number): number {
  const worth = [...within.keys()].filter((day) => (within[day] ?? 0) > (within[day - 1] ?? 0));
  const shortest = worth[0] ?? within.length;
  const days = within.length - 1;
  const best = (day: number, rest: readonly number[]) => {
    let most = 0;
    for (const spent of worth) {
      if (spent > day) break;
      most = Math.max(most, (within[spent] ?? 0) + (rest[day - spent] ?? 0));
    }
    return most;
  };
  let table = within.map(() => 0);
  if (stages > MOST_STAGES || stages * shortest >= days) {
    for (let day = shortest; day <= days; day += 1) table[day] = best(day, table);
    return table[days] ?? 0;
  }
  for (let stage = 0; stage < stages; stage += 1) {
    const rest = table;
    table = rest.map((_, day) => best(day, rest));
  }
  return table[days] ?? 0;
}

function range(least: number, most: number): string {
  return least === most ? String(least) : `${least}–${most}`;
}
