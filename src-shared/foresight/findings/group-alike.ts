import type { Person } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** What is so of one person, and perhaps of others alike. */
export interface Alike {
  readonly person: Person;
  /** The same for all of whom one sentence, at one place, with one fix, can speak. */
  readonly key: string;
  /** The finding about all of them. */
  readonly finding: (people: readonly [Person, ...Person[]]) => Finding;
}

/** One finding for all who are alike, in the order of the first of them: twenty members of a group make one. */
export function groupAlike(all: readonly Alike[]): readonly Finding[] {
  const groups = new Map<string, { readonly people: [Person, ...Person[]]; readonly finding: Alike["finding"] }>();
  for (const { person, key, finding } of all) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { people: [person], finding });
    else group.people.push(person);
  }
  return [...groups.values()].map(({ people, finding }) => finding(people));
}
