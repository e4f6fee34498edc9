import { planLostAttempts } from "./callbacks/index.ts";
import { beginOpening } from "./documents/index.ts";
import type { LogEntry } from "./host/index.ts";
import type { DraftRecheck, RetentionRescheduling, Workspace } from "./workspace/index.ts";
import { clearLeftovers, reconcileJobs, resumeDeferred } from "./workspace/index.ts";

/** What an opening does behind its callers, in this order. One that is cut short or fails is done by the next opening. */
interface MaintenanceTask {
  /** How the log says that it failed. */
  readonly failure: string;
  /** Whether it puts right what is planned, which who checks the plans waits for. */
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
  /** Settles when what is planned is as the histories ask for. */
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

/** Made before anything runs or is taken in: what comes later is no leftover. */
export function maintenanceTasks({ workspace, rescheduling, draftRecheck, log }: Parts): readonly MaintenanceTask[] {
  const { removal, runner } = workspace;
  const reporter = {
    warn: (message: string) => log({ level: "warn", message }),
    failed: (message: string, error: unknown) => logFailure(log, message, error),
  };
  const opening = markOpening(workspace, log);
  return [
    {
      failure: "Jobs that have waited for this release could not be put back",
      reconciles: true,
      run: () => resumeDeferred(workspace),
    },
    {
      failure: "The plans could not be compared with the histories",
      reconciles: true,
      run: () => reconcileJobs(workspace, reporter),
    },
    {
      failure: "Callbacks without a next attempt could not be planned anew",
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

export function logFailure(log: Log, what: string, error: unknown): void {
  log({ level: "error", message: `${what}; the next opening tries again.`, error });
}
