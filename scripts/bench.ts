import path from "node:path";
import { parseArgs } from "node:util";
import { measuredApart } from "../test/bench/apart.ts";
import { hasPeer, PEERS } from "../test/bench/peers.ts";
import type { Failure, Result, Row, Spread } from "../test/bench/row.ts";
import { ROWS } from "../test/bench/rows.ts";
import { runCommand } from "./run-command.ts";

/** `npm run bench [-- --only NAME] [--json]`: ours beside its peers, in one run on this machine. */

const PROGRAM = path.resolve(import.meta.dirname, "../test/bench/measure-row.ts");
/** Milliseconds of wall time for one row; a slow machine fills the largest workspace in a tenth of it. */
const ROW_LIMIT = 20 * 60_000;

/** Rows whose peers cannot be had fail one by one; the others need none. */
async function installPeers(rows: readonly Row[]): Promise<void> {
  const missing = rows.flatMap((row) => row.peers).filter((peer) => !hasPeer(peer));
  if (missing.length === 0) return;
  process.stderr.write(`Installing the peers of the benchmarks: ${[...new Set(missing)].join(", ")}\n`);
  const { code, output } = await runCommand("npm", ["ci", "--prefix", PEERS]);
  if (code !== 0) process.stderr.write(`The peers could not be installed:\n${output}\n`);
}

const number = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 4 });

function shown({ unit, atLeast, met, ...result }: Result): string {
  const side = (title: string, { min, median, max }: Spread): string =>
    `  ${title.padEnd(28)} ${number(median).padStart(12)} ${unit}   (min ${number(min)}, max ${number(max)})`;
  return [
    `${result.name}, ${result.rounds} rounds`,
    side(result.oursTitle, result.oursSpread),
    ...result.beside
      .toReversed()
      .map(({ title, spread }) => `${side(title, spread)} ratio ${number(spread.median / result.peer)}`),
    side(result.peerTitle, result.peerSpread),
    `  ratio ${number(result.ratio)}; target at least ${number(atLeast)}: ${met ? "met" : "NOT met"}`,
    ...(result.note === null ? [] : [`  ${result.note}`]),
    `  Not alike: ${result.unlike}`,
  ].join("\n");
}

async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: "string" }, json: { type: "boolean" } } });
  const rows = ROWS.filter(({ name }) => values.only === undefined || name === values.only);
  if (rows.length === 0) {
    process.stderr.write(
      `There is no measure “${values.only}”; there are ${ROWS.map(({ name }) => name).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  await installPeers(rows);
  const results: Result[] = [];
  const failures: Failure[] = [];
  for (const { name } of rows) {
    const outcome = await measuredApart(PROGRAM, name, ROW_LIMIT);
    if ("error" in outcome) {
      failures.push(outcome);
      process.stderr.write(`${name} could not be measured: ${outcome.error}\n\n`);
    } else {
      results.push(outcome);
      if (!values.json) process.stdout.write(`${shown(outcome)}\n\n`);
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ rows: results, failures }, null, 2)}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

await bench(process.argv.slice(2));
