import type { Command, FlowEvent, Instant, Refusal } from "../../../src-shared/flow/index.ts";
import { decide, refusalOfDelete } from "../../../src-shared/flow/index.ts";
import type { Change } from "../../host/index.ts";
import type { JobRow, MailRow, StoreReads, StoreWrites } from "../../store/index.ts";
import type { EffectSettings, MailSender } from "../effects/index.ts";
import { rebuildJobs } from "../planning/index.ts";
import type { InstanceContext } from "../project.ts";
import type { Append, Core, WrittenRows } from "./append.ts";
import {
  append,
  catchUp,
  dueRetention,
  everyEffect,
  flowNow,
  isDeletionDue,
  NOTHING_WRITTEN,
  together,
} from "./append.ts";
import { type Moved, moveClock } from "./move-clock.ts";
import { createStates, type Loaded } from "./states.ts";
import type { TransactHooks, Writer } from "./writer.ts";

export type Outcome<T, E> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & E);
export type EngineResult<T> = Outcome<T, { readonly refusal: Refusal }>;

/** The result of an accepted command. */
export interface Committed extends Loaded {
  readonly events: readonly FlowEvent[];
}

export interface SubmitOptions {
  /** More writes in the command's own savepoint, when it is accepted. */
  readonly alongside?: (tx: StoreWrites, committed: Committed) => void;
  /** Writes when the command is refused: an effect's job ends all the same. */
  readonly otherwise?: (tx: StoreWrites) => void;
}

/** A new instance: its context and its first events. */
export interface Beginning {
  readonly context: InstanceContext;
  readonly decisions: Append["decisions"];
  readonly wanted: Append["wanted"];
  readonly alongside: (tx: StoreWrites, committed: Committed) => void;
}

export interface Removed {
  /** Blobs that the instance's documents were made of; some may have other users. */
  readonly blobs: readonly string[];
}

export interface EngineOptions extends EffectSettings {
  readonly reads: StoreReads;
  readonly writer: Writer;
  /** After each commit: the jobs written by it. */
  readonly onJobs: (jobs: readonly JobRow[]) => void;
  readonly mailSender: MailSender;
  readonly onChange: (change: Change) => void;
}

/** Data that a step inside a transaction hands over for the time after its commit. */
interface Step<R> {
  readonly result: R;
  readonly written: WrittenRows;
  readonly changed: boolean;
}

const STATES_KEPT = 1_000;

