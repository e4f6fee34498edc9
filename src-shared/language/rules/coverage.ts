import type { Mention } from "../model/reading.ts";
import type { Node } from "../syntax/tree.ts";

/**
 * Sets of document names as bits. A process may name 1,000 users and 1,000 documents in one condition, a million pairs:
 * words of 32 keep the rules on pairs far below a second.
 */
export class NameIndex {
  readonly #places = new Map<string, number>();
  readonly #names: string[] = [];

  setOf(mentions: readonly Mention[]): NameSet {
    const set = new NameSet();
    for (const { name } of mentions) {
      let place = this.#places.get(name);
      if (place === undefined) {
        place = this.#names.length;
        this.#places.set(name, place);
        this.#names.push(name);
      }
      set.add(place);
    }
    return set;
  }

  nameOf(place: number): string {
    return this.#names[place] ?? "";
  }
}

export class NameSet {
  readonly #words: number[] = [];

  add(place: number): void {
    const at = place >>> 5;
    while (this.#words.length <= at) this.#words.push(0);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (place & 31));
  }

  addAll(other: NameSet): void {
    for (let at = 0; at < other.#words.length; at += 1)
      this.#words[at] = (this.#words[at] ?? 0) | (other.#words[at] ?? 0);
  }

  removeAll(other: NameSet): void {
    for (let at = 0; at < this.#words.length; at += 1) {
      this.#words[at] = (this.#words[at] ?? 0) & ~(other.#words[at] ?? 0);
    }
  }

  /** Whether every name of this set is in the other. */
  within(other: NameSet): boolean {
    return this.#words.every((word, at) => (word & ~(other.#words[at] ?? 0)) === 0);
  }

  /** The first name that both have. */
  firstCommon(other: NameSet): number | null {
    for (let at = 0; at < this.#words.length; at += 1) {
      const both = (this.#words[at] ?? 0) & (other.#words[at] ?? 0);
      if (both !== 0) return at * 32 + (31 - Math.clz32(both & -both));
    }
    return null;
  }
}

/** Which user is expected on which documents, and where the text says so. */
export class Coverage {
  readonly #users = new Map<
    string,
    { readonly all: NameSet; readonly parts: { readonly documents: NameSet; readonly node: Node }[] }
  >();

  add(user: string, documents: NameSet, node: Node): void {
    let known = this.#users.get(user);
    if (known === undefined) {
      known = { all: new NameSet(), parts: [] };
      this.#users.set(user, known);
    }
    known.all.addAll(documents);
    known.parts.push({ documents, node });
  }

  covers(user: string, documents: NameSet): boolean {
    const known = this.#users.get(user);
    return known !== undefined && documents.within(known.all);
  }

  /** The first of the documents that the user is already expected on, with the place that says so. */
  common(user: string, documents: NameSet): { readonly document: number; readonly node: Node } | null {
    const known = this.#users.get(user);
    if (known === undefined || documents.firstCommon(known.all) === null) return null;
    for (const part of known.parts) {
      const document = documents.firstCommon(part.documents);
      if (document !== null) return { document, node: part.node };
    }
    return null;
  }
}
