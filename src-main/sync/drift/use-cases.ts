import { type DriftReport, type Rehearsal, rehearsalOf } from "../../../src-shared/drift/index.ts";
import type { State } from "../../../src-shared/flow/index.ts";
import { inOrder, namesOf, readScenarios, type ScenarioStep, stepsOfRun } from "../../../src-shared/foresight/index.ts";
import { type CheckedDraft, draftText, isObject, sameJson, wireFields } from "../../../src-shared/language/index.ts";
import {
  type DriftBefore,
  type DriftOf,
  type DriftOutcome,
  fail,
  ok,
  type Result,
  type StartThere,
} from "../../host/index.ts";
import type { DraftRow, RemoteAccountRow, StoreWrites } from "../../store/index.ts";
import { missingDraft, type Workspace } from "../../workspace/index.ts";
import type { SyncOptions } from "../connect.ts";
import { confirmedNow } from "../instances/confirmed.ts";
import { fetchSealed } from "../instances/fetch-sealed.ts";
import { hasRemoteId, type InstanceRun } from "../instances/save-instance.ts";
import { startOn } from "../instances/start.ts";
import { startableAs, startableText } from "../instances/startable.ts";
import { START_MESSAGES, type Turn, type WaitForAuthor } from "../interactive-wait.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { callOf, type RequestKind } from "../remote/requests.ts";
import { notePlanned, type Parts } from "../run.ts";
import type { SchedulerOptions } from "../scheduler.ts";
import { onAccount } from "../sync-account.ts";
import { type Comparing, comparisonThere } from "./compare.ts";
import { requestOf, whyUnknown } from "./participant.ts";
import { comparing, fromMemory, isCompared, isStopping, keepInMemory } from "./running-comparisons.ts";

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly waitForAuthor: WaitForAuthor;
  readonly log: SchedulerOptions["log"];
}

/** Starts a run on an account, plays a scenario on it, and compares act by act. */
export async function drift(
  { workspace, parts, options, waitForAuthor, log }: Given,
  name: string,
  of: DriftOf,
  given: StartThere = {},
): Promise<Result<DriftOutcome>> {
  let found: Omit<DriftOutcome, "sync"> = { run: null, report: null };
  const confirmed = confirmedNow(given, driftable(workspace, of, workspace.reads.remotes.accountByName(name)));
  const work = async ({ account, asking, done }: Turn) => {
    const ready = prepared(workspace, of);
    if (!ready.ok) return ready;
    const draft = startableAs(workspace, account, ready.value.draft, confirmed, actsOf(ready.value.rehearsal));
    if (!draft.ok) return draft;
    const title = ready.value.of;
    const rehearsal = onService(ready.value.rehearsal, account);
    const how = { ...options, ...asking, dryRun: given.dryRun ?? false, tellsRetention: false };
    const runKey = workspace.newId();
    const compared = { of: title, rehearsal, runKey, wait: options.wait };
    const report = await onAccount(workspace, account, how, (asked) => {
      const comparing = underWay(asked, { ...compared, signal: asking.signal }, async (there) => {
        // Noted with the run: whatever ends Countersign from then on, it was a comparison.
        const also = (tx: StoreWrites) => tx.remoteInstances.putDrift(runKey, there.report());
        const begun = await there.starting(() => startOn(asked, parts, draft.value, { key: runKey, also }));
        done();
        planActs(asked, rehearsal);
        if (begun === null) return;
        const names = new Map(Object.entries(begun.documents).map(([document, id]) => [id, document]));
        found = { run: runKey, report: null };
        given.began?.(runKey);
        try {
          await there.carryOut(names);
        } catch (error) {
          if (!(error instanceof RemoteError))
            log({
              level: "error",
              message: `The comparison with “${account.name}” failed because of a fault in Countersign.`,
              error,
            });
          throw error;
        }
        if (!isStopping(runKey)) await fetchSeals(asked, runKey);
      });
      return comparing.finally(() => {
        if (found.run !== null) found = { run: runKey, report: driftNow(workspace, runKey) };
      });
    });
    return ok(report);
  };
  const sync = await waitForAuthor(name, work, START_MESSAGES, given.dryRun);
  return sync.ok ? ok({ sync: sync.value, ...found }) : sync;
}