/**
 * Runs flows: the only writer of histories. Commands that wait together are committed together, each in its own
 * savepoint; none is answered before its commit (law 3). Its methods reject only with what the store threw.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #core: Core;
  readonly #servedClocks = new Set<string>();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#core = { ...options, states: createStates(STATES_KEPT), clocks: new Map() };
  }

  /** The committed state; null: no such instance. */
  load(instanceId: string): Loaded | null {
    return this.#core.states.get(this.#options.reads, instanceId);
  }

  /** Flow time of a clock; null: no such clock. */
  now(clockId: string): Instant | null {
    return flowNow(this.#core, this.#options.reads.clocks, clockId);
  }

  /**
   * Moves a virtual clock to where something is due next, or to `until`, together with the time-outs and reminders that fall
   * due there [C3]; and on from there in the same transaction, for as long as they leave nothing to do or to wait for [C6].
   * What else is due is the runner's to start.
   * @throws when it would go back [C5]
   */
  moveClock(clockId: string, until: Instant): Promise<Moved> {
    const touched = new Set<string>();
    return this.transact((tx) => moveClock(this.#core, tx, clockId, until, touched), {
      committed: ({ mails }) => {
        this.#options.onChange({ kind: "clock", id: clockId, instanceId: null });
        for (const id of touched) this.#options.onChange({ kind: "instance", id, instanceId: id });
        this.#publishMail(mails);
      },
      rolledBack: () => {
        this.#core.clocks.delete(clockId);
        for (const id of touched) this.#core.states.drop(id);
        touched.clear();
      },
    });
  }

  /** From now on runs are started on this clock from outside: for as long as the workspace is open, it stays. */
  serveClock(clockId: string): void {
    this.#servedClocks.add(clockId);
  }

  isServed(clockId: string): boolean {
    return this.#servedClocks.has(clockId);
  }

  /** Inside a transaction. @throws when an instance lives on the clock */
  removeClock(tx: StoreWrites, clockId: string): void {
    tx.clocks.remove(clockId);
    this.#core.clocks.delete(clockId);
  }

  /** Any other write, in the same queue. */
  transact<T>(work: (tx: StoreWrites) => T, hooks?: TransactHooks<T>): Promise<T> {
    return this.#options.writer.transact(work, hooks);
  }

  /** Resolves when no write waits for its commit. */
  drained(): Promise<void> {
    return this.#options.writer.drained();
  }

  /** Decides and commits one command. A refusal leaves only an audit entry [G4]. */
  submit(
    instanceId: string,
    command: Command,
    by: string,
    options: SubmitOptions = {},
  ): Promise<EngineResult<Committed>> {
    return this.#run(instanceId, (tx) => this.#decide(tx, instanceId, command, by, options));
  }

  /** Commits a new instance; `build` runs inside the transaction and may write what the events name. */
  async begin<E>(
    instanceId: string,
    build: (tx: StoreWrites) => Outcome<Beginning, { readonly error: E }>,
  ): Promise<Outcome<Committed, { readonly error: E }>> {
    const refused = new Error("The start was refused.");
    let refusal: { readonly ok: false; readonly error: E } | null = null;
    try {
      return await this.#run<Outcome<Committed, { readonly error: E }>>(instanceId, (tx) => {
        const built = build(tx);
        if (!built.ok) {
          refusal = built;
          // What was written before the refusal goes with it.
          throw refused;
        }
        const { alongside, ...rest } = built.value;
        const events = rest.decisions.flatMap((decision) => decision.events);
        const after = this.#core.states.begun(events);
        const now = after.lastEventAt;
        const { loaded, written } = append(this.#core, tx, { ...rest, after, now, before: null });
        const committed = { ...loaded, events };
        alongside(tx, committed);
        return { result: { ok: true, value: committed }, written, changed: true };
      });
    } catch (error) {
      if (error === refused && refusal !== null) return refusal;
      throw error;
    }
  }

  /**
   * Runs the instance's time-out and reminders up to its clock's now [C3].
   * @param begun is called as the transaction takes it up
   */
  async runDue(instanceId: string, begun: () => void): Promise<void> {
    await this.#run<null>(instanceId, (tx) => {
      begun();
      const found = this.#core.states.get(tx, instanceId);
      if (found === null) return { result: null, written: NOTHING_WRITTEN, changed: false };
      const { loaded, written } = catchUp(this.#core, tx, found, this.#nowOf(tx, found));
      return { result: null, written, changed: loaded !== found };
    });
  }

  /**
   * Puts right what is planned for an instance and is not what its history leads to.
   * @param odd ids of rows that are not as they are written
   * @returns how many rows were changed; null: no such instance, or a newer release has gone on with it and plans it
   */
  rebuildJobs(instanceId: string, odd: ReadonlySet<string>): Promise<number | null> {
    return this.#run<number | null>(instanceId, (tx) => {
      const found = this.#core.states.get(tx, instanceId);
      if (found === null || found.state.unknownSince !== null) return unchanged(null);
      const { jobs, changes } = rebuildJobs(tx, found, this.#nowOf(tx, found), odd);
      return { result: changes, written: { jobs, mails: [] }, changed: changes > 0 };
    });
  }

  /**
   * Removes a trashed instance, its documents' rows and all that belongs to it; a tombstone stays [G11].
   * @param options `whenDue`: only if its folder's policy asks for it by now; otherwise refuse
   */
  remove(
    instanceId: string,
    by: string,
    { whenDue = false }: { readonly whenDue?: boolean } = {},
  ): Promise<EngineResult<Removed>> {
    return this.#run<EngineResult<Removed>>(instanceId, (tx) => {
      const found = this.#core.states.get(tx, instanceId);
      if (found === null || (whenDue && !found.state.trashed))
        return unchanged({ ok: false, refusal: notFound(instanceId) });
      if (whenDue) {
        const { job, jobs } = dueRetention(tx, found, this.#nowOf(tx, found));
        const written = { jobs, mails: [] };
        if (job === null) return { result: { ok: false, refusal: notFound(instanceId) }, written, changed: false };
      }
      const refusal = refusalOfDelete(found.state);
      if (refusal !== undefined) {
        this.#audit(tx, instanceId, by, "delete", refusal);
        return unchanged({ ok: false, refusal });
      }
      const blobs = removeDocuments(tx, instanceId);
      tx.instances.remove(instanceId, this.#options.clockNow());
      this.#core.states.drop(instanceId);
      // Remove a run's or fork's own clock with it, but keep a clock that the author made.
      const { clockId, forkOf } = found.row;
      const own = (forkOf !== null || clockId === ownClockId(instanceId)) && !this.isServed(clockId);
      if (own && !tx.instances.anyOn(clockId)) this.removeClock(tx, clockId);
      return { result: { ok: true, value: { blobs } }, written: NOTHING_WRITTEN, changed: true };
    });
  }

  async #run<R>(instanceId: string, work: (tx: StoreWrites) => Step<R>): Promise<R> {
    const step = await this.transact(work, {
      committed: ({ changed, written }) => {
        if (changed) this.#options.onChange({ kind: "instance", id: instanceId, instanceId });
        this.#publishMail(written.mails);
        this.#options.onJobs(written.jobs);
      },
      rolledBack: () => this.#core.states.drop(instanceId),
    });
    return step.result;
  }

  /** Flow time of an instance's clock. */
  #nowOf({ clocks }: StoreReads, { row, state }: Loaded): Instant {
    return flowNow(this.#core, clocks, row.clockId) ?? state.lastEventAt;
  }

  #publishMail(mails: readonly MailRow[]): void {
    for (const { id, instanceId } of mails) this.#options.onChange({ kind: "mail", id, instanceId });
  }

  #decide(
    tx: StoreWrites,
    instanceId: string,
    command: Command,
    by: string,
    options: SubmitOptions,
  ): Step<EngineResult<Committed>> {
    const found = this.#core.states.get(tx, instanceId);
    if (found === null) {
      options.otherwise?.(tx);
      return unchanged({ ok: false, refusal: notFound(instanceId) });
    }
    // The machine's clock may be set back; an instance's time does not go back [C5].
    const now = Math.max(this.#nowOf(tx, found), found.state.lastEventAt);
    const { loaded, written } = catchUp(this.#core, tx, found, now);
    if (isDeletionDue(tx, loaded, now)) {
      options.otherwise?.(tx);
      return { result: { ok: false, refusal: notFound(instanceId) }, written, changed: loaded !== found };
    }
    const decision = decide(loaded.state, command, now);
    if (!decision.ok) {
      this.#audit(tx, instanceId, by, command.type, decision.refusal);
      options.otherwise?.(tx);
      return { result: decision, written, changed: loaded !== found };
    }
    const { events, state: after } = decision;
    const decisions = [{ by, events }];
    const given = { context: loaded.row, before: loaded, decisions, after, now, wanted: everyEffect };
    const appended = events.length === 0 ? { loaded, written: NOTHING_WRITTEN } : append(this.#core, tx, given);
    const committed = { ...appended.loaded, events };
    options.alongside?.(tx, committed);
    return {
      result: { ok: true, value: committed },
      written: together(written, appended.written),
      changed: true,
    };
  }

  #audit(tx: StoreWrites, instanceId: string, by: string, command: string, { code, message }: Refusal): void {
    tx.ledger.addAudit({ instanceId, wallAt: this.#options.clockNow(), by, command, code, message });
  }
}

/** A run that brings its own clock along gives it its own id. */
export function ownClockId(instanceId: string): string {
  return instanceId;
}

/**
 * Removes the rows of an instance's documents, and lists their files, which are removed after the commit or, after a crash,
 * at a later opening (law 3) [G11].
 */
function removeDocuments(tx: StoreWrites, instanceId: string): readonly string[] {
  const documents = tx.documents.ofInstance(instanceId);
  const blobs = new Set(documents.flatMap(({ sha256, sealedSha256 }) => [sha256, sealedSha256 ?? sha256]));
  for (const document of documents) tx.documents.remove(document.id);
  for (const sha256 of blobs) tx.documents.setLeaving(sha256, true);
  return [...blobs];
}

function unchanged<R>(result: R): Step<R> {
  return { result, written: NOTHING_WRITTEN, changed: false };
}

function notFound(instanceId: string): Refusal {
  const message = `There is no instance ${instanceId}; it may have been deleted.`;
  return { code: "resource_not_found", rule: "G11", message };
}
