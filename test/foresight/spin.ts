import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckedDraft } from "../../src-shared/language/index.ts";

/** SPIN (spinroot.com), a model checker that others wrote: the stages of flows in its language, and what it finds. */

/** Whether SPIN and a C compiler are here. */
export const hasSpin = (): boolean =>
  ["spin", "gcc"].every((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined);

/**
 * Translates, compiles and runs a model.
 * @param dir a folder for what is made on the way
 */
export function compiled(dir: string, model: string, ...options: readonly string[]): () => string {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "model.pml"), model);
  execFileSync("spin", ["-a", "model.pml"], { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("gcc", ["-w", "-DSAFETY", "-DNOREDUCE", ...options, "-o", "pan", "pan.c"], { cwd: dir });
  // -E: that a flow waits for somebody who never acts is no error of the model.
  return () =>
    execFileSync(join(dir, "pan"), ["-m1000000", "-n", "-E"], { cwd: dir, encoding: "utf8", maxBuffer: 2 ** 28 });
}

/**
 * A model that chooses one of the flows and somebody who never acts (the number of people: nobody), then lets acts happen in
 * any order. It prints `R flow absent stage` for each stage that is reached; behind the last one, the flow is complete.
 * @param prints false: for measuring
 */
export function modelOf(drafts: readonly CheckedDraft[], prints = true): string {
  // Each flow has a loop of its own, so that a step looks at its options alone.
  const loops = drafts.map((draft, flow) => `  :: flow == ${flow} -> do\n${optionsOf(draft, prints).join("\n")}\n  od`);
  const slots = Math.max(1, ...drafts.flatMap(({ process }) => process.stages.map((stage) => actsOf(stage).length)));
  const people = Math.max(...drafts.map(({ parameters }) => parameters.participants.length));
  const absent = prints ? `select(absent : 0 .. ${people});` : `absent = ${people};`;
  return `short flow; byte absent; byte stage; bool d[${slots}];
active proctype flows() {
  select(flow : 0 .. ${drafts.length - 1});
  ${absent}
  if
${loops.join("\n")}
  fi
}
`;
}

interface Act {
  readonly who: string;
  readonly verb: string;
  readonly document: string;
}

type Stage = CheckedDraft["process"]["stages"][number];

function actsOf({ conditions }: Stage): readonly Act[] {
  const acts: Act[] = [];
  for (const { verb, users, documents } of conditions)
    for (const who of users)
      for (const document of documents)
        if (numberOf(acts, { who, verb, document }) < 0) acts.push({ who, verb, document });
  return acts;
}

function numberOf(acts: readonly Act[], act: Act): number {
  return acts.findIndex(({ who, verb, document }) => who === act.who && verb === act.verb && document === act.document);
}

function optionsOf({ process, parameters }: CheckedDraft, prints: boolean): readonly string[] {
  const people = parameters.participants.map(({ name }) => name);
  const lines = process.stages.flatMap((stage, index) => {
    const acts = actsOf(stage);
    const here = `stage == ${index}`;
    const conditions = stage.conditions.map(({ verb, users, documents, count }) => {
      const members = users.map((who) => documents.map((document) => numberOf(acts, { who, verb, document })));
      const full = members.map((slots) => `(${slots.map((slot) => `d[${slot}]`).join(" && ")})`);
      return { slots: new Set(members.flat()), holds: `((${full.join(" + ")}) >= ${count ?? users.length})` };
    });
    const steps = acts.map(({ who }, slot) => {
      const waiting = conditions.filter(({ slots }) => slots.has(slot)).map(({ holds }) => `!${holds}`);
      const may = `${here} && !d[${slot}] && absent != ${people.indexOf(who)} && (${waiting.join(" || ")})`;
      return `  :: atomic { ${may} -> d[${slot}] = true }`;
    });
    const holds = conditions.length === 0 ? "true" : conditions.map((condition) => condition.holds).join(" && ");
    const forget = acts.map((_, slot) => `d[${slot}] = false;`).join(" ");
    const print = prints ? 'c_code { printf("R %d %d %d\\n", now.flow, now.absent, now.stage); };' : "";
    return [...steps, `  :: d_step { ${here} && ${holds} -> stage = ${index + 1}; ${forget} ${print} }`];
  });
  return [...lines, `  :: stage == ${process.stages.length} -> break`];
}