/** A comparison until its end, or until its author has its run canceled or forgotten here. */
const underWay = (
  asked: InstanceRun,
  compared: Omit<Comparing, "unkept">,
  work: (there: ReturnType<typeof comparisonThere>) => Promise<void>,
): Promise<void> =>
  comparing(compared.runKey, async (stop) => {
    const signal = AbortSignal.any([stop, compared.signal]);
    const unkept = (report: DriftReport) => keepInMemory(compared.runKey, report);
    try {
      await work(comparisonThere(asked, { ...compared, signal, unkept }));
    } catch (error) {
      if (error !== stop.reason) throw error;
    }
  });

/** Of a dry run: the acts that will be carried out, and no others. */
function planActs(asked: InstanceRun, { steps }: Rehearsal): void {
  for (const { act, words, why } of steps)
    if (act !== null && why === null)
      notePlanned(asked, requestOf(act), { title: words, draft: null, days: act.kind === "prolong" ? act.days : null });
}

/** The same steps on an account's service: what it has no call for is not compared, nor what comes after it. @param account null: any */
function onService(rehearsal: Rehearsal, account: Pick<RemoteAccountRow, "dialect"> | null): Rehearsal {
  if (account === null) return rehearsal;
  const has = (kind: RequestKind) => callOf(account.dialect, kind) !== null;
  const unknown = rehearsal.steps.findIndex(
    ({ act, why }) => why === null && act !== null && whyUnknown(act, has) !== null,
  );
  const first = rehearsal.steps[unknown];
  if (first === undefined || first.act === null) return rehearsal;
  const reason = whyUnknown(first.act, has);
  const after = `It comes after “${first.words}”, which was not compared.`;
  const steps = rehearsal.steps.map((step, at) =>
    at < unknown ? step : { ...step, here: null, why: at === unknown ? reason : after },
  );
  return { ...rehearsal, steps };
}

/** Of a run that a comparison has completed: an account that syncs only by hand is not looked at soon. The next look tries again. */
async function fetchSeals(asked: InstanceRun, runKey: string): Promise<void> {
  const row = asked.workspace.reads.remoteInstances.get(runKey);
  if (row === null || !hasRemoteId(row)) return;
  await fetchSealed(asked, row).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
  });
}

/** The comparison of a run, as far as it has come; null: it was started for none. */
export function driftNow({ reads }: Workspace, runKey: string): DriftReport | null {
  const kept = reads.remoteInstances.drift(runKey);
  const isStarted = reads.remoteInstances.get(runKey)?.remoteId != null;
  if (kept !== null && kept.state !== "running") return withoutAnswer(kept, isStarted);
  if (kept !== null && isCompared(runKey)) return isStopping(runKey) ? { ...kept, stops: true } : kept;
  const why = "Countersign was closed before its end, or could not save what came of it.";
  const last = fromMemory(runKey) ?? (kept === null ? null : { ...kept, state: "stopped", why });
  return last === null ? null : withoutAnswer(last, isStarted);
}

/** A step that went out and was not compared by the end is a step of the report. @param isStarted whether the run has an id there */
function withoutAnswer({ sent, ...report }: DriftReport, isStarted: boolean): DriftReport {
  if (sent === undefined) return report;
  const { answered = false, ...step } = sent;
  const isDone = answered || (report.lines.length === 0 && isStarted);
  const why = isDone
    ? "It was done on the account: Countersign was closed before it was compared."
    : "It was perhaps done on the account: no answer to it was kept.";
  return { ...report, lines: [...report.lines, { ...step, outcome: "not_compared", told: [why] }] };
}

/** A scenario, or the acts of a run, ready to be carried out on an account. */
interface Prepared {
  readonly of: string;
  /** What is started there: of a run, as it was when the run started. */
  readonly draft: DraftRow;
  readonly rehearsal: Rehearsal;
}

/** What is done there, by whom. */
const actsOf = ({ steps }: Rehearsal) => steps.map(({ words, act }) => ({ words, act }));

/** What is known of a comparison before it starts; else why it cannot start. @param account null: any */
export function driftable(workspace: Workspace, of: DriftOf, account: RemoteAccountRow | null): Result<DriftBefore> {
  const ready = prepared(workspace, of);
  if (!ready.ok) return ready;
  const { draft, rehearsal } = ready.value;
  const found = startableText(workspace, draft.text, account, actsOf(rehearsal));
  if (!found.ok) return found;
  const { steps } = onService(rehearsal, account);
  const left = steps.flatMap(({ words, shown, why }) => (why === null ? [] : [{ step: words, shown, why }]));
  return ok({ ...found.value, draftId: draft.id, left, acts: steps.length - left.length });
}

