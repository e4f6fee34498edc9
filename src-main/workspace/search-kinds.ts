import type { Hit, SearchWords } from "../host/index.ts";
import type {
  CallbackRow,
  DocumentRow,
  DraftSummary,
  InstanceRow,
  LinkRow,
  MailRow,
  NameKind,
  StoreReads,
} from "../store/index.ts";

/** Search results that names of one kind lead to. */
export interface SearchKind<T> {
  readonly of: NameKind;
  /** The newest things of that name. */
  readonly named: (read: StoreReads, name: string, most: number) => readonly T[];
  /** The newest things of that kind in a run. */
  readonly ofRun?: (read: StoreReads, instanceId: string, most: number) => readonly T[];
  readonly hit: (row: T) => Hit;
  /** What it may be found by, besides what its hit shows. */
  readonly fields: (row: T, called: SearchWords) => readonly (string | null | undefined)[];
}

type Recipient = ReturnType<StoreReads["drafts"]["withPerson"]>[number];

const flow: SearchKind<DraftSummary> = {
  of: "flow",
  named: ({ drafts }, name, most) => drafts.titled(name, most),
  hit: ({ id, title }) => hit("flow", id, title),
  fields: () => [],
};

const run: SearchKind<InstanceRow> = {
  of: "run",
  named: ({ instances }, name, most) => instances.titled(name, most),
  hit: ({ id, title, status }) => hit("run", id, title, { instanceId: id, status }),
  fields: ({ status }) => [status.replaceAll("_", " ")],
};

const person: SearchKind<LinkRow> = {
  of: "person",
  named: ({ links }, name, most) => links.ofPerson(name, most),
  ofRun: ({ links }, instanceId) => links.ofInstance(instanceId),
  hit: ({ participantId, participant, person: lines, instanceId }) =>
    hit("person", participantId, participant, { detail: addresses(lines, participant), instanceId }),
  fields: () => [],
};

/** A person of a flow. */
const recipient: SearchKind<Recipient> = {
  of: "recipient",
  named: ({ drafts }, name, most) => drafts.withPerson(name, most),
  hit: ({ id, title, person: lines }) => {
    const [name = ""] = lines.split("\n");
    return hit("person", `${id}/${name}`, name, { detail: addresses(lines, name), flow: { id, title } });
  },
  fields: ({ title }) => [title],
};

const document: SearchKind<DocumentRow> = {
  of: "document",
  named: ({ documents }, name, most) => documents.named(name, most),
  ofRun: ({ documents }, instanceId) => documents.ofInstance(instanceId),
  hit: ({ id, title, instanceId }) => hit("document", id, title, { instanceId }),
  fields: ({ fileName }) => [fileName],
};

const mail: SearchKind<MailRow> = {
  of: "mail",
  named: (read, name, most) => read.mail.about(name, most),
  ofRun: (read, instanceId, limit) => read.mail.list({ instanceId, limit }).items,
  hit: ({ id, subject, participant, instanceId, sentAt }) =>
    hit("mail", id, subject ?? "", { detail: participant, instanceId, at: sentAt }),
  fields: ({ kind, method, to }, called) => [called[kind], called[method], to],
};

const callback: SearchKind<CallbackRow> = {
  of: "callback",
  named: ({ callbacks }, name, most) => callbacks.ofType(name, most),
  ofRun: ({ callbacks }, instanceId, limit) => callbacks.list({ instanceId, limit }).items,
  hit: ({ eventId, type, instanceId }) => hit("callback", eventId, type, { instanceId }),
  fields: ({ state }) => [state],
};

/** All kinds, in the order of the results. */
export const searchKinds = { flow, run, person, recipient, document, mail, callback } satisfies Record<
  NameKind,
  unknown
>;

const hit = (kind: Hit["kind"], id: string, name: string, more: Partial<Hit> = {}): Hit => ({
  ...{ kind, id, name },
  ...{ detail: null, instanceId: null, flow: null, status: null, at: null },
  ...more,
});

/** Further details about a person; null: none. */
function addresses(person: string, name: string): string | null {
  const others = person.split("\n").filter((line) => line !== name);
  return others.length === 0 ? null : others.join(", ");
}

/** The newest mails to people. */
export const mailTo = (read: StoreReads, people: readonly LinkRow[], most: number): readonly MailRow[] =>
  people.flatMap(({ instanceId, participant }) => read.mail.newestTo(instanceId, participant, most));

/** Omits a flow if its run is already found for the same person. */
export function notIn(read: StoreReads, people: readonly LinkRow[]) {
  const flows = people.map(({ instanceId }) => read.instances.get(instanceId)?.draftId);
  return ({ id, person: lines }: Recipient) => !people.some((one, at) => flows[at] === id && one.person === lines);
}
