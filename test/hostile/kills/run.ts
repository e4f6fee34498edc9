import { cpSync } from "node:fs";
import { temporaryFolder } from "../../harness/temporary.ts";
import { type Counts, HANG } from "../counts.ts";
import { Random } from "../random.ts";
import { Books } from "./books.ts";
import { type Load, startLoad } from "./load.ts";
import { LATEST, type Plan, planOf } from "./plan.ts";
import type { CallbackSeen, Order, VictimMessage } from "./protocol.ts";
import type { FlakyReceiver } from "./receiver.ts";
import type { Templates } from "./templates.ts";
import { startVictim, type Victim } from "./victims.ts";

export interface KillOptions {
  readonly templates: Templates;
  readonly receiver: FlakyReceiver;
  readonly counts: Counts;
  readonly seed: number;
  /** Processes that this workspace sees killed before it is thrown away. */
  readonly kills: number;
  /** Asked before each process. */
  readonly enough: () => boolean;
  readonly onPlan?: (plan: Plan) => void;
}

/** What was wrong, and with which process of the workspace. */
export interface KillViolation {
  readonly cycle: number;
  readonly plan: Plan | null;
  readonly problems: readonly string[];
  /** Kept for later inspection. */
  readonly workspace: string;
}

/** One workspace's life: process after process is killed in it, each checks what the one before has left. Null: all was well. */
export async function killInOneWorkspace(options: KillOptions): Promise<KillViolation | null> {
  const random = new Random(options.seed);
  const folder = temporaryFolder("kills");
  const kind = random.pick(["fresh", "filled", "filled", "older"] as const);
  const life = new Life(options, folder.path, random, kind === "older");
  if (kind !== "fresh") cpSync(options.templates[kind], folder.path, { recursive: true });
  if (kind !== "fresh") options.templates.report(life.books);
  for (let cycle = 0; cycle < options.kills && !options.enough(); cycle += 1) {
    const plan = planOf(random, cycle, life.upgrade);
    options.onPlan?.(plan);
    const problems = await life.cycle(plan);
    if (problems.length > 0) return { cycle, plan, problems, workspace: folder.path };
  }
  const problems = await life.end();
  if (problems.length > 0) return { cycle: options.kills, plan: null, problems, workspace: folder.path };
  folder.remove();
  return null;
}

class Life {
  readonly books = new Books();
  /** Whether the next opening has an older workspace before it. */
  upgrade: boolean;
  readonly #options: KillOptions;
  readonly #dir: string;
  readonly #random: Random;
  /** Milliseconds from the first module loaded to the first request. */
  #opening = 80;

  constructor(options: KillOptions, dir: string, random: Random, upgrade: boolean) {
    this.#options = options;
    this.#dir = dir;
    this.#random = random;
    this.upgrade = upgrade;
  }