/** What is to be compared; a refusal says why it cannot be. */
function prepared(workspace: Workspace, asked: DriftOf): Result<Prepared> {
  return "run" in asked ? ofRun(workspace, asked.run) : ofScenario(workspace, asked);
}

const FLOW_GONE = "The flow of this run was deleted, and its text with it: there is nothing to start on the account.";

function ofRun({ engine, reads, analyse }: Workspace, id: string): Result<Prepared> {
  const loaded = engine.load(id);
  if (loaded === null) return fail("resource_not_found", `There is no run ${id}; it may have been deleted.`);
  const { draftId } = loaded.row;
  if (draftId === null) return fail("conflict_error", "This run was started without a flow of this workspace.");
  const draft = reads.drafts.get(draftId);
  if (draft === null) return fail("conflict_error", FLOW_GONE);
  const history = reads.events.load(id);
  const { start } = loaded.state;
  const text = textThatRan({ reads, analyse }, draft, start, history[0]?.recorded ?? 0);
  const flow = text === null ? null : analyse(text).draft;
  if (text === null || flow === null || !isOf(flow, start))
    return fail("conflict_error", "The text that this run was started with is no longer kept.");
  const rehearsal = rehearsalOf(flow, stepsOfRun(history.map(({ event }) => event)));
  const asItRan = { ...draft, title: start.title, text, goodText: text };
  return ok({ of: start.title || id, draft: asItRan, rehearsal });
}

/** The version of a draft that a run was started with, naming the run's own documents; null: it is no longer kept. */
function textThatRan(
  { reads, analyse }: Pick<Workspace, "reads" | "analyse">,
  draft: DraftRow,
  start: State["start"],
  wallStarted: number,
): string | null {
  const revision = reads.drafts.ranAt(draft.id, wallStarted);
  const version = revision === null ? null : reads.drafts.version(draft.id, revision);
  const fields = version === null ? null : wireFields(analyse(version.text).value);
  if (fields === null || !isObject(fields.process_parameters)) return null;
  const documents = Object.fromEntries(start.documents.map(({ name, documentId }) => [name, documentId]));
  return draftText({ ...fields, process_parameters: { ...fields.process_parameters, documents } });
}

/** A run can be started with other fields than its draft's. */
const isOf = (flow: CheckedDraft, { process, messages }: State["start"]): boolean =>
  sameJson(JSON.parse(JSON.stringify([flow.process, flow.parameters.messages])), [process, messages]);

function ofScenario(
  { reads, analyse }: Workspace,
  { draftId, scenario }: Exclude<DriftOf, { run: string }>,
): Result<Prepared> {
  const draft = reads.drafts.get(draftId);
  if (draft === null) return missingDraft(draftId);
  const flow = analyse(draft.text).draft;
  if (flow === null) return fail("conflict_error", "The flow has problems, and cannot be started: correct it first.");
  const steps = stepsNamed(flow, draft.scenarios, scenario);
  return steps.ok ? ok({ of: scenario, draft, rehearsal: rehearsalOf(flow, steps.value) }) : steps;
}

function stepsNamed(flow: CheckedDraft, text: string, name: string): Result<readonly ScenarioStep[]> {
  const read = readScenarios(text);
  const { scenarios, problems } = read.scenarios(namesOf(flow));
  const found = scenarios.find((one) => one.name === name);
  // A step that cannot be read would be left out, and the rest done to real people.
  if (text.trim() !== "" && (!read.file.sound || problems.length > 0))
    return fail("conflict_error", "The text of the flow's scenarios has errors: fix them first.");
  if (found === undefined) {
    const names = scenarios.map((one) => `“${one.name}”`).join(", ") || "none";
    return fail("resource_not_found", `There is no scenario “${name}”. There is ${names}.`);
  }
  const { steps, stuck } = inOrder(flow, found);
  if (stuck.size > 0) return fail("conflict_error", "The scenario cannot be played to its end here: correct it first.");
  return ok(steps.map(({ step }) => step));
}
