import { parentPort } from "node:worker_threads";
import { inSlices } from "../../src-renderer/authoring/language/in-slices.ts";
import { checking, findingIn } from "../../src-shared/foresight/index.ts";
import { Analyser } from "../../src-shared/language/index.ts";

/** Works for the benchmarks as the app's workers do: in slices, on the newest question alone. */

export interface SlicedAsk {
  readonly id: number;
  /** `idle`: nothing but slices of waiting, the least that can be left. */
  readonly work: "find" | "analyse" | "check" | "idle" | "leave";
  readonly text: string;
}

const analyser = new Analyser();
let wanted = 0;

function* idle(): Generator<undefined, null> {
  for (;;) yield;
}

function workOf({ work, text }: SlicedAsk): Generator<unknown, unknown> {
  if (work === "find") return findingIn(text, { analyser });
  if (work === "analyse") return analyser.analysing(text);
  return work === "check" ? checking(text, { analyser }) : idle();
}

parentPort?.on("message", (ask: SlicedAsk) => {
  wanted = ask.id;
  if (ask.work === "leave") return;
  void inSlices(workOf(ask), () => wanted === ask.id).then((done) =>
    parentPort?.postMessage({ id: ask.id, left: done === null }),
  );
});
