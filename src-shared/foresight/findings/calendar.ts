import { say, short } from "../../language/index.ts";
import { type Facts, messagesOf, type Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { runTo, wholeRun } from "./lemma.ts";

/** More messages than this to one person are many. */
const MANY = 20;
/** More stages of one person are taken for any number: the answer is then an upper bound. */
const MOST_STAGES = 64;

/** X110: a reminder that would come at the time-out or later, and people who can get very many messages. */
export function reminders(facts: Facts): readonly Finding[] {
  const { draft, people, program } = facts;
  const late = draft.process.automaticReminders.flatMap(({ daysDelay }, at): Finding[] => {
    if (daysDelay < draft.duration) return [];
    const message = say`This reminder is never sent: it is due after ${daysDelay} days, and the flow times out after ${draft.duration}.`;
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
    if (most.email + most.sms <= MANY || stage === undefined) return [];
    const message = say`\`${short(person.name)}\` can get ${most.email + most.sms} messages before the time-out.`;
    const base = { id: "X110", severity: "warning", message, participants: [person.name] } as const;
    return [
      {
        ...base,
        place: { kind: "participant", name: person.name },
        run: () => [...(runTo(program, stage) ?? []), { kind: "time_out" }],
      },
    ];
  });
  return [...late, ...many];
}

/** X113: how long the flow takes, and how many messages each person gets, in a run that completes. */
export function figures(facts: Facts): readonly Finding[] {
  const { draft, people, program } = facts;
  const base = { id: "X113", severity: "information" } as const;
  const message = say`Completes on the day it starts at the earliest, and times out after ${draft.duration} days.`;
  const flow: Finding = { ...base, message, place: { kind: "flow" }, participants: [], run: () => wholeRun(program) };
  return [
    flow,
    ...people.flatMap((person): Finding[] => {
      const { least, most } = messageCounts(facts, person);
      if (most.email + most.sms === 0) return [];
      const place = { kind: "participant", name: person.name } as const;
      const words = say`E-mails to \`${short(person.name)}\`: ${range(least.email, most.email)}. SMS: ${range(least.sms, most.sms)}.`;
      return [{ ...base, message: words, place, participants: [person.name] }];
    }),
  ];
}

interface Counts {
  readonly email: number;
  readonly sms: number;
}

/** The messages that somebody gets in a run that completes: without reminders, and with as many as time allows. */
export function messageCounts(facts: Facts, person: Person): { readonly least: Counts; readonly most: Counts } {
  const least = { email: 0, sms: 0 };
  for (const { action } of [...person.invitations, ...person.confirmations]) {
    const sent = messagesOf(action);
    least.email += sent.email;
    least.sms += sent.sms;
  }
  const reminded = mostReminders(facts, person);
  return { least, most: { email: least.email + reminded.email, sms: least.sms + reminded.sms } };
}

/**
 * The most reminders of one person: a table over stages and days, since a reminder counts from each stage's beginning
 * [C1], and what falls due at the time-out is not sent [C3].
 */
function mostReminders({ draft }: Facts, person: Person): Counts {
  const entries = draft.process.automaticReminders.filter(({ users }) => users === null || users.includes(person.name));
  if (entries.length === 0 || person.stages.length === 0) return { email: 0, sms: 0 };
  const days = draft.duration - 1;
  const count = (method: "email" | "sms") => {
    const within = new Array<number>(days + 1).fill(0);
    for (const { daysDelay, periodically, methods } of entries) {
      const each = sentBy(person, methods, method);
      for (let day = daysDelay; day <= days; day += 1) {
        within[day] = (within[day] ?? 0) + each * (periodically ? Math.floor(day / daysDelay) : 1);
      }
    }
    return mostInStages(within, person.stages.length);
  };
  return { email: count("email"), sms: count("sms") };
}

/** How many messages of a method one reminder sends: its own methods, else those of the last invitation [C1]. */
function sentBy(
  person: Person,
  methods: Parameters<typeof messagesOf>[0]["methods"] | null,
  method: "email" | "sms",
): number {
  if (methods !== null) return methods[method] === null ? 0 : 1;
  if (person.invitations.length === 0) {
    const bySms = person.parameters.email === null && person.parameters.phoneNumber !== null;
    return (method === "sms") === bySms ? 1 : 0;
  }
  return person.invitations.some(({ action }) => action.methods[method] !== null) ? 1 : 0;
}

/** The best split of days among stages, each of which is worth `within[days spent]`. */
function mostInStages(within: readonly number[], stages: number): number {
  const worth = within.flatMap((value, day) => (value > (within[day - 1] ?? 0) ? [[day, value] as const] : []));
  const [shortest] = worth[0] ?? [within.length];
  const best = (day: number, rest: readonly number[]) =>
    Math.max(0, ...worth.flatMap(([spent, value]) => (spent <= day ? [value + (rest[day - spent] ?? 0)] : [])));
  const days = within.length - 1;
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
