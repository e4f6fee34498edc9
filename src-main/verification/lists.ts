import {
  canonicalJson,
  contactOf,
  type Effect,
  effectsOf,
  type FlowEvent,
  notificationOf,
  type State,
} from "../../src-shared/flow/index.ts";
import { CODE } from "../../src-shared/mail/index.ts";
import { callbackWireBody, ownClockId } from "../engine/index.ts";
import type { CallbackRow, InstanceRow, MailRow, StoreReads } from "../store/index.ts";
import { ATTEMPTS_KEPT, REAL_CLOCK, wholeList } from "../store/index.ts";
import { secretRef } from "../workspace/index.ts";

/** An event of the history, and one of its effects. */
interface Asked {
  readonly seq: number;
  readonly event: FlowEvent;
  readonly effect: Effect;
}

/**
 * What an instance's lists show beside its history: the clock it lives on, who may come in, its messages and its callbacks.
 * @param events its whole history, which leads to `state`
 * @returns a sentence for each difference
 */
export function listProblems(
  reads: StoreReads,
  row: InstanceRow,
  state: State,
  events: readonly FlowEvent[],
): readonly string[] {
  const asked = effectsOf(state, events).flatMap((effects, index) => {
    const event = events[index];
    return event === undefined ? [] : effects.map((effect) => ({ seq: index + 1, event, effect }));
  });
  return [
    ...clockProblems(reads, row),
    ...linkProblems(reads, row, state),
    ...mailProblems(reads, row, state, asked),
    ...callbackProblems(reads, row, state, asked),
    ...signatureProblems(reads, row, events),
  ];
}

/** What was drawn or typed is a secret of the instance; a fork has what its source had. */
function signatureProblems(
  { secrets }: StoreReads,
  { id, forkOf }: InstanceRow,
  events: readonly FlowEvent[],
): readonly string[] {
  if (forkOf !== null) return [];
  return events.flatMap((event) =>
    event.type === "acted" &&
    event.signature !== null &&
    secrets.get(secretRef.signature(id, event.signature.sha256)) === null
      ? [`The signature that "${event.participant}" gave on "${event.document}" is missing.`]
      : [],
  );
}

/** A run that brought a clock along follows that one, and a fork never the machine's. */
function clockProblems({ clocks }: StoreReads, { id, clockId, forkOf }: InstanceRow): readonly string[] {
  const own = ownClockId(id);
  if (clockId !== own && clocks.get(own) !== null)
    return [`It brought the clock ${own} along, and the list has it on the clock ${clockId}.`];
  if (forkOf !== null && clockId === REAL_CLOCK.id)
    return ["It is a fork, which has a clock of its own, and the list has it on the real one."];
  return [];
}

function linkProblems({ links }: StoreReads, { id }: InstanceRow, state: State): readonly string[] {
  const there = new Map(links.ofInstance(id).map((link) => [link.participant, link.participantId]));
  const people = state.start.participants;
  const named = new Set(people.map(({ name }) => name));
  const strangers = [...there.keys()].filter((name) => !named.has(name));
  return [
    ...people
      .filter(({ name, participantId }) => there.get(name) !== participantId)
      .map(({ name }) => `The access link of "${name}" ${there.has(name) ? "is somebody else's" : "is missing"}.`),
    ...strangers.map((name) => `There is an access link for "${name}", who is not in the history.`),
  ];
}

function mailProblems(reads: StoreReads, row: InstanceRow, state: State, asked: readonly Asked[]): readonly string[] {
  const rows = wholeList(reads.mail.list, { instanceId: row.id });
  const listed = new Set(rows.map(({ id }) => id));
  const wanted = new Map<string, Asked>();
  for (const item of asked) {
    const id = mailIdOf(row, item);
    if (id !== null) wanted.set(id, item);
  }
  // A fork begins with events whose messages its source has had; those that were under way then go on in it [C5].
  const first = row.forkOf?.seq ?? 0;
  const unlisted = [...wanted].filter(([id, { seq }]) => seq > first && !listed.has(id));
  return [
    ...rows
      .filter(({ codeRef }) => codeRef !== null && row.forkOf === null && reads.secrets.get(codeRef) === null)
      .map(({ participant }) => `The code of a message to "${participant}" is missing.`),
    ...unlisted.map(([, item]) => `${mailName(item)} is asked for by the history, and not in the mailbox.`),
    ...rows.flatMap((mail) => {
      const item = wanted.get(mail.id);
      if (item === undefined)
        return [`The mailbox holds a message to "${mail.participant}" that the history asks for nowhere.`];
      return messageProblems(state, mail).map(
        (what) => `${mailName(item)} is not as the history tells: its ${what} differs.`,
      );
    }),
  ];
}

/** The id of the message that an effect asked for, as the mail room makes it; null: it asked for none. */
function mailIdOf({ id }: InstanceRow, { event, effect }: Asked): string | null {
  if (effect.kind === "notify") return `${id}-${effect.notification}`;
  if (effect.kind !== "sms_code" || event.type !== "sms_code_sent") return null;
  return `${id}-code-${event.codeHash.slice(0, 12)}`;
}

