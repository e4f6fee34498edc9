import { planLostAttempts } from "./callbacks/index.ts";
import { beginOpening } from "./documents/index.ts";
import type { LogEntry } from "./host/index.ts";
import { askAboutCreates, closeUnanswered } from "./sync/index.ts";
import type { DraftRecheck, RetentionRescheduling, Workspace } from "./workspace/index.ts";
import { clearLeftovers, reconcileJobs, resumeDeferred } from "./workspace/index.ts";

/** Background work of an opening, in this order. The next opening repeats a task that failed or was interrupted. */
interface MaintenanceTask {
  /** Log message when it fails. */
  readonly failure: string;
  /** Whether it repairs jobs; checks of the jobs wait for these tasks. */
  readonly reconciles: boolean;
  run(): Promise<void>;
}

type Log = (entry: LogEntry) => void;

interface Parts {
  readonly workspace: Workspace;
  readonly rescheduling: RetentionRescheduling;
  readonly draftRecheck: DraftRecheck;
  readonly log: Log;
}

export interface Maintenance {
  /** Settles when the stored jobs match the histories. */
  readonly reconciled: Promise<void>;
  readonly done: Promise<void>;
}

export const NO_MAINTENANCE: Maintenance = { reconciled: Promise.resolve(), done: Promise.resolve() };

export function beginMaintenance(tasks: readonly MaintenanceTask[], log: Log): Maintenance {
  const run = async (reconciling: boolean) => {
    for (const { failure, reconciles, run: work } of tasks)
      if (reconciles === reconciling) await work().catch((error: unknown) => logFailure(log, failure, error));
  };
  const reconciled = run(true);
  return { reconciled, done: reconciled.then(() => run(false)) };
}

/** Created before anything runs or is imported, so that newer files do not count as leftovers. */
export function maintenanceTasks({ workspace, rescheduling, draftRecheck, log }: Parts): readonly MaintenanceTask[] {
  const { removal, runner } = workspace;
  const reporter = {
    warn: (message: string) => log({ level: "warn", message }),
    failed: (message: string, error: unknown) => logFailure(log, message, error),
  };
  const opening = markOpening(workspace, log);
  const listed = lastListed(workspace, log);
  return [
    {
      failure: "Jobs that have waited for this release could not be put back",
      reconciles: true,
      run: () => resumeDeferred(workspace),
    },
    {
      failure: "The stored jobs could not be compared with the histories",
      reconciles: true,
      run: () => reconcileJobs(workspace, reporter),
    },
    {
      failure: "The next attempts of callbacks could not be rebuilt",
      reconciles: true,
      run: () => planLostAttempts(workspace),
    },
    {
      failure: "The instances of a folder could not be rescheduled after a change of its data retention",
      reconciles: false,
      run: () => rescheduling.resume(),
    },
    {
      failure: "Files of deleted documents could not be removed",
      reconciles: false,
      run: () => removal.resume(() => runner.closing),
    },
    {
      failure: UNTOLD,
      reconciles: false,
      run: async () => (listed === null ? undefined : closeUnanswered(workspace, listed)),
    },
    {
      failure: UNASKED,
      reconciles: false,
      run: () => askAboutCreates(workspace),
    },
    {
      failure: UNCLEARED,
      reconciles: false,
      run: async () => (opening === null ? undefined : clearLeftovers(workspace, opening)),
    },
    {
      failure: UNCOUNTED,
      reconciles: false,
      run() {
        draftRecheck.begin();
        return draftRecheck.ended();
      },
    },
  ];
}

/** Also where the rules that drafts are checked with have changed later. */
export const UNCOUNTED = "The problems of the drafts could not be counted again";
const UNTOLD = "Requests that had no answer when Countersign ended could not be told so";
const UNASKED = "Flows that had no answer when Countersign ended could not be told as perhaps sent";
const UNCLEARED = "What a crash may have left of documents could not be cleared";

/** The id of this opening; null where it could not be marked, as on a full disk: then nothing is cleared. */
function markOpening({ dir, newId }: Workspace, log: Log): string | null {
  const id = newId();
  try {
    beginOpening(dir, id);
    return id;
  } catch (error) {
    logFailure(log, UNCLEARED, error);
    return null;
  }
}

/** The latest request that an earlier program listed; null where the list cannot be read. */
function lastListed({ reads }: Workspace, log: Log): number | null {
  try {
    return reads.ledger.lastOutbound();
  } catch (error) {
    logFailure(log, UNTOLD, error);
    return null;
  }
}

export function logFailure(log: Log, what: string, error: unknown): void {
  log({ level: "error", message: `${what}; the next opening tries again.`, error });
}
