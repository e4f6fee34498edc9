import { type DrawnFlow, drawnStages } from "../../../src-shared/drawing/index.ts";
import { type Command, compareHistories, type HistoryComparison, type State } from "../../../src-shared/flow/index.ts";
import type { Loaded } from "../../engine/index.ts";
import type { DraftFields, InstanceDetail, InstanceUseCases, StartOptions } from "../../host/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import { exportBundle } from "../bundles/index.ts";
import { dueWork } from "../due-work/index.ts";
import { accessLink } from "../participants/index.ts";
import { redactPassword, textOfFields } from "../texts/index.ts";
import { done, errorsAsValues, nowOf, refused, type Workspace } from "../workspace.ts";
import { fork } from "./fork.ts";
import { historyExport } from "./history-export.ts";
import { historyPage } from "./history-page.ts";
import { forkNumber, instanceDetail, operationsOf, summariesOf, surroundings } from "./instance-views.ts";
import { replayedRuns } from "./replayed-runs.ts";
import { sealAgain } from "./seal-again.ts";
import { start } from "./start.ts";

const HISTORY_PAGE = 200;

/** Instances and the author's operations on them. */
export function instanceUseCases(workspace: Workspace): InstanceUseCases {
  const { reads, engine } = workspace;
  const order = (id: string, command: Command) => engine.submit(id, command, "author");
  return errorsAsValues<InstanceUseCases>({
    list: (filter) => {
      const { items, next } = reads.instances.list(filter);
      return { items: summariesOf(reads, items), next };
    },
    count: () => reads.instances.count(),
    lastOfDrafts: (draftIds) => new Map(reads.instances.lastOfDrafts(draftIds).map((row) => [row.draftId ?? "", row])),
    drawing: (id) => found(workspace, id, ({ state }) => (isDrawn(state) ? drawnFlow(state) : null)),
    get: (id) => found(workspace, id, (loaded) => instanceDetail(reads, loaded, nowOf(workspace, loaded))),
    row: (id) => found(workspace, id, ({ row }) => row),
    forkNumber: (row) => forkNumber(reads, row),
    surroundings: (id) => found(workspace, id, ({ row }) => surroundings(reads, row)),
    history: (id, { after = 0, limit = HISTORY_PAGE, latest = false } = {}) =>
      found(workspace, id, ({ state, row }) => {
        const from = latest ? Math.max(0, row.lastSeq - limit) : after;
        const items = historyPage(reads, id, { state, row }, { after: from, limit });
        const last = items.at(-1)?.seq ?? row.lastSeq;
        return { items, next: last < row.lastSeq ? last : null };
      }),
    exportHistory: (id, format) => historyExport(reads, id, format),
    exportBundle: (id) => exportBundle(workspace, id),
    verifyHistory: (id) => found(workspace, id, () => reads.events.verify(id)),
    due: (id) =>
      found(workspace, id, ({ state }) => reads.jobs.ofInstance(id).map((job) => dueWork(workspace, job, state))),
    audit: (id) => reads.ledger.audit(id),
    operations: (id) => found(workspace, id, (loaded) => operationsOf(loaded.state, nowOf(workspace, loaded))),
    accessLinks: (id) =>
      found(workspace, id, () =>
        Object.fromEntries(reads.links.ofInstance(id).map((link) => [link.participant, accessLink(workspace, link)])),
      ),
    startProcess: (fields, options = {}) => startProcess(workspace, fields, options),
    reject: async (id, message) =>
      done(await order(id, { type: "reject_instance", participant: null, message: message ?? null })),
    replayed: (request) => replayedRuns(reads, request),
    cancel: async (id) => done(await order(id, { type: "cancel" })),
    prolong: async (id, days) => {
      const result = await order(id, { type: "prolong", days });
      return result.ok ? ok({ timeoutAt: result.value.state.timeoutAt }) : refused(result.refusal);
    },
    remind: async (id, participantIds) => done(await order(id, { type: "remind", participantIds })),
    trash: async (id) => done(await order(id, { type: "trash" })),
    restore: async (id) => done(await order(id, { type: "restore" })),
    sealAgain: (id) => sealAgain(workspace, id),
    wasRemoved: (id) => reads.instances.tombstone(id) !== null,
    remove: async (id) => {
      const removed = await engine.remove(id, "author");
      if (!removed.ok) return refused(removed.refusal);
      await workspace.removal.remove(removed.value.blobs);
      return ok(null);
    },
    compare: (a, b) => compare(workspace, a, b),
    fork: (id, seq) => fork(workspace, id, seq),
  });
}

/** More are a list only: so many cards are no picture. */
const MOST_DRAWN = 60;
const isDrawn = ({ start }: State): boolean => start.process.stages.length <= MOST_DRAWN;

const drawnFlow = ({ start }: State): DrawnFlow => ({
  stages: drawnStages(start.process),
  participants: start.participants.map(({ name }) => ({ name })),
  documents: start.documents.map(({ name }) => ({ name })),
});

function found<T>(workspace: Workspace, id: string, view: (loaded: Loaded) => T): Result<T> {
  const loaded = workspace.engine.load(id);
  return loaded === null ? missing(id) : ok(view(loaded));
}

function compare({ reads, engine }: Workspace, a: string, b: string): Result<HistoryComparison> {
  for (const id of [a, b]) if (engine.load(id) === null) return missing(id);
  const [left, right] = [a, b].map((id) => reads.events.load(id).map(({ event }) => event));
  return ok(compareHistories(left ?? [], right ?? []));
}

const missing = (id: string) => fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);

async function startProcess(
  workspace: Workspace,
  fields: DraftFields,
  options: StartOptions,
): Promise<Result<InstanceDetail>> {
  const redacted = redactPassword(fields, null, workspace.newId);
  if (!redacted.ok) return redacted;
  const text = await textOfFields(redacted.value.fields, workspace.analyse);
  if (!text.ok) return text;
  const accountId = options.accountId ?? workspace.defaultAccountId;
  return start(workspace, { text: text.value, accountId, draftId: null, options, secrets: redacted.value.secrets });
}