function mailName({ effect }: Asked): string {
  if (effect.kind === "notify") return `Message ${effect.notification}`;
  return effect.kind === "sms_code" ? `A code for "${effect.participant}"` : "A message";
}

/** The parts of a message that differ from the history. Only the flow's own words are compared. */
function messageProblems(state: State, mail: MailRow): readonly string[] {
  const { start, documents } = state;
  const asked = mail.notification === null ? undefined : notificationOf(state, mail.notification);
  // Those that its release named: sealed by then, and by e-mail alone.
  const attached = documents
    .filter(
      ({ name, sealedSha256 }) => sealedSha256 !== null && mail.method === "email" && asked?.attach.includes(name),
    )
    .map(({ sealedSha256 }) => sealedSha256);
  const template = asked?.message === null || asked === undefined ? undefined : start.messages[asked.message];
  const same = {
    recipient:
      mail.to === contactOf(state, mail.participant, mail.method) &&
      (asked === undefined || asked.participant === mail.participant),
    method: asked === undefined ? mail.method === "sms" : asked.method === mail.method,
    kind: asked === undefined ? mail.kind === "code" : asked.kind === mail.kind,
    subject: mail.subject === null || mail.subject.includes(start.title),
    text: mail.text.includes(template?.trim() ?? "") && (mail.kind !== "code" || mail.text.includes(CODE)),
    attachments: isSameSet(
      mail.attachments.map(({ sha256 }) => sha256),
      attached,
    ),
    // A code's end is in no event. A message that was dropped on its way stays as it was.
    status: asked === undefined || asked.status === "dropped" || asked.status === mail.status,
  };
  return differing(same);
}

/** The names of entries that do not match. */
function differing(same: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(same).filter((what) => !same[what]);
}

function isSameSet(some: readonly (string | null)[], others: readonly (string | null)[]): boolean {
  return canonicalJson(some.toSorted()) === canonicalJson(others.toSorted());
}

function callbackProblems(
  reads: StoreReads,
  row: InstanceRow,
  state: State,
  asked: readonly Asked[],
): readonly string[] {
  const rows = wholeList(reads.callbacks.list, { instanceId: row.id });
  const wanted = new Map(
    asked.flatMap(({ event, effect }) => (effect.kind === "callback" ? [[effect.sequence, { event, effect }]] : [])),
  );
  return rows.flatMap((callback) => {
    const item = wanted.get(callback.sequence);
    // A message that the history does not ask for is already reported.
    if (item === undefined) return [];
    const body = callbackWireBody(row.id, callback.eventId, item.event, item.effect);
    const same = {
      body: comparableBody(callback.body) === comparableBody(body) && callback.type === body.type,
      address: callback.url === (state.start.callback?.url ?? null),
      time: callback.createdAt === item.event.at,
    };
    const wrong = differing(same);
    const name = `Its callback ${callback.sequence} ("${item.effect.body.type}")`;
    const standing = standingProblem(reads, callback, row.forkOf !== null);
    return [
      ...wrong.map((what) => `${name} is not as the history tells: its ${what} differs.`),
      ...(standing === null ? [] : [`${name} ${standing}`]),
    ];
  });
}

/** A body as text to compare: an instant may be spelled in several ways, and what was sent once stays as it was sent. */
function comparableBody(body: CallbackRow["body"]): string {
  const created = body.event_created;
  return canonicalJson({ ...body, event_created: typeof created === "string" ? Date.parse(created) : null });
}

const CALLBACK_STATES: Readonly<Record<CallbackRow["state"], true>> = {
  waiting: true,
  delivered: true,
  retrying: true,
  dead: true,
  not_configured: true,
  held: true,
};

/** How a callback stands against the attempts at it: what was taken stays taken, and what nobody tried is not given up. */
function standingProblem({ callbacks }: StoreReads, callback: CallbackRow, fork: boolean): string | null {
  const { eventId, url, state, attempts } = callback;
  if (!Object.hasOwn(CALLBACK_STATES, state)) return `is listed as "${state}", which Countersign never writes.`;
  const made = callbacks.attempts(eventId);
  if (made.length !== Math.min(attempts, ATTEMPTS_KEPT))
    return `has ${made.length} attempts, and is listed with ${attempts}.`;
  // With an address it may stand so all the same: early versions listed what a fork held as not configured.
  if (url === null && state !== "not_configured") return `is listed as ${state}, and has no address.`;
  if (state === "dead" && attempts === 0) return "is listed as given up, and was never tried.";
  // Of a fork's, what was taken may be held and then go out once more; of many replays, only the latest are kept.
  if (fork || attempts > ATTEMPTS_KEPT) return null;
  const taken = made.some(({ status }) => status !== null && status >= 200 && status < 300);
  if (state === "delivered" && !taken) return "is listed as delivered, and no attempt at it was taken.";
  if (taken && state !== "delivered") return `is listed as ${state}, and an attempt at it was taken.`;
  return null;
}
