import type { Hit } from "../host/index.ts";
import {
  type CallbackRow,
  folded,
  type InstanceRow,
  type LinkRow,
  type MailRow,
  type NameKind,
  type StoreReads,
} from "../store/index.ts";
import {
  callbackHit,
  documentHit,
  flowHit,
  mailHit,
  mailTo,
  notIn,
  personHit,
  recipientHit,
  runHit,
} from "./search-hits.ts";

/** Names of a kind that have one of the words, and things of each name: the newest. */
const NAMES = 20;
const THINGS = 20;
/** Runs whose people, documents, messages and callbacks are looked through, and how many messages and callbacks of each. */
const RUNS = 10;
const OF_RUN = 50;

/** What things are called, in the app's languages. */
const CALLED: Readonly<Record<Hit["kind"] | MailRow["kind"] | MailRow["method"], string>> = {
  flow: "flow draft flöde",
  run: "run instance körning",
  person: "person participant deltagare",
  document: "document pdf dokument",
  mail: "message mail mejl meddelande post",
  callback: "callback event återanrop händelse",
  invitation: "invitation inbjudan",
  reminder: "reminder påminnelse",
  confirmation: "confirmation result bekräftelse resultat",
  code: "code kod",
  email: "e-mail email e-post",
  sms: "sms text",
};

/**
 * What has every word in one of its fields: what it is, whom it is about, its own name, or the title of its run. Looked
 * through are the newest things that one of the words names.
 * @param words folded
 * @param most of each kind
 */
export function acrossFields(read: StoreReads, words: readonly string[], most: number): readonly Hit[] {
  const namesOf = (kind: NameKind) => [...new Set(words.flatMap((word) => read.names.withAll(kind, [word], NAMES)))];
  const rows = <T>(kind: NameKind, rowsOf: (name: string, most: number) => readonly T[]): readonly T[] =>
    namesOf(kind).flatMap((name) => rowsOf(name, THINGS));
  const runs = rows("run", read.instances.titled);
  const looked = runs.slice(0, RUNS).map(({ id }) => id);
  const named = rows("person", read.links.ofPerson);
  const people = [...named, ...looked.flatMap(read.links.ofInstance)];
  const documents = [...rows("document", read.documents.named), ...looked.flatMap(read.documents.ofInstance)];
  const ofRun = (instanceId: string) => ({ instanceId, limit: OF_RUN });
  const mails = [
    ...[...rows("mail", read.mail.about), ...mailTo(read, named, THINGS)],
    ...looked.flatMap((id) => read.mail.list(ofRun(id)).items),
  ];
  const callbacks = [
    ...rows("callback", read.callbacks.ofType),
    ...looked.flatMap((id) => read.callbacks.list(ofRun(id)).items),
  ];
  const titleOf = titles(read);
  const chosen = <T>(all: readonly T[], hitOf: (row: T) => Hit, also: (row: T) => readonly (string | null)[]) => {
    const hits = new Map<string, Hit>();
    for (const row of all) {
      if (hits.size === most) break;
      const hit = hitOf(row);
      const text = folded(CALLED[hit.kind], hit.name, hit.detail, titleOf(hit.instanceId), ...also(row));
      if (words.every((word) => text.includes(word))) hits.set(`${hit.instanceId} ${hit.id}`, hit);
    }
    return [...hits.values()];
  };
  return [
    ...chosen(rows("flow", read.drafts.titled), flowHit, () => []),
    ...chosen(runs, runHit, ({ status }: InstanceRow) => [status.replaceAll("_", " ")]),
    ...chosen(people, personHit, () => []),
    ...chosen(rows("recipient", read.drafts.withPerson).filter(notIn(read, people)), recipientHit, ({ title }) => [
      title,
    ]),
    ...chosen(documents, documentHit, ({ fileName }) => [fileName]),
    ...chosen(mails, mailHit, ({ kind, method, to }: MailRow) => [CALLED[kind], CALLED[method], to]),
    ...chosen(callbacks, callbackHit, (row: CallbackRow) => [row.state]),
  ];
}

/** Titles of runs, each read once; null: there is no run. */
function titles(read: StoreReads) {
  const known = new Map<LinkRow["instanceId"], string | null>();
  return (id: string | null): string | null => {
    if (id === null) return null;
    const title = known.has(id) ? known.get(id) : read.instances.get(id)?.title;
    known.set(id, title ?? null);
    return title ?? null;
  };
}
