import { short } from "../../../src-shared/basics/index.ts";
import type { Instant, State } from "../../../src-shared/flow/index.ts";
import {
  happeningText,
  hasHappened,
  type Label,
  readStep,
  type ScenarioStep,
  shownStep,
} from "../../../src-shared/foresight/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import {
  type Following,
  type FollowingPace,
  type FollowingView,
  fail,
  type HostError,
  ok,
  type PlayUseCases,
  type Result,
} from "../../host/index.ts";
import type { ScriptRow } from "../../store/index.ts";
import { errorsAsValues, nowOf, type Workspace, write } from "../workspace.ts";
import { carryOut, type PlayParts, prolong, resumeSeals, settled } from "./act-as.ts";
import { type Count, countedInstances, countedParticipants, isSameStep } from "./count-acts.ts";
import { endOfWait, type FollowedWaits, followedWaits, seenFrom, whyUntold } from "./followed-waits.ts";
import { saveAsScenario } from "./save-as-scenario.ts";

/** Most steps that a view shows before the next one, and in all. */
const SHOWN_BEFORE = 20;
const SHOWN = 80;

/**
 * Moves a run on from the app: by its steps, or by the author's acts as a participant. Acts from elsewhere go through
 * `participants` and `instances`, and count as the next step if they equal it.
 */
export function playUseCases(
  workspace: Workspace,
  others: Omit<PlayParts, "workspace">,
): { readonly plays: PlayUseCases } & Pick<PlayParts, "participants" | "instances"> {
  const parts: PlayParts = { workspace, ...others };
  const oneAtATime = keyedMutex();
  const waits = followedWaits(parts);
  const counting: Count = async (id, step) => {
    if (workspace.scripted.has(id)) await oneAtATime(id, () => count(workspace, id, step));
  };
  const plays = errorsAsValues<PlayUseCases>({
    following: (id) => following(workspace, waits, id),
    next: (id, at, pace = "at once") => oneAtATime(id, () => next(parts, waits, { id, at, pace })),
    act: (id, step, message = null, when = "at once") =>
      oneAtATime(id, () => act(parts, id, step, { message, onceSeen: when === "once seen" })),
    saveAsScenario: (id, name) => saveAsScenario(parts, id, name),
    leave: (id) => oneAtATime(id, () => leave(workspace, id)),
  });
  const { participants, instances } = others;
  return {
    plays,
    participants: countedParticipants(participants, counting),
    instances: countedInstances(instances, counting),
  };
}

/** Marks the run's next step as taken, if it is this one. */
async function count(workspace: Workspace, id: string, step: ScenarioStep): Promise<void> {
  const script = workspace.reads.scripts.get(id);
  const loaded = script === null ? null : workspace.engine.load(id);
  if (script === null || loaded === null) return;
  const { steps, done } = script;
  const stepAt = (at: number) => (at < steps.length ? stepIn(loaded.state, steps[at]) : null);
  let at = done;
  let next = stepAt(at);
  // The time-out ends the waits before it.
  while (isTimeOut(step) && next?.kind === "wait") next = stepAt(++at);
  if (next === null || !isSameStep(next, step)) return;
  await write(workspace, "instance", id, (tx) => tx.scripts.update({ ...script, done: at + 1, stopped: null }));
}

const TIME_OUT: ScenarioStep = { kind: "label", label: { kind: "time_out" } };

const isTimeOut = (step: ScenarioStep): boolean => isSameStep(step, TIME_OUT);

/**
 * Counts a run's time-out as the next step, whoever moves the clock. Runs outside the run's queue of steps: a step that
 * moves the clock waits for this.
 */
export const countTimeOut =
  (workspace: Workspace) =>
  (id: string): Promise<void> =>
    count(workspace, id, TIME_OUT);

async function leave(workspace: Workspace, id: string): Promise<Result<null>> {
  await write(workspace, "instance", id, (tx) => tx.scripts.remove(id));
  await resumeSeals(workspace, id);
  return ok(null);
}

function following({ reads, engine }: Workspace, waits: FollowedWaits, id: string): Result<FollowingView | null> {
  const loaded = engine.load(id);
  if (loaded === null) return missing(id);
  const script = reads.scripts.get(id);
  if (script === null) return ok(null);
  const first = Math.max(0, Math.min(script.done - SHOWN_BEFORE, script.steps.length - SHOWN));
  const shown = script.steps.slice(first, first + SHOWN).map((step) => shownStep(stepIn(loaded.state, step)));
  return ok({ ...summary(script, waits.underWay(id, script.done)), first, shown });
}

const summary = ({ title, steps, done, stopped }: ScriptRow, waitsUntil: Instant | null = null): Following => ({
  ...{ title, steps: steps.length, done, stopped, waitsUntil },
});

interface Asked {
  readonly id: string;
  readonly at: number;
  readonly pace: FollowingPace;
}

