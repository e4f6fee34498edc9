import { writeFileSync } from "node:fs";
import path from "node:path";
import { Analyser } from "../../src-shared/language/index.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { keystrokes, longFlow } from "./long-flow.ts";
import { waitsInWords } from "./measure.ts";
import { PEERS, peerSides } from "./peers.ts";
import { outputOf, processes } from "./processes.ts";
import type { Row, Side } from "./row.ts";

/** Milliseconds from a key stroke to its diagnostics. */
function typing(stages: number, taken: number[]): Side {
  const analyser = new Analyser();
  const textAfter = keystrokes(stages);
  let stroke = 0;
  return {
    title: "Analyser, key stroke",
    run(times) {
      for (let n = 0; n < times; n += 1) {
        const began = performance.now();
        analyser.analyse(textAfter(stroke));
        taken.push(performance.now() - began);
        stroke += 1;
      }
    },
  };
}

function keystrokeRow(stages: number, peer: "typing1000" | "typing5000"): Row {
  return {
    name: `keystroke-${stages}-stages`,
    unit: "key strokes/s",
    atLeast: 5,
    unlike: `Ours keeps what it read of the last text, finds several errors, checks some fifty rules beyond the shape, and makes the outline; yaml and ajv read ${stages} stages anew and stop at the first error of the text.`,
    peers: ["ajv"],
    // The peer takes a second for 5,000 stages.
    pace: { rounds: 5, roundMs: stages },
    async open() {
      const taken: number[] = [];
      const make = (await peerSides("yaml-ajv.ts"))[peer];
      if (make === undefined) throw new Error(`peers/yaml-ajv.ts exports no ${peer}`);
      const note = () => `From key stroke to diagnostics: ${waitsInWords(taken)}.`;
      return { ours: typing(stages, taken), peer: make(), note, close: () => Promise.resolve() };
    },
  };
}

export const keystroke1000 = keystrokeRow(1_000, "typing1000");
export const keystroke5000 = keystrokeRow(5_000, "typing5000");

function flowFile(stages: number): { readonly file: string; readonly remove: () => Promise<void> } {
  const dir = benchFolder();
  const file = path.join(dir, "long.flow.yaml");
  writeFileSync(file, longFlow(stages));
  return { file, remove: async () => removeFolder(dir) };
}

const besideCheckOnce = (file: string): Side =>
  processes("node, yaml 2 and ajv 8", [path.join(PEERS, "check-once.ts"), file]);

export const lintCommand: Row = {
  name: "lint-command",
  unit: "commands/s",
  atLeast: 1,
  unlike:
    "Ours is the whole command, its launcher, its command line and its report included; the peer is a bare script. Both start Node and read one small file.",
  peers: ["ajv"],
  pace: { rounds: 7, roundMs: 1_500 },
  async open() {
    const { file, remove } = flowFile(5);
    return {
      ours: processes("countersign lint", ["bin/countersign.mjs", "lint", file]),
      peer: besideCheckOnce(file),
      close: remove,
    };
  },
};

export const coldLint: Row = {
  name: "cold-lint-1000-stages",
  unit: "processes/s",
  atLeast: 1,
  unlike:
    "Both start Node, load their modules and look at 1,000 stages once, before anything is compiled; ours checks all rules.",
  peers: ["ajv"],
  pace: { rounds: 7, roundMs: 2_000 },
  async open() {
    const { file, remove } = flowFile(1_000);
    const taken: number[] = [];
    const script = "test/bench/analyse-once.ts";
    const { megabytes } = JSON.parse(await outputOf(["--expose-gc", script, file, "--held"])) as {
      readonly megabytes: number;
    };
    const heard = (out: string): void => {
      taken.push((JSON.parse(out) as { readonly ms: number }).ms);
    };
    return {
      ours: processes("first analysis of a process", [script, file], heard),
      peer: besideCheckOnce(file),
      note: () => `The first analysis alone: ${waitsInWords(taken)}; an editor then holds ${megabytes.toFixed(1)} MB.`,
      close: remove,
    };
  },
};
