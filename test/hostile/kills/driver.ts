import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Counts } from "../counts.ts";
import type { Plan } from "./plan.ts";
import { type FlakyReceiver, startFlakyReceiver } from "./receiver.ts";
import { type KillViolation, killInOneWorkspace } from "./run.ts";
import { makeTemplates } from "./templates.ts";

const REGRESSIONS = path.resolve(import.meta.dirname, "../regressions");
/** Small workspaces open fast, and after so many kills each kind of end has come by. */
export const KILLS_PER_WORKSPACE = 25;

export interface KillRun {
  readonly counts: Counts;
  /** Processes that the workspace of a seed sees killed. */
  readonly killsOf: (seed: number) => number;
  /** Workspaces at work at once. */
  readonly jobs: number;
  /** The seed of the next workspace; null: there is none. */
  readonly nextSeed: () => number | null;
  readonly enough: () => boolean;
  readonly onViolation: (message: string) => void;
  /** Called before each kill. */
  readonly onPlan?: (plan: Plan) => void;
  /** Documents that a workspace has from its beginning: to take one in costs more than to kill a process. */
  readonly documents?: number;
}

/** Kills processes in workspace after workspace. A workspace that fails keeps its seed as a file, and its folder. */
export async function runKills(run: KillRun): Promise<void> {
  const templates = await makeTemplates(run.documents);
  // Of its own: a delivery that another workspace's kill leaves unanswered would be tried again much later.
  const receivers = await Promise.all(Array.from({ length: run.jobs }, startFlakyReceiver));
  const work = async (receiver: FlakyReceiver) => {
    for (let seed = run.nextSeed(); seed !== null && !run.enough(); seed = run.nextSeed()) {
      const options = { ...run, templates, receiver, seed, kills: run.killsOf(seed) };
      const violation = await killInOneWorkspace(options);
      if (violation === null) continue;
      run.counts.violations += 1;
      run.onViolation(`${keep(seed, violation)}: ${violation.problems.join("\n")} (workspace ${violation.workspace})`);
    }
  };
  try {
    await Promise.all(receivers.map(work));
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    templates.remove();
  }
}

/** Workspaces that failed once, with the kill in which each did: every later run kills in them again. */
export function keptLives(): readonly { readonly seed: number; readonly cycle: number }[] {
  return readdirSync(REGRESSIONS)
    .filter((name) => /^kills-\d+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(path.join(REGRESSIONS, name), "utf8")))
    .map(({ seed, cycle }) => ({ seed: Number(seed), cycle: Number(cycle) }));
}

function keep(seed: number, { cycle, plan, problems }: KillViolation): string {
  mkdirSync(REGRESSIONS, { recursive: true });
  const file = path.join(REGRESSIONS, `kills-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ seed, cycle, plan, problems }, null, 2)}\n`);
  return file;
}