async function next(parts: PlayParts, waits: FollowedWaits, { id, at, pace }: Asked): Promise<Result<Following>> {
  const { workspace } = parts;
  const loaded = workspace.engine.load(id);
  if (loaded === null) return missing(id);
  const script = workspace.reads.scripts.get(id);
  if (script === null) return fail("resource_not_found", "This run follows no steps.");
  // Another window, or a second click, was faster.
  if (script.done !== at || at >= script.steps.length) return ok(summary(script));
  const { clockId } = loaded.row;
  await settled(parts, clockId);
  const step = stepIn(loaded.state, script.steps[at]);
  const waitsUntil = pace === "clock" ? waits.goOn(id, at, step) : null;
  if (waitsUntil !== null) return ok(summary(script, waitsUntil));
  const taken = await take(parts, id, step, waits.underWay(id, at));
  if (!taken.ok && !stops(taken.error)) return taken;
  const row: ScriptRow = taken.ok
    ? { ...script, done: at + 1, stopped: null }
    : { ...script, stopped: taken.error.message };
  await write(workspace, "instance", id, (tx) => tx.scripts.update(row));
  await settled(parts, clockId);
  return ok(summary(row));
}

/** The flow's refusals only. A failure of the machine is not the flow's fault, and the step can be tried again. */
const stops = ({ code }: HostError): boolean => code !== "server_error";

interface Picked {
  readonly message: string | null;
  readonly onceSeen: boolean;
}

async function act(parts: PlayParts, id: string, words: string, { message, onceSeen }: Picked): Promise<Result<null>> {
  const { workspace } = parts;
  const loaded = workspace.engine.load(id);
  if (loaded === null) return missing(id);
  const label = labelIn(loaded.state, words);
  if (label === null) return fail("request_parameters_invalid", `"${short(words)}" is not a step of this flow.`);
  const untold = onceSeen ? whyUntold(loaded, label) : null;
  if (untold !== null && "who" in label)
    return fail(
      "conflict_error",
      `No message to ${label.who} was delivered (${untold}), so they know of nothing. Act as them, or remove the mail rule and remind them.`,
    );
  const done = onceSeen ? await carryOutOnceSeen(parts, id, label) : await carryOut(parts, id, label, message);
  if (done.ok) await count(workspace, id, { kind: "label", label });
  return done;
}

/** @param until when the wait under way ends */
function take(parts: PlayParts, id: string, step: ScenarioStep, until: Instant | null): Promise<Result<null>> {
  switch (step.kind) {
    case "label":
      return carryOutOnceSeen(parts, id, step.label);
    case "wait":
      return wait(parts, id, step, until);
    case "prolong":
      return prolong(parts, id, step.days);
    case "expect":
      return Promise.resolve(expected(parts, id, step));
  }
}

/** Somebody who reads their message late acts later. */
async function carryOutOnceSeen(parts: PlayParts, id: string, label: Label): Promise<Result<null>> {
  const { workspace, clocks } = parts;
  const loaded = workspace.engine.load(id);
  const seen = loaded === null ? null : seenFrom(workspace, loaded, label);
  if (loaded !== null && seen !== null && seen > nowOf(workspace, loaded)) {
    const moved = await clocks.advance(loaded.row.clockId, { to: seen });
    if (!moved.ok) return moved;
  }
  return carryOut(parts, id, label);
}

async function wait(
  { workspace, clocks }: PlayParts,
  id: string,
  step: Extract<ScenarioStep, { kind: "wait" }>,
  until: Instant | null,
): Promise<Result<null>> {
  const loaded = workspace.engine.load(id);
  if (loaded === null) return missing(id);
  const to = until ?? endOfWait(workspace, loaded, step);
  if (nowOf(workspace, loaded) >= to) return ok(null);
  const moved = await clocks.advance(loaded.row.clockId, { to });
  return moved.ok ? ok(null) : moved;
}

function expected({ workspace }: PlayParts, id: string, step: Extract<ScenarioStep, { kind: "expect" }>): Result<null> {
  const loaded = workspace.engine.load(id);
  if (loaded === null) return missing(id);
  const events = workspace.reads.events.load(id).map(({ event }) => event);
  if (hasHappened({ state: loaded.state, events }, step.fact) !== step.not) return ok(null);
  const words = happeningText(step.fact, "past");
  const message = step.not ? `"${words}" has happened, and should not have.` : `"${words}" has not happened.`;
  return fail("instance_state_error", message);
}

const namesIn = ({ program }: State) => ({
  participants: program.participants,
  documents: program.documents,
  stages: program.stages.map(({ name }) => name),
});

/** @throws Error if it is not one: a run starts only with steps of its own flow */
function stepIn(state: State, stored: unknown): ScenarioStep {
  const step = readStep(stored, namesIn(state));
  if ("kind" in step) return step;
  throw new Error(`The step ${JSON.stringify(stored)} is none of its run's flow.`);
}

function labelIn(state: State, words: string): Label | null {
  const step = readStep(words, namesIn(state));
  return "kind" in step && step.kind === "label" ? step.label : null;
}

const missing = (id: string) => fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);
