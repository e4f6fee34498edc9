import type { Hit } from "../host/index.ts";
import type {
  CallbackRow,
  DocumentRow,
  DraftSummary,
  InstanceRow,
  LinkRow,
  MailRow,
  StoreReads,
} from "../store/index.ts";

/** How a search tells of what it has found. */
const hit = (kind: Hit["kind"], id: string, name: string, more: Partial<Hit> = {}): Hit => ({
  ...{ kind, id, name },
  ...{ detail: null, instanceId: null, flow: null, status: null, at: null },
  ...more,
});
export const flowHit = ({ id, title }: DraftSummary): Hit => hit("flow", id, title);
export const runHit = ({ id, title, status }: InstanceRow): Hit => hit("run", id, title, { instanceId: id, status });
export const documentHit = ({ id, title, instanceId }: DocumentRow): Hit => hit("document", id, title, { instanceId });
export const mailHit = ({ id, subject, participant, instanceId, sentAt }: MailRow): Hit =>
  hit("mail", id, subject ?? "", { detail: participant, instanceId, at: sentAt });
export const callbackHit = ({ eventId, type, instanceId }: CallbackRow): Hit =>
  hit("callback", eventId, type, { instanceId });

type Recipient = ReturnType<StoreReads["drafts"]["withPerson"]>[number];

export const personHit = ({ participantId, participant, person, instanceId }: LinkRow): Hit =>
  hit("person", participantId, participant, { detail: addresses(person, participant), instanceId });

export function recipientHit({ id, title, person }: Recipient): Hit {
  const [name = ""] = person.split("\n");
  return hit("person", `${id}/${name}`, name, { detail: addresses(person, name), flow: { id, title } });
}

/** What else is known of a person; null: nothing. */
function addresses(person: string, name: string): string | null {
  const others = person.split("\n").filter((line) => line !== name);
  return others.length === 0 ? null : others.join(", ");
}

/** The newest mails to people. */
export const mailTo = (read: StoreReads, people: readonly LinkRow[], most: number): readonly MailRow[] =>
  people.flatMap(({ instanceId, participant }) => read.mail.newestTo(instanceId, participant, most));

/** A flow whose run is found with the same person is not told of again. */
export function notIn(read: StoreReads, people: readonly LinkRow[]) {
  const flows = people.map(({ instanceId }) => read.instances.get(instanceId)?.draftId);
  return ({ id, person }: Recipient) => !people.some((one, at) => flows[at] === id && one.person === person);
}
