import { transitionNotes } from "../../scripts/transition-notes.ts";
import type { Command, State } from "../../src-shared/flow/index.ts";
import {
  conditionOf,
  decide,
  due,
  isLocked,
  pendingActs,
  redirectOf,
  refusalOf,
  visibleDocuments,
} from "../../src-shared/flow/index.ts";
import { type FlowShape, HOUR, T0, TestFlow } from "../fixtures/flow-shape.ts";
import type { Step } from "../fixtures/random-flow.ts";
import { type ModelCommand, NaiveModel } from "../flow/naive-model.ts";

const PARTICIPANT_IDS: Readonly<Record<string, string>> = { alice: "p1", bob: "p2", carol: "p3", dave: "p4" };

/** Runs the engine and the naive model side by side and throws where they part. */
export class Race {
  readonly flow: TestFlow;
  readonly model: NaiveModel;
  #transactions = 0;

  constructor(shape: FlowShape) {
    this.flow = new TestFlow(shape, T0);
    this.model = new NaiveModel(shape, T0);
    this.#compare();
  }

  /** Runs everything due up to an instant, as the engine does before any command [C3]. */
  advanceTo(instant: number): void {
    for (let next = due(this.flow.state)[0]; next !== undefined && next.at <= instant; next = due(this.flow.state)[0]) {
      this.flow.fallDue(next.id, next.at);
      if (next.kind === "time_out") this.model.send({ type: "time_out" }, next.at);
      else this.model.reminded(next.id);
      this.#compare();
    }
    this.flow.now = instant;
  }

  step(command: ModelCommand): void {
    const before = this.flow.state;
    const accepted = this.model.send(command, this.flow.now);
    const refused = this.#commandsOf(command).some((one) => !this.#send(one));
    if (refused === accepted) throw new Error(`${JSON.stringify(command)}: engine ${!refused}, model ${accepted}`);
    // Both refused, and the engine's frozen state is the one that was compared before: nothing is left to part.
    if (accepted || this.flow.state !== before) this.#compare();
  }

  #commandsOf(command: ModelCommand): readonly Command[] {
    if (command.type !== "authenticate") return [commandOf(command)];
    this.#transactions += 1;
    const { participant, documents } = command;
    const transactionId = `t${this.#transactions}`;
    const outcome = command.success ? "success" : "failure";
    return [
      { type: "start_authentication", transactionId, participant, kind: "sign", documents, codeHash: null },
      {
        ...{ type: "check_authentication", transactionId, endUserInfo: null },
        answer: { outcome, reason: null, providerData: {} },
      },
    ];
  }

  /** Whether it is accepted; holds decide to the transition table and its notes, and to changing nothing in place. */
  #send(command: Command): boolean {
    const before = freeze(this.flow.state);
    const decided = decide(before, command, this.flow.now);
    if (!decided.ok) requireNoted(before, command, decided.refusal);
    else {
      this.flow.take(decided);
      requireDestination(before, command, this.flow.state);
    }
    return decided.ok;
  }

  #compare(): void {
    const { state } = this.flow;
    const people = state.program.participants;
    const engine = {
      ...seen(state),
      documents: state.documents.map((document) => [document.name, document.state]),
      pending: pendingActs(state)
        .map((act) => `${act.participant}|${act.verb}|${act.document}`)
        .sort(),
      due: due(state).map(({ id, at }) => `${id}@${at}`),
      visible: people.map((name) => visibleDocuments(state, name)),
      redirects: people.map((name) => redirectOf(state, name)),
      locked: people.filter((name) => isLocked(state, name, "sign")),
      confirmations: state.notifications
        .flat()
        .filter(({ kind }) => kind === "confirmation")
        .map(({ participant, status, attach }) => [participant, status, attach]),
    };
    const { model } = this;
    const naive = {
      ...seen(model),
      documents: [...model.documents],
      pending: model.pending(),
      due: model.due(),
      visible: people.map((name) => model.visible(name)),
      redirects: people.map((name) => model.redirect(name)),
      locked: people.filter((name) => model.locked.has(name)),
      confirmations: model.confirmations.map(({ participant, status, attach }) => [participant, status, attach]),
    };
    // Not expect(): hundreds of thousands of comparisons are made.
    const [output, expected] = [JSON.stringify(engine), JSON.stringify(naive)];
    if (output !== expected) throw new Error(`engine ${output}\nmodel  ${expected}`);
  }
}

/** A whole run. @throws Error where engine and model part */
export function race(shape: FlowShape, script: readonly Step[]): Race {
  const both = new Race(shape);
  for (const step of script) {
    both.advanceTo(both.flow.now + step.hours * HOUR);
    both.step(resolveStep(step, both.model));
  }
  return both;
}

function resolveStep({ command }: Step, model: NaiveModel): ModelCommand {
  if (command.type !== "pending" && command.type !== "identify") return command;
  const pending = model.pending();
  const [participant = "alice", verb, document = "contract"] = (pending[command.pick % pending.length] ?? "").split(
    "|",
  );
  if (command.type === "pending") {
    return { type: "act", participant, verb: verb === "approve" ? "approve" : "sign", document };
  }
  return { type: "authenticate", participant, documents: [document], success: command.success };
}

/** The command that the engine gets for one of the model's. */
function commandOf(command: Exclude<ModelCommand, { type: "authenticate" }>): Command {
  switch (command.type) {
    case "act":
      return { ...command, signature: null };
    case "reject_document":
    case "reject_instance":
      return { ...command, message: null };
    case "seal_succeeded":
      return { type: "seal_succeeded", document: command.document, sha256: "ab".repeat(32) };
    case "seal_failed":
      return { type: "seal_failed", document: command.document, reason: "broken" };
    case "remind":
      return { type: "remind", participantIds: [PARTICIPANT_IDS[command.participant] ?? ""] };
    case "unlock":
      return { type: "unlock_participant", participant: command.participant };
    case "time_out":
      return { type: "fall_due", id: "time_out", collapseUntil: null };
    case "prolong":
      return command;
    case "cancel":
    case "trash":
    case "restore":
      return { type: command.type };
  }
}

function requireNoted(before: State, { type }: Command, { code, rule }: { code: string; rule: string }): void {
  if (type === "start") return;
  const byTable = refusalOf(type, conditionOf(before));
  const noted = byTable === undefined ? transitionNotes[type].guards : [byTable];
  if (noted.some((guard) => guard.code === code && guard.rule === rule)) return;
  throw new Error(`${type} was refused as ${code} ${rule}, which docs/transitions.md does not msg`);
}

function requireDestination(before: State, { type }: Command, after: State): void {
  const { leadsTo } = transitionNotes[type];
  const allowed = leadsTo === "same" ? [conditionOf(before)] : leadsTo;
  if (allowed.includes(conditionOf(after))) return;
  throw new Error(`${type} led to ${conditionOf(after)}, which docs/transitions.md does not msg`);
}

function seen({
  status,
  trashed,
  stage,
  timeoutAt,
}: Pick<State, "status" | "trashed" | "stage" | "timeoutAt">): object {
  return { status, trashed, stage, timeoutAt };
}

/** Whoever changes a frozen value in place, be it on the way to a refusal, throws. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}
