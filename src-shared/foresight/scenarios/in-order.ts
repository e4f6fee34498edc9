import { msg, short, type Translatable } from "../../basics/index.ts";
import { type Instant, plusDaysSameLocalTime } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { labelOf } from "../findings/lemma.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { HOUR, Player, sealsIn } from "./player.ts";
import { rehearsed } from "./rehearse.ts";
import { MOST_TIME, type PlacedStep, type Scenario, type ScenarioStep, type Script } from "./scenario.ts";

export interface Ordered {
  /** All steps of people, with the waits between; then the steps that never become possible; then what follows. */
  readonly steps: readonly PlacedStep[];
  /** Steps that never become possible, with the reason. */
  readonly stuck: ReadonlyMap<PlacedStep, Translatable>;
}

/**
 * The one order of steps that results from everybody's own list, by the engine's own decisions (decision 0820). Each
 * person takes their next step once it is possible and their wait, which begins then, is over. Among several, the
 * earliest acts first, and at one instant the first in the flow's order. The order of the lists does not count.
 */
export function inOrder(draft: CheckedDraft, scenario: Scenario): Ordered {
  if (scenario.people === undefined) return { steps: scenario.steps, stuck: new Map() };
  const player = new Player(draft, sealsIn(scenario.steps.map(({ step }) => step)));
  const steps: PlacedStep[] = [];
  const take = (placed: PlacedStep) => {
    const message = player.play(placed.step);
    if (message !== null) throw new Error(`The engine refused what it had accepted: ${message.pattern}`);
    steps.push(placed);
  };
  const turns = scenario.people.map((script) => new Turn(script, player));
  for (let first = earliest(turns, player); first !== null; first = earliest(turns, player)) {
    const { turn, part, at } = first;
    if (at > player.now) {
      // Due work during the wait may leave nothing to do: the next check finds out.
      for (const step of waits(at - player.now)) take({ step, path: part.path });
    } else {
      if (part.act !== null) take(part.act);
      turn.goOn();
    }
  }
  const left = turns.toSorted(byRank(player)).map((turn) => turn.left);
  const stuck = left.flatMap(([act]) => (act === undefined ? [] : [[act, whyNever(player, act.step)] as const]));
  return { steps: [...steps, ...left.flat(), ...scenario.steps], stuck: new Map(stuck) };
}

/** Somebody's next step, and the wait before it. */
interface Part {
  /** null: they only wait. */
  readonly act: PlacedStep | null;
  readonly days: number;
  readonly hours: number;
  /** The path of the first wait, or of the act. */
  readonly path: PlacedStep["path"];
}

function partsOf({ entries }: Script): readonly Part[] {
  const parts: Part[] = [];
  let before: Part | null = null;
  for (const entry of entries) {
    const { step, path } = entry;
    const part: Part = before ?? { act: null, days: 0, hours: 0, path };
    before = step.kind === "wait" ? { ...part, days: part.days + step.days, hours: part.hours + step.hours } : null;
    if (before === null) parts.push({ ...part, act: entry });
  }
  return before === null ? parts : [...parts, before];
}

/** A participant's position in their list. */
class Turn {
  readonly who: string;
  private readonly player: Player;
  private readonly parts: readonly Part[];
  private at = 0;
  /** When the next part became possible; null: it is not. */
  private since: Instant | null = null;
  /** The stage of the last check: within a stage, others' acts make nothing possible. */
  private lookedAt = "";

  constructor(script: Script, player: Player) {
    this.who = script.who;
    this.parts = partsOf(script);
    this.player = player;
  }

  /** null: they are done. */
  get next(): Part | null {
    return this.parts[this.at] ?? null;
  }

  /** Everything that they have not done. */
  get left(): readonly PlacedStep[] {
    return this.parts.slice(this.at).flatMap(({ act }) => act ?? []);
  }

  /** When they can go on; null: not now. */
  readyAt(): Instant | null {
    const { next, player } = this;
    if (next === null) return null;
    const place = `${player.state.stage} ${player.state.status}`;
    if (this.lookedAt !== place) this.since = isPossible(next, player) ? (this.since ?? player.now) : null;
    this.lookedAt = place;
    return this.since === null ? null : after(this.since, next, player.timeZone);
  }

  /** Checks again: another's act may have made it unnecessary. */
  isReadyStill(): boolean {
    if (this.next === null || !isPossible(this.next, this.player)) this.since = null;
    return this.since !== null;
  }

  goOn(): void {
    this.at += 1;
    this.since = null;
    this.lookedAt = "";
  }
}

function isPossible({ act }: Part, { state, now }: Player): boolean {
  return act === null || (act.step.kind === "label" && rehearsed(state, act.step.label, now).ok);
}

function after(instant: Instant, { days, hours }: Part, timeZone: string): Instant {
  return plusDaysSameLocalTime(instant, days, timeZone) + hours * HOUR;
}

interface First {
  readonly turn: Turn;
  readonly part: Part;
  readonly at: Instant;
}

/** Who goes on next, and when; null: nobody can. */
function earliest(turns: readonly Turn[], player: Player): First | null {
  const rank = byRank(player);
  for (;;) {
    let first: First | null = null;
    for (const turn of turns) {
      const [at, part] = [turn.readyAt(), turn.next];
      if (at === null || part === null) continue;
      if (first === null || at < first.at || (at === first.at && rank(turn, first.turn) < 0))
        first = { turn, part, at };
    }
    if (first === null || first.turn.isReadyStill()) return first;
  }
}

/** In the order in which the current stage asks them; others after them, in the order of the parameters. */
function byRank({ state: { program, stage } }: Player): (one: Turn, other: Turn) => number {
  const asked = (program.stages[stage]?.slots ?? []).map(({ participant }) => program.participants[participant] ?? "");
  const ranks = new Map([...new Set([...asked, ...program.participants])].map((who, rank) => [who, rank]));
  const rankOf = ({ who }: Turn) => ranks.get(who) ?? ranks.size;
  return (one, other) => rankOf(one) - rankOf(other);
}

/** A duration, split into waits that a scenario can hold. */
function* waits(milliseconds: number): Generator<ScenarioStep> {
  const all = milliseconds / HOUR;
  let days = Math.floor(all / 24);
  for (; days > MOST_TIME; days -= MOST_TIME) yield { kind: "wait", days: MOST_TIME, hours: 0 };
  yield { kind: "wait", days, hours: all % 24 };
}

function whyNever({ state, now }: Player, step: ScenarioStep): Translatable {
  if (step.kind !== "label") throw new Error("Only what somebody does can become possible.");
  const words = short(labelText(step.label));
  if (step.label.kind === "act" && !isAsked(state.program, step.label))
    return msg`The flow never asks for \`${words}\`.`;
  const tried = rehearsed(state, step.label, now);
  return msg`\`${words}\` never becomes possible: ${tried.ok ? "" : tried.refusal}`;
}

function isAsked(program: Player["state"]["program"], label: Label): boolean {
  const words = labelText(label);
  return program.stages.some(({ slots }, stage) =>
    slots.some((_, slot) => labelText(labelOf(program, stage, slot)) === words),
  );
}
