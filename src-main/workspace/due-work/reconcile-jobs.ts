import { setImmediate } from "node:timers/promises";
import { isJobKind, type JobRow } from "../../store/index.ts";
import type { Workspace } from "../workspace.ts";

/** Rows of one step: some milliseconds. */
const PAGE = 2_000;
const NONE: ReadonlySet<string> = new Set();

type Parts = Pick<Workspace, "reads" | "engine" | "runner">;

interface Log {
  readonly warn: (message: string) => void;
  /** Called with an instance that cannot be planned. */
  readonly failed: (message: string, error: unknown) => void;
}

/**
 * At opening, compares stored jobs with the histories, page by page, and rewrites wrong ones. It replays only histories
 * whose jobs look wrong, and warns of jobs that need a newer release.
 */
export async function reconcileJobs(workspace: Parts, log: Log): Promise<void> {
  const rebuilt: string[] = [];
  const rebuild = async (id: string, odd: ReadonlySet<string>) => {
    try {
      const changes = await workspace.engine.rebuildJobs(id, odd);
      if (changes !== null && changes > 0) rebuilt.push(id);
    } catch (error) {
      log.failed(
        `The jobs of the instance ${id} could not be rebuilt; check the workspace with \`countersign verify\``,
        error,
      );
    }
  };
  await rebuildOdd(workspace, log, rebuild);
  await rebuildMissing(workspace, rebuild);
  const [first] = rebuilt;
  if (first === undefined) return;
  const runs = rebuilt.length === 1 ? `the instance ${first}` : `${rebuilt.length} instances (such as ${first})`;
  log.warn(
    `The stored jobs of ${runs} did not match the history: another program changed the database. The jobs were rebuilt from the history. Check the workspace with \`countersign verify\`.`,
  );
}

type Rebuild = (id: string, odd: ReadonlySet<string>) => Promise<void>;

async function rebuildOdd({ reads, runner }: Parts, { warn }: Log, rebuild: Rebuild): Promise<void> {
  const unknown = new Map<string, number>();
  let after: string | null = "";
  while (after !== null && !runner.closing) {
    const { rows, next }: { rows: readonly JobRow[]; next: string | null } = reads.jobs.odd(after, PAGE);
    for (const [instanceId, jobs] of Map.groupBy(rows, (row) => row.instanceId))
      await rebuild(instanceId, new Set(jobs.map(({ id }) => id)));
    // A job that the history does not explain under another name belongs to the newer release.
    for (const { id } of rows) {
      const kind: string | undefined = reads.jobs.get(id)?.kind;
      if (kind !== undefined && !isJobKind(kind)) unknown.set(kind, (unknown.get(kind) ?? 0) + 1);
    }
    after = next;
    await setImmediate();
  }
  for (const [kind, count] of unknown) {
    const what = count === 1 ? "One job" : `${count} jobs`;
    warn(
      `${what} of the kind "${kind}", which this release does not know: a newer Countersign has planned that, and it waits. Update Countersign to have it run.`,
    );
  }
}

async function rebuildMissing({ reads, runner }: Parts, rebuild: Rebuild): Promise<void> {
  let after: number | null = 0;
  while (after !== null && !runner.closing) {
    const { ids, next }: { ids: readonly string[]; next: number | null } = reads.jobs.unplanned(after, PAGE);
    for (const id of ids) await rebuild(id, NONE);
    after = next;
    await setImmediate();
  }
}
