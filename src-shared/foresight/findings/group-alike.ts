import type { Person } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** A finding about one person that may hold for others too. */
export interface Alike {
  readonly person: Person;
  /** Equal for people who can share one sentence, one place and one fix. */
  readonly key: string;
  /** The finding about all of them. */
  readonly finding: (people: readonly [Person, ...Person[]]) => Finding;
}

/** Merges alike people into one finding, in the order of the first of them: twenty members of a group make one. */
export function groupAlike(all: readonly Alike[]): readonly Finding[] {
  const groups = new Map<string, { readonly people: [Person, ...Person[]]; readonly finding: Alike["finding"] }>();
  for (const { person, key, finding } of all) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { people: [person], finding });
    else group.people.push(person);
  }
  return [...groups.values()].map(({ people, finding }) => finding(people));
}
