import path from "node:path";
import { messageOf } from "../../src-shared/basics/index.ts";
import {
  canonicalJson,
  type FlowEvent,
  type FlowEventType,
  type Instant,
  replay,
  type State,
} from "../../src-shared/flow/index.ts";
import {
  type BlobStore,
  createBlobStore,
  createSealVerifier,
  lostCertificate,
  runsWithCopies,
  type SealedOn,
  type SealReport,
  type SealVerifier,
} from "../documents/index.ts";
import { instanceRow } from "../engine/index.ts";
import type { DocumentRow, InstanceRow, JobRow, RecordedEvent, RemoteFileRow, StoreReads } from "../store/index.ts";
import {
  allMisplaced,
  type ChangedDraft,
  DamagedRowError,
  isJobKind,
  isOfLostTable,
  isOfStore,
  type LostInstance,
  markerProblem,
  type Overdue,
  openStoreReadOnly,
  type ReadOnlyOptions,
  type ReadOnlyStore,
  StoreError,
  type Tallied,
  wholeList,
} from "../store/index.ts";
import { keysProblem } from "../workspace/index.ts";
import { copyProblems } from "./copies.ts";
import { listProblems } from "./lists.ts";
import { planProblems } from "./plans.ts";
import { rowProblems } from "./rows.ts";
import { settingProblems } from "./settings.ts";

/** Something that is not as the workspace recorded it. */
export interface VerifyProblem {
  /** Null for a document that no instance uses. */
  readonly instance: string | null;
  /** The instance's, else the document's; null where it is the workspace's own, and where the instance is gone. */
  readonly title: string | null;
  /** `history`: an event or its chain; `state`: what lists show beside it, and what is planned; `document`: a blob; `seal`: its signature; `workspace`: a file of the folder itself. */
  readonly kind: "history" | "state" | "document" | "seal" | "workspace";
  /** A sentence. */
  readonly message: string;
  /** The first broken event; `type` and `at` are null where it is gone or cannot be read. */
  readonly event: { readonly seq: number; readonly type: FlowEventType | null; readonly at: Instant | null } | null;
  /** Its name in the instance; the id of one that no instance uses. */
  readonly document: string | null;
}

/** A history that a newer Countersign has continued: its chain is whole, but only that release knows its result. */
export interface NewerHistory {
  readonly instance: string;
  readonly title: string;
  /** Such as an event's type. */
  readonly unread: string;
}

export interface VerifyReport {
  readonly workspace: string;
  readonly whole: boolean;
  readonly instances: number;
  readonly events: number;
  /** Those of instances and those that no instance uses. */
  readonly documents: number;
  readonly seals: number;
  readonly problems: readonly VerifyProblem[];
  /** No problems either: a crash leaves such work to the next opening. */
  readonly overdue: readonly Overdue[];
  /** No problems: nothing about them is wrong. */
  readonly newer: readonly NewerHistory[];
}

export type VerifyOptions = Pick<ReadOnlyOptions, "onUpgrade">;

/**
 * Recomputes every instance's hash chain, replays its history, compares what it leads to with what the lists show, and
 * checks the bytes of its documents and their seals. Changes nothing in the workspace. All that the database says is of
 * one instant; of a workspace that is at work meanwhile, a file is missing only where its document is still there afterwards.
 * @throws StoreError when the folder holds no workspace that this program can read
 */