  /** One process from its start to its kill. @returns what was wrong */
  async cycle(plan: Plan): Promise<readonly string[]> {
    const { kill } = plan;
    const point = kill.at === "point" ? `${kill.point}:${kill.count}` : null;
    const victim = startVictim(this.#order(plan, plan.settle), point);
    const watch = new Watch(victim);
    const load = await this.#untilLoad(plan, victim, watch);
    await load?.stop();
    watch.end();
    const { killed, how } = await victim.ended;
    this.#options.receiver.answerAll();
    if (killed) this.#options.counts.kills += 1;
    // One that was asked to close may have done so before the kill came.
    else if (!watch.closed) watch.problems.push(`It was not killed: it ended with ${how}`);
    this.#options.counts.requests += load?.requests ?? 0;
    return watch.problems;
  }

  /** The last process, which nobody kills: everything has run, and the whole workspace is verified before and after. */
  async end(): Promise<readonly string[]> {
    const victim = startVictim(this.#order({ clock: "real", verify: true, settle: true }, true), null);
    const watch = new Watch(victim);
    for await (const message of watch.messages()) {
      if (message.event !== "checked") continue;
      this.#checked(message, watch);
      victim.close();
    }
    watch.end();
    const { how } = await victim.ended;
    if (!watch.closed) watch.problems.push(`It did not close: ${how}`);
    return watch.problems;
  }

  #order({ clock, verify, settle }: Pick<Order, "clock" | "verify" | "settle">, all: boolean): Order {
    return { dir: this.#dir, clock, verify, settle, expected: this.books.expected(all) };
  }

  /** Up to where the process is under load, if it lives that long, and has its kill planned. */
  async #untilLoad(plan: Plan, victim: Victim, watch: Watch): Promise<Load | null> {
    const { kill } = plan;
    let opened: Extract<VictimMessage, { event: "open" }> | null = null;
    let load: Load | null = null;
    let began = 0;
    for await (const message of watch.messages()) {
      if (message.event === "loaded") {
        began = performance.now();
        if (kill.at === "opening") watch.killAfter(kill.part * this.#opening);
      }
      if (message.event === "open") {
        opened = message;
        this.upgrade = false;
        // Those that verify take longer for another reason.
        if (!plan.verify) this.#opening = this.#opening * 0.9 + (performance.now() - began) * 0.1;
      }
      if (message.event !== "checked" || opened === null) continue;
      this.#checked(message, watch);
      if (watch.problems.length > 0) victim.kill();
      else load = this.#startLoad(plan, opened, victim, watch);
    }
    return load;
  }

  #checked(message: Extract<VictimMessage, { event: "checked" }>, watch: Watch): void {
    this.#options.counts.openings += 1;
    watch.problems.push(...message.problems, ...this.#callbackProblems(message.callbacks));
    if (message.problems.length === 0) this.books.confirmed();
  }

  /** At least once: every callback was received, and doubles have the same body. */
  #callbackProblems(callbacks: readonly CallbackSeen[]): readonly string[] {
    return callbacks.flatMap(({ eventId, state }) => {
      if (state === "held" || state === "not_configured") return [];
      const bodies = new Set(this.#options.receiver.got.get(eventId)).size;
      if (state === "delivered" && bodies === 1) return [];
      return [`The callback ${eventId} is ${state}, and was received with ${bodies} bodies.`];
    });
  }

  #startLoad(
    plan: Plan,
    { baseUrl, clockId, credentials }: Extract<VictimMessage, { event: "open" }>,
    victim: Victim,
    watch: Watch,
  ): Load {
    const { kill } = plan;
    const closes = kill.at === "closing" || (kill.at === "point" && kill.point === "closing");
    const last = kill.at === "load" || kill.at === "closing" ? kill.count : LATEST;
    if (kill.at === "delivery") this.#options.receiver.inTheMiddleOf(kill.count, () => victim.kill());
    const load = startLoad({
      ...{ baseUrl, clockId, credentials, books: this.books, documents: plan.documents },
      random: new Random(this.#random.between(0, 2 ** 31)),
      callbackUrl: this.#options.receiver.url,
      onRequest: (count) => {
        watch.alive();
        if (count !== last) return;
        if (closes) victim.close();
        // Where a point was not come by, this is late enough.
        if (kill.at !== "point" || !closes) watch.killAfter("after" in kill ? kill.after : 0);
      },
      onAcknowledged: (count) => {
        if (kill.at === "answer" && count === kill.count) victim.kill();
      },
      onViolation: (what) => void watch.problems.push(what),
    });
    // Whatever ended it, nobody would be left to count up to the kill.
    if (!closes) void load.ended.then(() => victim.kill());
    return load;
  }
}

/** What one process says, when it is to die, and whether it hangs. */
class Watch {
  readonly problems: string[] = [];
  closed = false;
  readonly #victim: Victim;
  #alive = 0;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(victim: Victim) {
    this.#victim = victim;
  }

  async *messages(): AsyncGenerator<VictimMessage> {
    for (;;) {
      const message = await this.during(this.#victim.next());
      if (message === null) return;
      if (message.event === "fault") this.problems.push(`Its log has an error: ${message.message}`);
      if (message.event === "closed") {
        this.closed = true;
        this.problems.push(...message.problems);
      }
      yield message;
    }
  }

  /** It got one step further. */
  alive(): void {
    this.#alive = performance.now();
  }

  /** Waits for something that a process which hangs would never bring about. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.alive();
    const timer = setInterval(() => {
      if (performance.now() - this.#alive < HANG) return;
      this.problems.push(`It hung for ${HANG} ms.`);
      this.#victim.kill();
      clearInterval(timer);
    }, 1_000);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  killAfter(milliseconds: number): void {
    this.#timers.add(setTimeout(() => this.#victim.kill(), milliseconds));
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
