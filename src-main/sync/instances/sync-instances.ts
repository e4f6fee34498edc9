import { hasEnded } from "../../../src-shared/sync/index.ts";
import type { RemoteInstanceRow } from "../../store/index.ts";
import { alone, each } from "../each.ts";
import { findInstance } from "../remote/instances.ts";
import { type InstanceRun, isKnown, type Known, keepInstance, titleOf } from "./keep.ts";
import { keepLook, lookAt } from "./look.ts";
import { drain, isOpen } from "./outbox.ts";
import { fetchSealed } from "./sealed.ts";
import { resumeStart, tellUnknown } from "./start.ts";

/** Goes on with starts, sends what waits in the outbox, and looks at the account's instances [Y10-Y13]. */
export async function syncInstances(run: InstanceRun): Promise<void> {
  const { workspace, account } = run;
  const rows = () => workspace.reads.remoteInstances.ofAccount(account.key);
  await each(
    rows().filter((row) => !isKnown(row)),
    (row) =>
      guarded(run, row, async () => {
        if (row.state === "starting") await resumeStart(run, row);
        else tellUnknown(run, row);
      }),
  );
  const gone: Known[] = [];
  let looked = 0;
  await each(rows().filter(isKnown), (row) =>
    guarded(run, row, async () => {
      const open = workspace.reads.remoteInstances.commands(row.key).some(isOpen);
      if (open) return fetchSealed(run, await drain(run, row));
      if (!isDue(run, row)) return needsFiles(row) ? fetchSealed(run, row) : undefined;
      looked += 1;
      const asked = workspace.clockNow();
      const found = await findInstance(run.client, row.remoteId);
      if (found === null) gone.push(row);
      else await fetchSealed(run, await keepLook(run, row, found, asked));
    }),
  );
  await lookAgain(run, gone, looked);
}

/** What is gone by one answer is looked at again; of all at once it is not believed. */
async function lookAgain(run: InstanceRun, gone: readonly Known[], looked: number): Promise<void> {
  if (gone.length > 1 && gone.length === looked)
    for (const row of gone)
      run.report.refused.push({
        what: titleOf(row),
        why: "None of the account's runs is there any more: is the address or the account another?",
      });
  else await each(gone, (row) => guarded(run, row, async () => void (await lookAt(run, row))));
}

/** What goes on is looked at in every sync; what has ended once a day; what is gone never. */
const isDue = ({ workspace }: InstanceRun, { state, seen, wallNext }: Known): boolean =>
  state !== "deleted_there" && (seen === null || !hasEnded(seen) || workspace.clockNow() >= wallNext);

const needsFiles = ({ seen, state }: Known): boolean => state !== "deleted_there" && seen?.status === "completed";

function guarded(run: InstanceRun, row: RemoteInstanceRow, work: () => Promise<void>): Promise<void> {
  return alone(run.client, work, async (error) => {
    run.report.refused.push({ what: titleOf(row), why: error.message });
    const now = run.workspace.reads.remoteInstances.get(row.key);
    if (now !== null && now.state === "up_to_date")
      await keepInstance(run, { ...now, state: "refused", why: error.message });
  });
}
