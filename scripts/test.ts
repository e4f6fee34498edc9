import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { CLIENTS, clientsInstalled } from "../test/clients/installed.ts";
import { ensurePrograms } from "../test/harness/browser.ts";
import { buildPrograms } from "../test/harness/programs.ts";
import { ensureRenderer } from "./build-renderer.ts";
import { installedElectron } from "./electron.ts";
import { forgetOlderTypes } from "./forget-types.ts";
import { memoryFolder } from "./memory-folder.ts";
import { at } from "./places.ts";
import { runCommand, runVisibly } from "./run-command.ts";
import type { Counts } from "./test-counts.ts";
import { add, oneCheck, playwrightCounts, settle, summary, vitestCounts } from "./test-counts.ts";
import { type Failure, playwrightFailures, type ReadFailures, secondTry, vitestFailures } from "./test-failures.ts";

/**
 * `npm test [stage…] [path…]`: every check of the house, or the stages named, then one line with what they come to,
 * after a list of what failed. Paths narrow the one test runner that is named: `npm run test:unit -- test/flow`.
 */

const REPORTS = at(".cache/test");
const bin = (name: string): string => at("node_modules/.bin", name);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs a tool that prints only problems, and counts it as one check. */
async function check(program: string, ...args: readonly string[]): Promise<Counts> {
  const { code, output } = await runCommand(bin(program), args);
  if (code !== 0) {
    say(output.trimEnd());
    failures.push(`${program} failed; its lines are above.`);
  }
  return oneCheck(code === 0);
}

/** Failures, listed again at the end: the end is what a CI's log keeps. */
const failures: string[] = [];
/** Tests that failed in the full run and passed when run alone. */
const unsteady: string[] = [];

/** Readers of a test runner's JSON report. */
interface Runner {
  readonly count: (report: unknown) => Counts;
  readonly failures: ReadFailures;
}
const VITEST: Runner = { count: vitestCounts, failures: vitestFailures };
const PLAYWRIGHT: Runner = { count: playwrightCounts, failures: playwrightFailures };

interface Ran {
  readonly counts: Counts;
  readonly problem: string | null;
  readonly failed: readonly Failure[];
}

async function run(name: string, [program, ...args]: readonly [string, ...string[]], runner: Runner): Promise<Ran> {
  const file = `${REPORTS}/${name}.json`;
  rmSync(file, { force: true });
  const code = await runVisibly(bin(program), args, { COUNTERSIGN_TEST_REPORT: file });
  const report = existsSync(file) ? readFileSync(file, "utf8") : null;
  const { counts, problem } = settle(report, runner.count, code);
  const readable = report !== null && problem === null && counts.failed > 0;
  return { counts, problem, failed: readable ? runner.failures(JSON.parse(report)) : [] };
}

/** Runs a test runner and reads its JSON report. Failed tests run once more without the others. */
async function suite(name: string, command: readonly [string, ...string[]], runner: Runner): Promise<Counts> {
  const { counts, problem, failed } = await run(name, command, runner);
  if (problem !== null) failures.push(`The suite ${name} failed: ${problem}.`);
  const places = problem === null ? secondTry(failed) : [];
  if (places.length > 0) {
    say(`\nOnce more, without the others: ${places.join(", ")}`);
    const again = await run(`${name}-again`, [...command, ...places], runner);
    if (again.problem === null && again.counts.failed === 0) {
      unsteady.push(...failed.map(({ text }) => text));
      return { ...counts, passed: counts.passed + counts.failed, failed: 0 };
    }
  }
  failures.push(...failed.map(({ text }) => text));
  return counts;
}

/** Without them their tests are skipped, and say so: a machine without a registry can still test everything else. */
async function installClients(): Promise<void> {
  if (clientsInstalled()) return;
  say("Installing the clients that the service is tested with (test/clients).");
  const { code, output } = await runCommand("npm", ["ci", "--ignore-scripts", "--prefix", CLIENTS]);
  if (code !== 0) say(`They could not be installed; their tests are skipped.\n${output.trimEnd()}`);
}

