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
  readonly mends: boolean;
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
  readonly mended: Promise<void>;
  readonly done: Promise<void>;
}

export const NO_MAINTENANCE: Maintenance = { mended: Promise.resolve(), done: Promise.resolve() };

export function beginMaintenance(tasks: readonly MaintenanceTask[], log: Log): Maintenance {
  const run = async (mending: boolean) => {
    for (const { failure, mends, run: work } of tasks)
      if (mends === mending) await work().catch((error: unknown) => logFailure(log, failure, error));
  };
  const mended = run(true);
  return { mended, done: mended.then(() => run(false)) };
}

/** Made before anything runs or is taken in: what comes later is no leftover. */
export function maintenanceTasks({ workspace, rescheduling, draftRecheck, log }: Parts): readonly MaintenanceTask[] {
  const { removal, runner } = workspace;
  const told = {
    warn: (message: string) => log({ level: "warn", message }),
    failed: (message: string, error: unknown) => logFailure(log, message, error),
  };
  const opening = markOpening(workspace, log);
  return [
    {
      failure: "Jobs that have waited for this release could not be put back",
      mends: true,
      run: () => resumeDeferred(workspace),
    },
    {
      failure: "The plans could not be compared with the histories",
      mends: true,
      run: () => reconcileJobs(workspace, told),
    },
    {
      failure: "Callbacks without a next attempt could not be planned anew",
      mends: true,
      run: () => planLostAttempts(workspace),
    },
    {
      failure: "The instances of a folder could not be rescheduled after a change of its data retention",
      mends: false,
      run: () => rescheduling.resume(),
    },
    {
      failure: "Files of deleted documents could not be removed",
      mends: false,
      run: () => removal.resume(() => runner.closing),
    },
    {
      failure: UNCLEARED,
      mends: false,
      run: async () => (opening === null ? undefined : clearLeftovers(workspace, opening)),
    },
    {
      failure: UNCOUNTED,
      mends: false,
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
