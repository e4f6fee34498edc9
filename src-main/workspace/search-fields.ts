import type { Hit, SearchWords } from "../host/index.ts";
import { folded, type StoreReads } from "../store/index.ts";
import { mailTo, notIn, type SearchKind, searchKinds } from "./search-kinds.ts";

/** Most names of a kind that have one of the words, and most things of each name, newest first. */
const NAMES = 20;
const THINGS = 20;
/** Most runs whose people, documents, messages and callbacks are searched, and most messages and callbacks of each. */
const RUNS = 10;
const OF_RUN = 50;

/**
 * Things with every word in one of their fields: kind, person, own name, or title of the run. It searches the newest
 * things that one of the words names.
 * @param words folded
 * @param called what the reader's language calls them
 * @param most hits of each kind
 */
export function acrossFields(
  read: StoreReads,
  words: readonly string[],
  called: SearchWords,
  most: number,
): readonly Hit[] {
  const { flow, run, person, recipient, document, mail, callback } = searchKinds;
  const rows = <T>({ of, named }: SearchKind<T>): readonly T[] => {
    const names = new Set(words.flatMap((word) => read.names.withAll(of, [word], NAMES)));
    return [...names].flatMap((name) => named(read, name, THINGS));
  };
  const runs = rows(run);
  const looked = runs.slice(0, RUNS).map(({ id }) => id);
  const ofRuns = <T>({ ofRun }: SearchKind<T>) => looked.flatMap((id) => ofRun?.(read, id, OF_RUN) ?? []);
  const named = rows(person);
  const people = [...named, ...ofRuns(person)];
  const titleOf = titles(read);
  const chosen = <T>(kind: SearchKind<T>, all: readonly T[] = [...rows(kind), ...ofRuns(kind)]) => {
    const hits = new Map<string, Hit>();
    for (const row of all) {
      if (hits.size === most) break;
      const hit = kind.hit(row);
      const fields = [called[hit.kind], hit.name, hit.detail, titleOf(hit.instanceId), ...kind.fields(row, called)];
      const text = folded(...fields.map((field) => field ?? null));
      if (words.every((word) => text.includes(word))) hits.set(`${hit.instanceId} ${hit.id}`, hit);
    }
    return [...hits.values()];
  };
  return [
    ...chosen(flow),
    ...chosen(run, runs),
    ...chosen(person, people),
    ...chosen(recipient, rows(recipient).filter(notIn(read, people))),
    ...chosen(document),
    ...chosen(mail, [...rows(mail), ...mailTo(read, named, THINGS), ...ofRuns(mail)]),
    ...chosen(callback),
  ];
}

/** Titles of runs, each read once; null: there is no run. */
function titles(read: StoreReads) {
  const known = new Map<string, string | null>();
  return (id: string | null): string | null => {
    if (id === null) return null;
    const title = known.has(id) ? known.get(id) : read.instances.get(id)?.title;
    known.set(id, title ?? null);
    return title ?? null;
  };
}
