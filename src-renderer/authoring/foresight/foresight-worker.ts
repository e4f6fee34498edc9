/** Works out what can happen in a flow: in slices, so that it hears at once when the answer is wanted no more. */
import { checking, type Report, reportJson, runsOf, type Step } from "../../../src-shared/foresight/index.ts";
import { Analyser } from "../../../src-shared/language/index.ts";
import { translationFor } from "../language/ask-worker.ts";
import { inSlices } from "../language/in-slices.ts";
import type { Foreseen, ForesightAnswered, ForesightAsked, RunOf, Runs } from "./foreseen.ts";

/** Keeps what it read of one text for the next. */
const analyser = new Analyser();
/** The check that is wanted; 0: none. */
let wanted = 0;
/** The newest answer, whose runs may be asked for. */
let last: { readonly id: number; readonly report: Report } | null = null;

self.onmessage = ({ data }: MessageEvent<ForesightAsked>) => {
  switch (data.ask) {
    case "check":
      void check(data.id, data.text, data.language);
      return;
    case "leave":
      wanted = 0;
      return;
    case "run":
      answer({ is: "run", id: data.id, run: reportOf(data.answer, (report) => runOf(report, data.run)) });
      return;
    case "json":
      answer({ is: "json", id: data.id, json: reportOf(data.answer, (report) => jsonOf(report, data.file)) });
      return;
    case "runs":
      answer({ is: "runs", id: data.id, runs: reportOf(data.answer, allRuns) });
  }
};

async function check(id: number, text: string, language: string): Promise<void> {
  wanted = id;
  const translation = translationFor(language);
  const work = checking(text, { analyser, ...(translation && { translation }) });
  const report = await inSlices(
    work,
    () => wanted === id,
    (states) => answer({ is: "progress", id, states }),
  );
  if (report === null) return;
  last = { id, report };
  answer({ is: "foreseen", foreseen: foreseenOf(id, text, report) });
}

function foreseenOf(id: number, text: string, report: Report): Foreseen {
  const { verdict, states, transitions, findings, outcomes } = report;
  return {
    id,
    text,
    verdict,
    states,
    transitions,
    outcomes: outcomes.map(({ status, stage, trace }) => ({ status, stage, last: trace.at(-1) ?? null })),
    findings: findings.map(({ id: rule, severity, message, range, participants, figures }) => ({
      id: rule,
      severity,
      message,
      range,
      participants,
      figures,
    })),
  };
}

function reportOf<T>(id: number, read: (report: Report) => T): T | null {
  return last?.id === id ? read(last.report) : null;
}

function runOf({ outcomes, findings }: Report, { of, at }: RunOf): readonly Step[] {
  return of === "outcomes" ? (outcomes[at]?.trace ?? []) : (findings[at]?.run() ?? []);
}

function allRuns({ outcomes, findings }: Report): Runs {
  return { outcomes: outcomes.map(({ trace }) => trace), findings: runsOf(findings) };
}

/** As `countersign check --json` prints it. */
function jsonOf(report: Report, file: string): string {
  return `${JSON.stringify({ files: [{ file, ...reportJson(report) }] }, null, 2)}\n`;
}

function answer(answered: ForesightAnswered): void {
  self.postMessage(answered);
}
