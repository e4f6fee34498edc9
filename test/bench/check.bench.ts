import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { check } from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { crowdedFlow, pairedFlow } from "./crowded-flow.ts";
import { benchFolder, ROOT, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import { outputOf, processes } from "./processes.ts";
import type { Row, Side } from "./row.ts";
import type { SlicedAsk } from "./sliced-worker.ts";

const example = (name: string, kind = "flow") => path.join(ROOT, `resources/examples/${name}/${name}.${kind}.yaml`);
const EXAMPLES = ["board", "employment", "loan", "nda"].map((name) => readFileSync(example(name), "utf8"));
const LOAN = readFileSync(example("loan"), "utf8");

/** A worker as the app's, asked one question after the other. */
function worker() {
  const started = new Worker(path.join(import.meta.dirname, "sliced-worker.ts"));
  let id = 0;
  const ask = (work: SlicedAsk["work"], text = ""): Promise<unknown> => {
    id += 1;
    started.postMessage({ id, work, text } satisfies SlicedAsk);
    return work === "leave" ? Promise.resolve() : once(started, "message");
  };
  return { ask, close: () => started.terminate() };
}

/** Each text is another one, as after a key stroke. */
function keys(title: string, work: SlicedAsk["work"], taken: number[]) {
  const { ask, close } = worker();
  let stroke = 0;
  const side: Side = {
    title,
    async run(times) {
      for (let n = 0; n < times; n += 1) {
        stroke += 1;
        const began = performance.now();
        await ask(work, `${LOAN}# ${stroke}\n`);
        taken.push(performance.now() - began);
      }
    },
  };
  return { side, close };
}

export const loanFindings: Row = {
  name: "loan-findings",
  unit: "key strokes/s",
  atLeast: 0.1,
  unlike:
    "Both read and judge the loan example in a worker, from the message to the answer; ours also finds what can go wrong.",
  peers: [],
  pace: { rounds: 5, roundMs: 1_500 },
  open() {
    const taken: number[] = [];
    const ours = keys("findings, in a worker", "find", taken);
    const peer = keys("diagnostics alone", "analyse", []);
    return Promise.resolve({
      ours: ours.side,
      peer: peer.side,
      note: () => `From key stroke to findings: ${waitsInWords(taken)}; wanted: p95 60 ms.`,
      close: async () => void (await Promise.all([ours.close(), peer.close()])),
    });
  },
};

/** Checks of some texts, beside reading and judging them alone. */
function checks(name: string, texts: readonly string[], wanted: string, atLeast: number): Row {
  return {
    name,
    unit: "flows/s",
    atLeast,
    each: texts.length,
    unlike:
      "Ours explores every run and finds what can go wrong; the peer reads each text and judges it by the rules of the language.",
    peers: [],
    pace: { rounds: 5, roundMs: 1_500 },
    open() {
      const taken: number[] = [];
      return Promise.resolve({
        ours: {
          title: "countersign's check",
          run(times) {
            for (let n = 0; n < times; n += 1)
              for (const text of texts) {
                const began = performance.now();
                if (check(text).verdict !== "checked") throw new Error("a flow was not checked");
                taken.push(performance.now() - began);
              }
          },
        },
        peer: {
          title: "the language alone",
          run(times) {
            for (let n = 0; n < times; n += 1) for (const text of texts) analyse(text);
          },
        },
        note: () => `Each check takes: ${waitsInWords(taken)}; wanted: ${wanted}.`,
        close: () => Promise.resolve(),
      });
    },
  };
}

export const examplesChecked = checks("examples-checked", EXAMPLES, "20 ms", 0.2);
export const mixedChecked = checks("check-20-stages-30-people", [crowdedFlow(20, 30)], "150 ms", 0.05);
export const pairsChecked = checks("check-100-stages-of-50-pairs", [pairedFlow(100, 100)], "1 s", 0.05);

const SCENARIOS = 1_000;

export const scenariosPlayed: Row = {
  name: "scenarios-played",
  unit: "scenarios/s",
  atLeast: 0.2,
  each: SCENARIOS,
  unlike: `Both start a process and play ${SCENARIOS} runs of the loan; ours also reads a scenario for each, keeps every clock, checks what is expected and reports.`,
  peers: [],
  pace: { rounds: 5, roundMs: 3_000 },
  open() {
    const dir = benchFolder();
    writeFileSync(path.join(dir, "loan.flow.yaml"), LOAN);
    const [, all = ""] = /^scenarios:\n([\s\S]*)$/m.exec(readFileSync(example("loan", "scenario"), "utf8")) ?? [];
    const few = all.split(/^(?= {2}- scenario:)/m).filter((one) => one.startsWith("  - scenario:"));
    const many = Array.from({ length: SCENARIOS }, (_, at) =>
      (few[at % few.length] ?? "").replace("scenario: ", `scenario: ${at} `),
    );
    const file = path.join(dir, "many.scenario.yaml");
    writeFileSync(file, `flow: ./loan.flow.yaml\nscenarios:\n${many.join("")}`);
    let [scenarios, milliseconds] = [0, 0];
    const command = processes("countersign test", ["bin/countersign.mjs", "test", file]);
    return Promise.resolve({
      ours: {
        ...command,
        async run(times) {
          const began = performance.now();
          await command.run(times);
          milliseconds += performance.now() - began;
          scenarios += times * SCENARIOS;
        },
      },
      peer: processes("engine alone", ["test/bench/play-once.ts", path.join(dir, "loan.flow.yaml"), String(SCENARIOS)]),
      note: () =>
        `${Math.round((scenarios / milliseconds) * 60_000).toLocaleString("en")} scenarios a minute, start included; wanted: 5,000.`,
      close: async () => removeFolder(dir),
    });
  },
};

/** How soon work is left, wherever it is by then. */
function left(title: string, work: SlicedAsk["work"], text: string, taken: number[]) {
  const { ask, close } = worker();
  let nth = 0;
  const side: Side = {
    title,
    async run(times) {
      for (let n = 0; n < times; n += 1) {
        const answered = ask(work, text);
        // From its first step to far into its graph.
        nth += 1;
        await new Promise((resolve) => setTimeout(resolve, 50 + ((nth * 137) % 1_500)));
        const began = performance.now();
        await ask("leave");
        await answered;
        taken.push(performance.now() - began);
      }
    },
  };
  return { side, close };
}

export const checkLeft: Row = {
  name: "check-left-1000-stages",
  unit: "checks/s",
  atLeast: 0.8,
  unlike: "Both are left at the same moments; the peer does nothing but look whether it is still wanted, every 30 ms.",
  peers: [],
  pace: { rounds: 3, roundMs: 15_000 },
  open() {
    const taken: number[] = [];
    const ours = left("check of 1,000 stages", "check", crowdedFlow(1_000, 30), taken);
    const peer = left("idle slices", "idle", "", []);
    return Promise.resolve({
      ours: ours.side,
      peer: peer.side,
      note: () => `From cancel to the end of the work: ${waitsInWords(taken)}; wanted: 100 ms.`,
      close: async () => void (await Promise.all([ours.close(), peer.close()])),
    });
  },
};

/** Mebibytes above a process that has loaded the same and checks nothing. */
const MOST_MEBIBYTES = 200;
const memoryOf = async (kind: string) =>
  (
    JSON.parse(await outputOf(["test/bench/check-memory.ts", kind])) as {
      readonly mebibytes: number;
    }
  ).mebibytes;

export const checkMemory: Row = {
  name: "check-memory",
  unit: "processes/s",
  atLeast: 0.02,
  unlike: `Ours checks 1,000 stages of 30 people, a stage beyond its budget, and an expectation beyond it; the peer loads the same and checks nothing. A check that takes more than ${MOST_MEBIBYTES} MiB above it fails the row.`,
  peers: [],
  pace: { rounds: 3, roundMs: 5_000 },
  open() {
    const most = { crowded: 0, exhausting: 0, expecting: 0 };
    return Promise.resolve({
      ours: {
        title: "three checks",
        async run(times) {
          for (let n = 0; n < times; n += 1) {
            const empty = await memoryOf("none");
            for (const kind of ["crowded", "exhausting", "expecting"] as const) {
              const above = (await memoryOf(kind)) - empty;
              if (above > MOST_MEBIBYTES)
                throw new Error(`The ${kind} flow takes ${above.toFixed(0)} MiB above an empty process.`);
              most[kind] = Math.max(most[kind], above);
            }
          }
        },
      },
      peer: processes("empty process", ["test/bench/check-memory.ts", "none"]),
      note: () =>
        `Above an empty process: 1,000 stages ${most.crowded.toFixed(0)} MiB, beyond the budget ${most.exhausting.toFixed(0)} MiB, an expectation beyond it ${most.expecting.toFixed(0)} MiB; wanted: at most ${MOST_MEBIBYTES} MiB.`,
      close: () => Promise.resolve(),
    });
  },
};
