import { translated } from "../../../src-shared/basics/index.ts";
import { isRunning } from "../../../src-shared/flow/index.ts";
import { replayRun, stepOf, stepWords } from "../../../src-shared/foresight/index.ts";
import { analyse } from "../../../src-shared/language/index.ts";
import { fail, ok, type ReplayedInstance, type ReplayRequest, type Result } from "../../host/index.ts";
import type { Page, StoreReads } from "../../store/index.ts";

/** Most runs on one page: the host answers nobody else while it replays them. */
const MOST_RUNS = 50;

/**
 * A page of a draft's runs that have ended, each replayed on a text of the flow (decision 0803). A page
 * may hold fewer than were asked for: runs that go on are left out.
 */
export function replayedRuns(reads: StoreReads, { text, ...filter }: ReplayRequest): Result<Page<ReplayedInstance>> {
  const { items, next } = reads.instances.list({ ...filter, limit: Math.min(filter.limit ?? MOST_RUNS, MOST_RUNS) });
  const { draft } = analyse(text);
  if (draft === null)
    return fail("request_parameters_invalid", "The flow has errors: correct them first, and then replay its runs.");
  const replayed = items.flatMap((row): readonly ReplayedInstance[] => {
    if (isRunning(row.status)) return [];
    const history = reads.events.load(row.id).map(({ event }) => event);
    const { verdict, now, differs, waits } = replayRun(history, draft);
    const reason = differs?.message.values[1];
    return [
      {
        ...{ id: row.id, title: row.title, status: row.status, startedAt: row.startedAt, verdict, now },
        differs: differs && {
          step: differs.step.kind === "label" ? stepOf(differs.step.label) : { label: stepWords(differs.step) },
          // A refusal names the step first, then the reason.
          reason: typeof reason === "string" ? reason : translated(differs.message),
        },
        waits: waits.map(stepOf),
      },
    ];
  });
  return ok({ items: replayed, next });
}
