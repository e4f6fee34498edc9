import { editDistance } from "../../src-shared/basics/index.ts";
import type { Hit, SearchUseCases } from "../host/index.ts";
import {
  type CallbackRow,
  type DraftSummary,
  folded,
  type InstanceRow,
  type LinkRow,
  type MailRow,
  type NameKind,
  type StoreReads,
} from "../store/index.ts";

/** Of each kind, at most. */
const MOST = 5;
/** Names of a kind that are looked through for them. */
const NAMES = 20;
/** Names with the most parts in common, of which those stay whose words are spelled alike. */
const ALIKE = 60;
/** Characters of what is typed: nobody searches for more, and each would be compared. */
const LONGEST = 100;
/** A shorter beginning of an id is a word. */
const SHORTEST_ID = 6;

/**
 * Finds flows, runs, people, documents, mails and callbacks by their names (decision 0438). Where no name has
 * all the words, those that are spelled alike are found.
 */
export function searchUseCases(read: StoreReads): SearchUseCases {
  return {
    find(typed) {
      const words = folded(typed.slice(0, LONGEST))
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) return { hits: recent(read), alike: false };
      const exact = [...withId(read, words), ...withNames(read, (kind) => named(read, kind, words))];
      if (exact.length > 0) return { hits: exact, alike: false };
      const alike = read.names.alike(words, ALIKE).filter(({ folded: name }) => isAlike(words, name));
      const namesOf = (kind: NameKind) => alike.filter((name) => name.kind === kind).map((name) => name.folded);
      return { hits: withNames(read, namesOf), alike: true };
    },
  };
}

/** Names that begin with the first word come first, then those with a word that does. */
function named(read: StoreReads, kind: NameKind, words: readonly string[]): readonly string[] {
  const first = words[0] ?? "";
  const place = (name: string) =>
    name.startsWith(first) ? 0 : name.split(/\s/).some((word) => word.startsWith(first)) ? 1 : 2;
  const found = read.names.withAll(kind, words, NAMES).map((name) => name.folded);
  return found.toSorted((a, b) => place(a) - place(b));
}

/** Whether each word is one of the name's, or its beginning, save for a letter or two. */
function isAlike(words: readonly string[], name: string): boolean {
  const others = name.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => {
    const limit = word.length < 4 ? 1 : word.length < 8 ? 2 : 3;
    return others.some((other) =>
      [other, other.slice(0, word.length)].some((part) => editDistance(word, part, limit) < limit),
    );
  });
}

function recent(read: StoreReads): readonly Hit[] {
  return [
    ...read.drafts.list({ limit: MOST }).items.map(flowHit),
    ...read.instances.list({ trashed: false, limit: MOST }).items.map(runHit),
  ];
}

function withId(read: StoreReads, words: readonly string[]): readonly Hit[] {
  const [start = ""] = words;
  return words.length > 1 || start.length < SHORTEST_ID ? [] : read.instances.withId(start, MOST).map(runHit);
}

function withNames(read: StoreReads, namesOf: (kind: NameKind) => readonly string[]): readonly Hit[] {
  const rows = <T>(kind: NameKind, rowsOf: (name: string, most: number) => readonly T[]): readonly T[] =>
    namesOf(kind)
      .flatMap((name) => rowsOf(name, MOST))
      .slice(0, MOST);
  const people = rows("person", read.links.ofPerson);
  return [
    ...rows("flow", read.drafts.titled).map(flowHit),
    ...rows("run", read.instances.titled).map(runHit),
    ...people.map(personHit),
    ...rows("document", read.documents.named).map(({ id, title, instanceId }) =>
      hit("document", id, title, { instanceId }),
    ),
    ...newest([...rows("mail", read.mail.about), ...mailTo(read, people)]).map(mailHit),
    ...rows("callback", read.callbacks.ofType).map(callbackHit),
  ];
}

const mailTo = (read: StoreReads, people: readonly LinkRow[]): readonly MailRow[] =>
  people.flatMap(({ instanceId, participant }) => read.mail.newestTo(instanceId, participant, MOST));

/** Each once: one may be found by its subject and by its receiver. */
const newest = (mails: readonly MailRow[]): readonly MailRow[] =>
  [...new Map(mails.map((mail) => [mail.id, mail])).values()]
    .toSorted((a, b) => b.wallSent - a.wallSent)
    .slice(0, MOST);

const hit = (kind: Hit["kind"], id: string, name: string, more: Partial<Hit> = {}): Hit => ({
  ...{ kind, id, name },
  ...{ detail: null, instanceId: null, status: null },
  ...more,
});
const flowHit = ({ id, title }: DraftSummary): Hit => hit("flow", id, title);
const runHit = ({ id, title, status }: InstanceRow): Hit => hit("run", id, title, { instanceId: id, status });
const mailHit = ({ id, subject, participant, instanceId }: MailRow): Hit =>
  hit("mail", id, subject ?? "", { detail: participant, instanceId });
const callbackHit = ({ eventId, type, instanceId }: CallbackRow): Hit => hit("callback", eventId, type, { instanceId });

function personHit({ participantId, participant, person, instanceId }: LinkRow): Hit {
  const others = person.split("\n").filter((line) => line !== participant);
  return hit("person", participantId, participant, {
    detail: others.length === 0 ? null : others.join(", "),
    instanceId,
  });
}
