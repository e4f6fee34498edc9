import { isAlike, mistakes } from "../../src-shared/basics/index.ts";
import type { Hit, SearchUseCases } from "../host/index.ts";
import { folded, type MailRow, type NameKind, PART, type StoreReads } from "../store/index.ts";
import { acrossFields } from "./search-fields.ts";
import { mailTo, notIn, type SearchKind, searchKinds } from "./search-kinds.ts";

/** Most hits of each kind. */
const MOST = 5;
/** Places kept for people of flows when there are many people of runs. */
const OF_FLOWS = 2;
/** Names of a kind that are looked through for them. */
const NAMES = 20;
/** Names with a part in common, of which those stay whose words are spelled alike. */
const ALIKE = 200;
/** Most characters of a query: nobody searches for more, and each one costs comparisons. */
const LONGEST = 100;
/** A shorter beginning of an id is treated as a word. */
const SHORTEST_ID = 6;

/**
 * Finds flows, runs, people, documents, mails and callbacks by their names (decision 0438). Where no name has
 * all the words, things that have them in several fields are found, or else those that are spelled alike.
 */
export function searchUseCases(read: StoreReads): SearchUseCases {
  return {
    find(typed, called = {}) {
      const words = folded(typed.slice(0, LONGEST))
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) return { hits: recent(read), alike: false };
      const exact = [...withId(read, words), ...withNames(read, (kind) => named(read, kind, words))];
      if (exact.length > 0) return { hits: exact, alike: false };
      const across = words.length === 1 ? [] : acrossFields(read, words, called, MOST);
      if (across.length > 0) return { hits: across, alike: false };
      return { hits: withNames(read, (kind) => alike(read, kind, words)), alike: true };
    },
  };
}

/** Names that begin with the first word come first, then those with a word that does. */
function named(read: StoreReads, kind: NameKind, words: readonly string[]): readonly string[] {
  const first = words[0] ?? "";
  const place = (name: string) =>
    name.startsWith(first) ? 0 : name.split(/\s/).some((word) => word.startsWith(first)) ? 1 : 2;
  return read.names.withAll(kind, words, NAMES).toSorted((a, b) => place(a) - place(b));
}

/** Names with a piece of the longest word that are spelled alike, the newest first. */
function alike(read: StoreReads, kind: NameKind, words: readonly string[]): readonly string[] {
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  const names = new Set(pieces(longest).flatMap((piece) => read.names.withAll(kind, [piece], ALIKE)));
  return [...names].filter((name) => isAlike(words, name)).slice(0, NAMES);
}

/** One of them is right wherever the mistakes are, save in words too short for that: of those, any three letters. */
function pieces(word: string): readonly string[] {
  const count = mistakes(word) + 1;
  const size = Math.floor(word.length / count);
  if (size >= PART)
    return Array.from({ length: count }, (_, at) =>
      word.slice(at * size, at === count - 1 ? undefined : (at + 1) * size),
    );
  return Array.from({ length: Math.max(0, word.length - PART + 1) }, (_, at) => word.slice(at, at + PART));
}

function recent(read: StoreReads): readonly Hit[] {
  return [
    ...read.drafts.list({ limit: MOST }).items.map(searchKinds.flow.hit),
    ...read.instances.list({ trashed: false, limit: MOST }).items.map(searchKinds.run.hit),
  ];
}

function withId(read: StoreReads, words: readonly string[]): readonly Hit[] {
  const [start = ""] = words;
  return words.length > 1 || start.length < SHORTEST_ID
    ? []
    : read.instances.withId(start, MOST).map(searchKinds.run.hit);
}

function withNames(read: StoreReads, namesOf: (kind: NameKind) => readonly string[]): readonly Hit[] {
  const { flow, run, person, recipient, document, mail, callback } = searchKinds;
  const rows = <T>({ of, named }: SearchKind<T>): readonly T[] =>
    namesOf(of)
      .flatMap((name) => named(read, name, MOST))
      .slice(0, MOST);
  const hits = <T>(kind: SearchKind<T>) => rows(kind).map(kind.hit);
  const people = rows(person);
  const recipients = rows(recipient).filter(notIn(read, people));
  return [
    ...hits(flow),
    ...hits(run),
    ...people.slice(0, MOST - Math.min(OF_FLOWS, recipients.length)).map(person.hit),
    ...recipients.slice(0, MOST - Math.min(MOST - OF_FLOWS, people.length)).map(recipient.hit),
    ...hits(document),
    ...newest([...rows(mail), ...mailTo(read, people, MOST)]).map(mail.hit),
    ...hits(callback),
  ];
}

/** Each once: one may be found by its subject and by its receiver. */
const newest = (mails: readonly MailRow[]): readonly MailRow[] =>
  [...new Map(mails.map((mail) => [mail.id, mail])).values()]
    .toSorted((a, b) => b.wallSent - a.wallSent)
    .slice(0, MOST);
