import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { at, ROOT } from "./places.ts";
import { runVisibly } from "./run-command.ts";

/** `npm run fuzz [-- --times N] [path…]`: the generated tests with N times the inputs of the test run; 10 by default. */

/** All whose number of inputs can be raised. */
const FILES = globSync("test/**/*.test.ts", { cwd: ROOT }).filter((file) =>
  /from "\.\.\/fuzz\/effort\.ts"|\bfaultsOn\b/.test(readFileSync(at(file), "utf8")),
);

const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "10" } },
  allowPositionals: true,
});
if (!(Number(values.times) > 0)) {
  process.stderr.write(`--times is a number above 0, not “${values.times}”.\n`);
  process.exitCode = 2;
} else {
  const paths = positionals.length > 0 ? positionals : ["test/fuzz", ...FILES];
  const more = { COUNTERSIGN_FUZZ_TIMES: values.times };
  process.exitCode = await runVisibly(at("node_modules/.bin/vitest"), ["run", ...paths], more);
}
