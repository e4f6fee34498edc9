import type { Random } from "../random.ts";
import type { Expected, ExpectedInstance } from "./protocol.ts";

/** A flow as the driver knows it. */
export interface FlowBook {
  readonly id: string;
  readonly acts: Set<string>;
  canceled: boolean;
  trashed: boolean | null;
  gone: boolean | null;
  /** Worth another request: it runs, as far as is known. */
  running: boolean;
}

interface DraftBook {
  readonly id: string;
  title: string | null;
  gone: boolean | null;
}

/**
 * All that the killed processes of one workspace have acknowledged. A request is noted twice: what it may change is unknown
 * from before it is sent (null), and known again once its answer is there.
 */
export class Books {
  readonly flows = new Map<string, FlowBook>();
  readonly drafts = new Map<string, DraftBook>();
  readonly documents = new Map<string, string>();
  readonly clocks = new Map<string, number>();
  /** Uploaded, and not used by any flow. */
  readonly freeDocuments: string[] = [];
  deleteTrashed: number | null = null;
  acknowledged = 0;
  /** The flow of a document that has one. */
  readonly #owners = new Map<string, FlowBook>();
  /** What no opening has confirmed yet: each is checked at every opening until one got as far as its check. */
  readonly #unconfirmed = { flows: new Set<string>(), documents: new Set<string>(), drafts: new Set<string>() };

  /** @param documents that go when it goes */
  flow(id: string, documents: readonly string[] = []): FlowBook {
    const book: FlowBook = { id, acts: new Set(), canceled: false, trashed: false, gone: false, running: true };
    this.flows.set(id, book);
    for (const document of documents) this.#owners.set(document, book);
    this.touch(book);
    return book;
  }

  touch({ id }: FlowBook): void {
    this.#unconfirmed.flows.add(id);
  }

  draft(id: string, title: string): DraftBook {
    const book = { id, title, gone: false };
    this.drafts.set(id, book);
    this.#unconfirmed.drafts.add(id);
    return book;
  }

  touchDraft({ id }: DraftBook): void {
    this.#unconfirmed.drafts.add(id);
  }

  document(id: string, sha256: string): void {
    this.documents.set(id, sha256);
    this.freeDocuments.push(id);
    this.#unconfirmed.documents.add(id);
  }

  moved(id: string, at: number): void {
    this.clocks.set(id, Math.max(at, this.clocks.get(id) ?? at));
  }

  runningFlow(random: Random, busy: ReadonlySet<string>): FlowBook | null {
    const free = [...this.flows.values()].filter(({ id, running }) => running && !busy.has(id));
    return free.length === 0 ? null : random.pick(free);
  }

  /** @param all also what an opening has confirmed before */
  expected(all: boolean): Expected {
    const { flows, documents, drafts } = this.#unconfirmed;
    return {
      instances: [...this.flows.values()].filter(({ id }) => all || flows.has(id)).map(expectedOf),
      documents: [...this.documents]
        .filter(([id]) => (all || documents.has(id)) && this.#keeps(id))
        .map(([id, sha256]) => ({ id, sha256 })),
      drafts: [...this.drafts.values()].filter(({ id }) => all || drafts.has(id)),
      clocks: [...this.clocks].map(([id, at]) => ({ id, at })),
      deleteTrashed: this.deleteTrashed,
    };
  }

  /** A deleted flow takes its documents along. */
  #keeps(document: string): boolean {
    return this.#owners.get(document)?.gone !== true && this.#owners.get(document)?.gone !== null;
  }

  /** The process has found everything in `expected`; call this before anything new is sent. */
  confirmed(): void {
    for (const ids of Object.values(this.#unconfirmed)) ids.clear();
  }
}

function expectedOf({ id, acts, canceled, trashed, gone }: FlowBook): ExpectedInstance {
  return { id, acts: [...acts], canceled, trashed, gone };
}