type Paths = readonly string[];

/** Paths narrow it whatever project they are of (vitest.config.ts). */
const vitest = (name: string, projects: readonly string[]) => async (paths: Paths) => {
  ensurePrograms();
  await installClients();
  // A few files start few programs: from source, that takes less than the build.
  if (paths.length === 0) await buildPrograms();
  const which = paths.length > 0 ? paths : projects.map((project) => `--project=${project}`);
  return suite(name, ["vitest", "run", ...which], VITEST);
};

const components = async (paths: Paths): Promise<Counts> => {
  ensurePrograms();
  return suite("components", ["vitest", "run", "--config", "vitest.components.config.ts", ...paths], VITEST);
};

const playwright = async (project: string, paths: Paths): Promise<Counts> => {
  ensurePrograms();
  await ensureRenderer();
  await buildPrograms();
  return suite(project, ["playwright", "test", `--project=${project}`, ...paths], PLAYWRIGHT);
};

const build = (): Promise<Counts> => check("electron-vite", "build", "--logLevel", "warn", "--ignoreConfigWarning");

const desktop = async (paths: Paths): Promise<Counts> => {
  if (installedElectron() === null) say("skipped: no Electron runtime");
  else if ((await build()).failed > 0) throw new Error("The desktop shell does not build; the lines above say why.");
  return playwright("desktop", paths);
};

/** The stages that accept file arguments. */
const RUNNERS = ["unit", "system", "components", "e2e", "desktop"];
const STAGES: Readonly<Record<string, (paths: Paths) => Promise<Counts>>> = {
  types: () => {
    forgetOlderTypes(at(".cache/types"), at("resources/locales"));
    return check("tsc", "--build");
  },
  lint: () => check("biome", "check", "--error-on-warnings", "."),
  build,
  unit: vitest("unit", ["unit", "renderer", "small-stack"]),
  system: vitest("system", ["system", "alone", "hostile"]),
  components,
  e2e: (paths) => playwright("e2e", paths),
  desktop,
};

/** What a stage comes to, with its title and, if it could not run at all, the reason. */
async function runStage(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  say(`\n== ${name}`);
  const began = performance.now();
  const counts = await stage().catch((error: unknown) => {
    failures.push(`The stage ${name} failed: ${error instanceof Error ? error.message : error}`);
    return oneCheck(false);
  });
  say(`== ${name}: ${counts.failed === 0 ? "ok" : "FAILED"} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return counts;
}

/** What is wrong with the command line; null where nothing is. */
function usageProblem(stages: readonly string[], paths: Paths): string | null {
  const unknown = paths.filter((path) => !existsSync(at(path)));
  if (unknown.length > 0)
    return `There is no test stage and no path ${unknown.join(", ")}; the stages are ${Object.keys(STAGES).join(", ")}.`;
  if (paths.length > 0 && !(stages.length === 1 && RUNNERS.includes(stages[0] ?? "")))
    return `Paths narrow one of ${RUNNERS.join(", ")}: name that stage before them.`;
  return null;
}

async function test(args: readonly string[]): Promise<void> {
  const stages = args.filter((name) => STAGES[name] !== undefined);
  const paths = args.filter((name) => STAGES[name] === undefined);
  const wrong = usageProblem(stages, paths);
  if (wrong !== null) {
    say(wrong);
    process.exitCode = 2;
    return;
  }
  mkdirSync(REPORTS, { recursive: true });
  process.env.TMPDIR = memoryFolder() ?? tmpdir();
  const all: Counts[] = [];
  for (const [name, stage] of Object.entries(STAGES)) {
    if (args.length === 0 || stages.includes(name)) all.push(await runStage(name, () => stage(paths)));
  }
  const total = add(all);
  if (unsteady.length > 0) say(`\nPassed only when run once more:\n${unsteady.join("\n")}`);
  if (failures.length > 0) say(`\nFailed:\n${failures.join("\n")}`);
  say(`\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test(process.argv.slice(2));
