import type { Refusal } from "../../src-shared/flow/index.ts";
import type { Analysis } from "../../src-shared/language/index.ts";
import { DocumentFailure, type Documents } from "../documents/index.ts";
import type { CommitOptions, Engine, EngineResult, Loaded } from "../engine/index.ts";
import { type Change, fail, type HostError, ok, type Result } from "../host/index.ts";
import type { Runner } from "../jobs/index.ts";
import { ConflictError, PageRequestError, StoreError, type StoreReads, type StoreWrites } from "../store/index.ts";
import type { BlobRemoval } from "./blob-removal.ts";
import type { RemovedDrafts } from "./drafts/removed-drafts.ts";
import type { TypedDrafts } from "./drafts/typed-drafts.ts";
import type { ScriptedSeals } from "./due-work/scripted-seals.ts";
import type { Vault } from "./secrets/index.ts";
import type { SentTimes } from "./sent-times.ts";

/** What the use-cases of one open workspace share. */
export interface Workspace {
  readonly dir: string;
  readonly reads: StoreReads;
  readonly engine: Engine;
  readonly runner: Runner;
  readonly documents: Documents;
  readonly removal: BlobRemoval;
  readonly scriptedSeals: ScriptedSeals;
  /** Instances that may follow steps: other instances skip a read at each act. */
  readonly scripted: Set<string>;
  readonly removedDrafts: RemovedDrafts;
  readonly typedDrafts: TypedDrafts;
  /** When requests to remote accounts were sent. */
  readonly sentTimes: SentTimes;
  /** Keys of forgotten runs on remote accounts: work under way with one stores nothing more for it. */
  readonly forgottenRuns: Set<string>;
  readonly vault: Vault;
  /** Wall time and real clock, epoch milliseconds. */
  readonly clockNow: () => number;
  /** A UUIDv7. */
  readonly newId: () => string;
  readonly defaultAccountId: string;
  /** IANA name. */
  readonly timeZone: () => string;
  readonly allowedHosts: () => readonly string[];
  /** The analysis of a flow's text, with the hosts that callbacks may go to; the latest are cached. */
  readonly analyse: (text: string) => Analysis;
  /** File of the page that checks evidence; null: bundles carry none. */
  readonly checkPage: string | null;
  readonly baseUrl: () => string | null;
  readonly publish: (change: Change) => void;
  /** Settles when the jobs that did not match their histories at opening are rebuilt. */
  readonly reconciled: () => Promise<void>;
  /** Hex. */
  readonly sha256: (bytes: Uint8Array) => string;
}

/** The error response to a refused command. */
export function refused({ code, message, rule }: Refusal): { readonly ok: false; readonly error: HostError } {
  return fail(code, message, { rule });
}

/** For a command whose outcome is the whole answer. */
export function done(result: EngineResult<unknown>): Result<null> {
  return result.ok ? ok(null) : refused(result.refusal);
}

/** Flow time of an instance's clock. */
export function nowOf(workspace: Pick<Workspace, "engine">, { row }: Loaded): number {
  return workspace.engine.now(row.clockId) ?? row.lastEventAt;
}

/**
 * Use cases, with errors of the store turned into error values where they promise a result; a bug is still thrown
 * (law 9).
 */
export function errorsAsValues<T extends object>(cases: T): T {
  const answering = Object.entries(cases).map(([name, work]) => {
    if (typeof work !== "function") return [name, work];
    return [name, (...given: unknown[]) => answered(work(...given))];
  });
  return Object.fromEntries(answering) as T;
}

function answered(answer: unknown): unknown {
  return answer instanceof Promise ? answer.catch(asFailure) : answer;
}

/** @throws any error that is not a failure of the store or of a document's file */
function asFailure(error: unknown): Result<never> {
  if (error instanceof ConflictError) {
    return fail("precondition_failed", error.message, { currentRevision: error.currentRevision });
  }
  if (error instanceof PageRequestError) return fail("request_parameters_invalid", error.message);
  if (error instanceof StoreError) return fail("server_error", error.message, { store: error.code });
  const lost = error instanceof DocumentFailure ? lostFile(error) : null;
  if (lost !== null) return lost;
  throw error;
}

/** Without the path, because answers leave this machine; null: not a file error. */
function lostFile({ code }: DocumentFailure): Result<never> | null {
  const restore = "Restore the workspace's blobs folder from a backup.";
  if (code === "blob_missing")
    return fail("server_error", `The document's file is missing from the workspace. ${restore}`, {
      store: "file_missing",
    });
  if (code === "blob_damaged")
    return fail("server_error", `The document's file was changed on the disk. ${restore}`, { store: "file_changed" });
  return null;
}

/**
 * Writes in the engine's queue and announces the change after the commit.
 * @param id of the changed thing, or a function that gets it from the result
 * @param options of the commit
 */
export function write<T>(
  workspace: Pick<Workspace, "engine" | "publish">,
  kind: Change["kind"],
  id: string | ((value: T) => string),
  work: (tx: StoreWrites) => T,
  options: CommitOptions = {},
): Promise<T> {
  return workspace.engine.transact(work, {
    ...options,
    committed: (value) => {
      const changed = typeof id === "function" ? id(value) : id;
      workspace.publish({ kind, id: changed, instanceId: kind === "instance" ? changed : null });
    },
  });
}
