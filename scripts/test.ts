import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { CLIENTS, clientsInstalled } from "../test/clients/installed.ts";
import { ensurePrograms } from "../test/harness/browser.ts";
import { ensureRenderer } from "./build-renderer.ts";
import { installedElectron } from "./electron.ts";
import { at } from "./places.ts";
import { runCommand, runVisibly } from "./run-command.ts";
import type { Counts } from "./test-counts.ts";
import { add, oneCheck, playwrightCounts, settle, summary, vitestCounts } from "./test-counts.ts";

/** `npm test [stage…]`: every check of the house, then one line with what they come to. */

const REPORTS = at(".cache/test");
const bin = (name: string): string => at("node_modules/.bin", name);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A tool that speaks only when something is wrong, and counts as one. */
async function check(program: string, ...args: readonly string[]): Promise<Counts> {
  const { code, output } = await runCommand(bin(program), args);
  if (code !== 0) say(output.trimEnd());
  return oneCheck(code === 0);
}

/** A test runner whose JSON report is what counts. */
async function suite(
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  count: (report: unknown) => Counts,
): Promise<Counts> {
  const file = `${REPORTS}/${name}.json`;
  rmSync(file, { force: true });
  const code = await runVisibly(bin(program), args, { COUNTERSIGN_TEST_REPORT: file });
  const { counts, problem } = settle(existsSync(file) ? readFileSync(file, "utf8") : null, count, code);
  if (problem !== null) say(`The suite ${name} failed: ${problem}.`);
  return counts;
}

/** Without them their tests are skipped, and say so: a machine without a registry can still test everything else. */
async function installClients(): Promise<void> {
  if (clientsInstalled()) return;
  say("Installing the clients that the service is tested with (test/clients).");
  const { code, output } = await runCommand("npm", ["ci", "--ignore-scripts", "--prefix", CLIENTS]);
  if (code !== 0) say(`They could not be installed; their tests are skipped.\n${output.trimEnd()}`);
}

const vitest = async (): Promise<Counts> => {
  ensurePrograms();
  await installClients();
  return suite("unit", ["vitest", "run"], vitestCounts);
};

const playwright = async (project: string): Promise<Counts> => {
  ensurePrograms();
  await ensureRenderer();
  return suite(project, ["playwright", "test", `--project=${project}`], playwrightCounts);
};

const build = (): Promise<Counts> => check("electron-vite", "build", "--logLevel", "warn", "--ignoreConfigWarning");

const desktop = async (): Promise<Counts> => {
  if (installedElectron() === null) say("skipped: no Electron runtime");
  else if ((await build()).failed > 0) throw new Error("The desktop shell does not build; the lines above say why.");
  return playwright("desktop");
};

const STAGES: Readonly<Record<string, () => Promise<Counts>>> = {
  types: () => check("tsc", "--build"),
  lint: () => check("biome", "check", "--error-on-warnings", "."),
  build,
  unit: vitest,
  e2e: () => playwright("e2e"),
  desktop,
};

/** What a stage comes to, with its title and, if it could not run at all, the reason. */
async function runStage(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  say(`\n== ${name}`);
  const began = performance.now();
  const counts = await stage().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return oneCheck(false);
  });
  say(`== ${name}: ${counts.failed === 0 ? "ok" : "FAILED"} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return counts;
}

async function test(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => STAGES[name] === undefined);
  if (unknown.length > 0) {
    say(`There is no test stage ${unknown.join(", ")}; there are ${Object.keys(STAGES).join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  mkdirSync(REPORTS, { recursive: true });
  const all: Counts[] = [];
  for (const [name, stage] of Object.entries(STAGES)) {
    if (names.length === 0 || names.includes(name)) all.push(await runStage(name, stage));
  }
  const total = add(all);
  say(`\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test(process.argv.slice(2));
