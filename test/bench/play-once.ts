import { readFileSync } from "node:fs";
import { wholeRun } from "../../src-shared/foresight/findings/lemma.ts";
import { begin, take } from "../../src-shared/foresight/graph/steps.ts";
import { DEFAULT_ASSUMPTIONS } from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

/** The least that plays a flow so many times: the engine's own decisions, with nothing read but the flow. */

const [file = "", times = ""] = process.argv.slice(2);
const { draft } = analyse(readFileSync(file, "utf8"));
if (draft === null) throw new Error(`${file} has errors`);
for (let n = 0; n < Number(times); n += 1) {
  let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  for (const label of wholeRun(state.program)) state = take(state, label, DEFAULT_ASSUMPTIONS).state;
  if (state.status !== "completed") throw new Error(`the run ended ${state.status}`);
}