export async function verifyWorkspace(dir: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  // Before the snapshot: whoever has copies by then has ended in it.
  const copied = await runsWithCopies(dir);
  const store = openStoreReadOnly(dir, options);
  const seals = createSealVerifier();
  try {
    const verification = new Verification(store.read, createBlobStore(path.join(dir, "blobs")), seals);
    const { documents } = store.read;
    verification.database(store);
    for (const message of verification.readable(() => folderProblems(dir, store.read)))
      verification.problems.add(ofWorkspace(message));
    for (const id of verification.readable(() => store.read.instances.ids())) await verification.instance(id);
    for (const id of copied) await verification.copies(dir, id);
    for (const id of verification.readable(() => store.misfoldedTitles())) verification.misfolded(id);
    const lost = verification.readable(() => store.lostInstances());
    for (const one of lost) verification.lost(one);
    const reportedTables = new Set<Tallied>(lost.length > 0 ? ["instances"] : []);
    for (const message of verification.readable(() => rowProblems(store, reportedTables)))
      verification.problems.add(ofWorkspace(message));
    const free = () => wholeList(documents.list, { free: true });
    for (const document of verification.readable(free)) await verification.freeDocument(document);
    const { remotes, remoteSyncs, remoteInstances } = store.read;
    for (const { damaged } of [remotes, remoteSyncs, remoteInstances])
      for (const message of verification.readable(damaged)) verification.problems.add(ofWorkspace(message));
    const ofAccounts = verification.readable(() => remoteInstances.allFiles());
    for (const file of ofAccounts) await verification.remoteFile(file);
    for (const changed of verification.readable(() => store.changedDrafts())) verification.changedDraft(changed);
    verification.forgetDeleted(dir);
    const overdue = verification.readable(() => store.overdue());
    return { workspace: dir, whole: verification.problems.size === 0, ...verification.totals(), overdue };
  } finally {
    await seals.close();
    store.close();
  }
}

/** What is wrong with the folder's own files, the documents' apart; the snapshot is of before they are looked at. */
function folderProblems(dir: string, reads: StoreReads): ReadonlySet<string> {
  const keys = keysProblem(dir, reads);
  const found = [markerProblem(dir), ...allMisplaced(dir), keys, lostCertificate(dir, reads.documents)];
  return new Set(found.filter((message) => message !== null));
}

type Where = Partial<Omit<VerifyProblem, "kind" | "message">>;

function problemOf(kind: VerifyProblem["kind"], message: string, where: Where = {}): VerifyProblem {
  const { instance = null, title = null, event = null, document = null } = where;
  return { instance, title, kind, message, event, document };
}

const ofWorkspace = (message: string): VerifyProblem => problemOf("workspace", message);

interface Replayed {
  readonly state: State;
  readonly events: readonly FlowEvent[];
}

/** The result of checking a blob. */
interface Looked {
  /** Null: its bytes are unchanged. */
  readonly problem: string | null;
  /** For a blob that some run has as its sealed document. */
  readonly seal: SealReport | null;
}

const stillThere =
  ({ id }: DocumentRow) =>
  ({ documents }: StoreReads): boolean =>
    documents.get(id) !== null;

class Verification {
  readonly problems = new Set<VerifyProblem>();
  /** Of each problem with a file, whether the document is still there. */
  readonly #ofFiles = new Map<VerifyProblem, (reads: StoreReads) => boolean>();
  readonly #newer: NewerHistory[] = [];
  readonly #reads: StoreReads;
  readonly #blobs: BlobStore;
  readonly #seals: SealVerifier;
  /** Runs share blobs. */
  readonly #looked = new Map<string, Looked>();
  /** Reported once, and not again for each instance. */
  readonly #shared = new Set<string>();
  #isDamaged = false;
  /** The schema is not ours, and a table may be gone. */
  #lacksPart = false;
  /** By instance, those jobs that do not lie as their kind is written; read with the first. */
  #odd: ReadonlyMap<string, readonly JobRow[]> | null = null;
  #instances = 0;
  #events = 0;
  #documentCount = 0;

  constructor(reads: StoreReads, blobs: BlobStore, seals: SealVerifier) {
    this.#reads = reads;
    this.#blobs = blobs;
    this.#seals = seals;
  }

