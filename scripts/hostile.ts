import { parseArgs } from "node:util";
import { runHostile, shownCounts } from "../test/hostile/run.ts";

/** `npm run hostile [-- --minutes N] [--kills N] [--requests N] [--seed S] [--jobs K] [--json]`: see test/hostile/README.md. */

function numberOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new RangeError(`--${name} is a number, not “${text}”.`);
  return number;
}

async function hostile(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { minutes: text, kills: text, requests: text, seed: text, jobs: text, json: { type: "boolean" } },
  });
  const minutes = numberOf("minutes", values.minutes);
  const limits = { kills: numberOf("kills", values.kills), requests: numberOf("requests", values.requests) };
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const counts = await runHostile({
    ...limits,
    // Without any limit: long enough to see that it works.
    minutes: minutes ?? (limits.kills === null && limits.requests === null ? 2 : null),
    seed: numberOf("seed", values.seed) ?? Date.now() % 1_000_000,
    jobs: numberOf("jobs", values.jobs) ?? 2,
    say,
  });
  process.stdout.write(`${values.json ? JSON.stringify(counts) : shownCounts(counts)}\n`);
  process.exitCode = counts.violations === 0 ? 0 : 1;
}

await hostile(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
});