  /** The database as a whole, and the parts that all instances share. */
  database(store: ReadOnlyStore): void {
    const damage = store.damage();
    const schema = store.schemaProblems();
    this.#isDamaged = damage !== null;
    this.#lacksPart = schema.length > 0;
    const found = [damage, ...schema, ...this.readable(() => settingProblems(this.#reads))];
    for (const message of found) if (message !== null) this.#shared.add(message);
    for (const message of this.#shared) this.problems.add(ofWorkspace(message));
  }

  totals(): Omit<VerifyReport, "workspace" | "whole" | "overdue"> {
    return {
      instances: this.#instances,
      events: this.#events,
      documents: this.#documentCount,
      seals: [...this.#looked.values()].filter(({ seal }) => seal !== null).length,
      problems: [...this.problems],
      newer: this.#newer,
    };
  }

  /** A row that cannot be read is reported, and hides nothing of the other instances. */
  async instance(id: string): Promise<void> {
    this.#instances += 1;
    let title: string | null = null;
    try {
      const row = this.#reads.instances.get(id);
      title = row?.title ?? null;
      if (row !== null) await this.#check(row);
    } catch (error) {
      const message = this.#isOfDamage(error)
        ? "It cannot be read whole: the database is damaged."
        : error instanceof DamagedRowError
          ? error.message
          : null;
      if (message === null) throw error;
      if (this.#shared.has(message)) return;
      this.problems.add(problemOf("state", message, { instance: id, title }));
    }
  }

  /** The items of a list; none where it lies in a part already reported as damaged. */
  readable<T>(read: () => Iterable<T>): readonly T[] {
    const found: T[] = [];
    try {
      for (const item of read()) found.push(item);
    } catch (error) {
      if (error instanceof DamagedRowError) this.#reportRow(error.message);
      else if (!this.#isOfDamage(error)) throw error;
    }
    return found;
  }

  /** Reports a damaged row that belongs to no run. */
  #reportRow(message: string): void {
    if (this.#shared.has(message)) return;
    this.#shared.add(message);
    this.problems.add(ofWorkspace(message));
  }

  /** Whether an error repeats damage that is already reported for the whole database. */
  #isOfDamage(error: unknown): boolean {
    if (isOfLostTable(error)) return this.#lacksPart;
    return this.#isDamaged && isOfStore(error) && error.code === "damaged";
  }

  async #check(row: InstanceRow): Promise<void> {
    const { count, brokenAt } = this.#reads.events.verify(row.id);
    this.#events += count;
    if (brokenAt === null) {
      const replayed = this.#replayed(row);
      const unread = replayed?.state.unknownSince ?? null;
      if (unread !== null) this.#newer.push({ instance: row.id, title: row.title, unread });
      else if (replayed !== null) this.#compare(row, replayed, count);
      if (unread === null) this.#oddJobs(row);
    } else this.#reportBroken(row, brokenAt);
    await this.#documents(row, brokenAt === null);
  }

  /** What a newer release plans, it may write otherwise. */
  #oddJobs(row: InstanceRow): void {
    this.#odd ??= Map.groupBy(this.#reads.jobs.odd("", Number.MAX_SAFE_INTEGER).rows, ({ instanceId }) => instanceId);
    for (const { id, kind } of this.#odd.get(row.id) ?? [])
      if (isJobKind(kind)) {
        const message = `The ${kind} job ${id} is not written as Countersign writes it: its kind, rank, wall or payload was changed.`;
        this.#report(row, "state", message);
      }
  }

  /** What cannot be read and has been reported of the whole workspace hides nothing else of the instance. */
  #reportAll(row: InstanceRow, check: () => readonly string[]): void {
    try {
      for (const message of check()) this.#report(row, "state", message);
    } catch (error) {
      if (!(error instanceof DamagedRowError && this.#shared.has(error.message))) throw error;
    }
  }

  misfolded(id: string): void {
    const row = this.#reads.instances.get(id);
    if (row !== null) this.#report(row, "state", "Its search index has another title than its row.");
  }

  changedDraft({ id, title, revision }: ChangedDraft): void {
    const what =
      revision === null
        ? "its text is not that of its newest version"
        : `its version ${revision} is not as it was written`;
    const message = `Draft ${id} "${title}": ${what}: the database was changed outside of Countersign.`;
    this.problems.add(ofWorkspace(message));
  }

  /** Its row is gone, and so may be its history, though nobody deleted it here. */
  lost({ id, left }: LostInstance): void {
    const message = `The instance is missing, and it was not deleted in Countersign: it left ${left.join(", ")} behind, and no tombstone.`;
    this.problems.add(problemOf("history", message, { instance: id }));
  }

  /** Files under the name of a deleted run belong to the reader. */
  async copies(dir: string, id: string): Promise<void> {
    const [row = null] = this.readable(() => [this.#reads.instances.get(id)]);
    if (row === null) return;
    const documents = this.readable(() => this.#reads.documents.ofInstance(id));
    for (const { document, message } of await copyProblems(dir, id, documents))
      this.#report(row, "document", message, { document });
  }

  #reportBroken(row: InstanceRow, seq: number): void {
    const found = this.#eventAt(row, seq);
    const event = { seq, type: found?.event.type ?? null, at: found?.event.at ?? null };
    const message =
      found === null
        ? `Event ${seq} is missing or cannot be read.`
        : `Event ${seq} is not what was recorded: its hash does not fit its contents and its predecessor.`;
    this.#report(row, "history", message, { event });
  }

  /** null: gone, or no longer readable; either is reported as broken. */
  #eventAt(row: InstanceRow, seq: number): RecordedEvent | null {
    try {
      return this.#reads.events.load(row.id, seq - 1, 1).find((event) => event.seq === seq) ?? null;
    } catch (error) {
      if (error instanceof StoreError && error.code === "damaged") return null;
      throw error;
    }
  }

  #replayed(row: InstanceRow): Replayed | null {
    const events = this.#reads.events.load(row.id).map(({ event }) => event);
    const backwards = events.findIndex((event, index) => event.at < (events[index - 1]?.at ?? event.at));
    const wrong = events[0]?.type === "started" ? backwards : 0;
    const state = wrong < 0 ? replay(events) : null;
    if (wrong < 0) return state && { state, events };
    const { type = null, at = null } = events[wrong] ?? {};
    const message =
      wrong === 0 ? 'The history does not begin with "started".' : `Event ${wrong + 1} lies before its predecessor.`;
    this.#report(row, "history", message, { event: { seq: wrong + 1, type, at } });
    return null;
  }

  #compare(row: InstanceRow, { state, events }: Replayed, lastSeq: number): void {
    const expected = instanceRow(row, state, lastSeq);
    // Values that the history does not hold come from the row, so they never differ.
    for (const column of Object.keys(expected) as (keyof InstanceRow)[]) {
      if (canonicalJson(row[column]) === canonicalJson(expected[column])) continue;
      const [shown, is] = [JSON.stringify(row[column]), JSON.stringify(expected[column])];
      this.#report(row, "state", `The list shows ${column} as ${shown}, and the history leads to ${is}.`);
    }
    for (const check of [planProblems, listProblems])
      this.#reportAll(row, () => check(this.#reads, row, state, events));
    const rows = new Map(this.#reads.documents.ofInstance(row.id).map((document) => [document.id, document]));
    state.start.documents.forEach(({ name, documentId, sha256, title, pages }, index) => {
      const progress = state.documents[index];
      const kept = rows.get(documentId);
      const same =
        kept?.name === name &&
        kept.sha256 === sha256 &&
        kept.title === title &&
        kept.pages === pages &&
        kept.accountId === row.accountId &&
        kept.state === progress?.state &&
        kept.sealedSha256 === progress.sealedSha256;
      if (same) return;
      const what = kept === undefined ? "is missing" : "differs from the history, or has another state";
      this.#report(row, "state", `The document "${name}" ${what}.`, { document: name });
    });
  }

  /** An uploaded or imported document that belongs to no instance. */
  async freeDocument(row: DocumentRow): Promise<void> {
    this.#documentCount += 1;
    const { problem: message } = await this.#look(row.sha256);
    if (message === null) return;
    const problem = problemOf("document", message, { title: row.title, document: row.id });
    this.problems.add(problem);
    this.#ofFiles.set(problem, stillThere(row));
  }

  /** A sealed document that was fetched of a run on a remote account. */
  async remoteFile({ instanceKey, documentId, sha256, valid }: RemoteFileRow): Promise<void> {
    this.#documentCount += 1;
    const { problem, seal } = await this.#look(sha256, true);
    const broken = valid && seal?.valid === false ? (seal.reason ?? "it is not valid") : null;
    const message = problem ?? (broken === null ? null : `Its seal does not verify any more: ${broken}.`);
    if (message === null) return;
    const run = this.#reads.remoteInstances.get(instanceKey);
    const [id, title] = [run?.remoteId ?? instanceKey, run?.title ?? null];
    const found = problemOf(problem === null ? "seal" : "document", `On a remote account: ${message}`, {
      ...{ instance: id, title, document: documentId },
    });
    this.problems.add(found);
    if (problem === null) return;
    this.#ofFiles.set(found, (reads) =>
      reads.remoteInstances.files(instanceKey).some((file) => file.documentId === documentId),
    );
  }

  /** @param chained whether the chain is whole: a broken one is already reported, and its events may be unreadable */
  async #documents(row: InstanceRow, chained: boolean): Promise<void> {
    for (const kept of this.#reads.documents.ofInstance(row.id)) {
      this.#documentCount += 1;
      const { name, title, sha256, sealedSha256 } = kept;
      const document = name ?? title;
      const unsealed = await this.#look(sha256);
      this.#reportFile(row, unsealed, document, kept);
      if (sealedSha256 === null) continue;
      const sealed = await this.#look(sealedSha256, true);
      this.#reportFile(row, sealed, document, kept);
      if (sealed.seal === null) continue;
      const { valid, reason = "it is not valid", sealedOn } = sealed.seal;
      if (!valid) this.#report(row, "seal", `The seal of "${document}" does not verify: ${reason}.`, { document });
      else if (chained && sealedOn !== undefined) this.#compareSeal(row, document, sealedOn);
    }
  }

  /**
   * Whoever deletes a document removes its file after the commit. The snapshot has the document all the same, so it is
   * asked for once more: one that is still there needed its file all the time, for no other ever gets its id.
   */
  forgetDeleted(dir: string): void {
    if (this.#ofFiles.size === 0) return;
    const { read, close } = openStoreReadOnly(dir);
    try {
      for (const [problem, isThere] of this.#ofFiles) if (!isThere(read)) this.problems.delete(problem);
    } finally {
      close();
    }
  }

  /** Only the seal cannot be recreated without its key, so the history must fit it. */
  #compareSeal(row: InstanceRow, document: string, { instanceId, chainHash }: SealedOn): void {
    // A document sealed before a fork describes the history of the fork's source.
    if (instanceId !== row.id && row.forkOf !== null) return;
    if (instanceId !== row.id) {
      const message = `The document sealed as "${document}" is instance ${instanceId}'s.`;
      this.#report(row, "seal", message, { document });
    } else if (!this.#reads.events.load(row.id).some(({ hash }) => hash === chainHash)) {
      const message = `The history is not the one that "${document}" was sealed on: its seal names the chain hash ${chainHash}, and no event has it. The events were changed after the seal.`;
      this.#report(row, "history", message, { document });
    }
  }

  async #look(sha256: string, isSealed = false): Promise<Looked> {
    const known = this.#looked.get(sha256);
    if (known !== undefined && (known.problem !== null || known.seal !== null || !isSealed)) return known;
    const looked = await this.#readBlob(sha256, isSealed);
    this.#looked.set(sha256, looked);
    return looked;
  }

  /** Once for its bytes and its seal: it may be gone the next moment. */
  async #readBlob(sha256: string, isSealed: boolean): Promise<Looked> {
    const bytes = await this.#blobs.read(sha256).catch((error: unknown) => error);
    if (!(bytes instanceof Uint8Array)) {
      return { problem: messageOf(bytes), seal: null };
    }
    return { problem: null, seal: isSealed ? await this.#seals.verify(bytes) : null };
  }

  #reportFile(row: InstanceRow, { problem }: Looked, document: string, kept: DocumentRow): void {
    if (problem !== null) this.#ofFiles.set(this.#report(row, "document", problem, { document }), stillThere(kept));
  }

  #report(row: InstanceRow, kind: VerifyProblem["kind"], message: string, where: Where = {}): VerifyProblem {
    const problem = problemOf(kind, message, { instance: row.id, title: row.title, ...where });
    this.problems.add(problem);
    return problem;
  }
}
