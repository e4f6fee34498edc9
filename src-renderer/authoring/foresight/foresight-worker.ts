/** Computes what can happen in a flow: in slices, so that it can be canceled at once. */
import {
  checking,
  decidingExpectations,
  figureRunsOf,
  type Report,
  reportJson,
  runsOf,
  type ShownStep,
  suggesting,
} from "../../../src-shared/foresight/index.ts";
import { Analyser, analyse } from "../../../src-shared/language/index.ts";
import { translationFor } from "../language/ask-worker.ts";
import { inSlices } from "../language/in-slices.ts";
import type {
  Foreseen,
  ForesightAnswered,
  ForesightAnswers,
  ForesightAsked,
  LongWork,
  RunOf,
  Runs,
} from "./foreseen.ts";

type Asked<A extends ForesightAsked["ask"]> = Extract<ForesightAsked, { readonly ask: A }>;

/** Each caches what it read of one text for the next: two kinds of work can be at different texts. */
const analysers = { check: new Analyser(), decide: new Analyser() };
/** The current question of each kind; 0: none. */
const wanted: Record<LongWork, number> = { check: 0, decide: 0, suggest: 0, json: 0 };
/** The check that was told to stop early; 0: none. */
let enough = 0;
/** The newest answer, whose runs may be requested. */
let last: { readonly asked: Asked<"check">; readonly report: Report } | null = null;

self.onmessage = ({ data }: MessageEvent<ForesightAsked>) => {
  switch (data.ask) {
    case "check":
      check(data).catch(reportError);
      return;
    case "decide":
      decide(data).catch(reportError);
      return;
    case "suggest":
      suggest(data).catch(reportError);
      return;
    case "enough":
      enough = wanted.check;
      return;
    case "leave":
      wanted[data.work] = 0;
      return;
    case "run":
      answer<"run">(
        data.id,
        reportOf(data.answer, (report) => runOf(report, data.run)),
      );
      return;
    case "json":
      json(data).catch(reportError);
      return;
    case "runs":
      answer<"runs">(data.id, reportOf(data.answer, allRuns));
  }
};

/** States explored without a noticeable wait: a longer check first sends a partial answer. */
const EARLY = 2_000;

async function check(asked: Asked<"check">): Promise<void> {
  const { id, text, budget } = asked;
  const options = { ...optionsFor(asked, analysers.check), isEnough: () => enough === id };
  const early = await wantedWork("check", id, checking(text, { ...options, budget: Math.min(EARLY, budget) }));
  if (early === null) return;
  last = { asked, report: early };
  if (early.verdict === "not_decided" && budget > EARLY) {
    send({ id, early: foreseenOf(id, text, early) });
    const report = await wantedWork("check", id, checking(text, options));
    if (report === null) return;
    last = { asked, report };
  }
  answer<"check">(id, foreseenOf(id, text, last.report));
}

async function decide(asked: Asked<"decide">): Promise<void> {
  const { id, text, expectations } = asked;
  const work = decidingExpectations(text, expectations, optionsFor(asked, analysers.decide));
  const done = await wantedWork("decide", id, boxed(work));
  if (done !== null) answer<"decide">(id, { text, expectations, expected: done.value });
}

async function suggest({ id, text }: Asked<"suggest">): Promise<void> {
  const { draft } = analyse(text);
  const suggestions = draft === null ? [] : await wantedWork("suggest", id, suggesting(draft));
  if (suggestions !== null) answer<"suggest">(id, suggestions);
}

/** With expectations, the whole check runs once more: the view decides them separately. */
async function json({ id, answer: of, file, expectations }: Asked<"json">): Promise<void> {
  if (last?.asked.id !== of) return answer<"json">(id, null);
  const { asked, report } = last;
  if (expectations.trim() === "") return answer<"json">(id, jsonOf(report, file));
  const options = { ...optionsFor(asked, new Analyser()), expectations: { text: expectations } };
  const whole = await wantedWork("json", id, checking(asked.text, options));
  answer<"json">(id, whole && jsonOf(whole, file));
}

function optionsFor({ language, budget }: Pick<Asked<"check">, "language" | "budget">, analyser: Analyser) {
  const translation = translationFor(language);
  return { analyser, budget, ...(translation && { translation }) };
}

/** Distinguishes an answer of null from a canceled one. */
function* boxed<T>(work: Generator<number, T>): Generator<number, { readonly value: T }> {
  return { value: yield* work };
}

/** Milliseconds between two progress reports: drawing each one delays low-priority updates. */
const REPORT_MS = 250;

/** Runs work to its end and posts its progress; null if a newer request of its kind has arrived. */
function wantedWork<T>(work: LongWork, id: number, steps: Generator<number, T>): Promise<T | null> {
  wanted[work] = id;
  let reported = 0;
  return inSlices(
    steps,
    () => wanted[work] === id,
    (states) => {
      const now = performance.now();
      if (now - reported < REPORT_MS) return;
      reported = now;
      send({ id, states });
    },
  );
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
    findings: findings.map(
      ({ id: rule, severity, message, range, participants, document, hasRun, fix, figures, figureRuns }) => ({
        id: rule,
        severity,
        message,
        range,
        participants,
        document,
        hasRun,
        fix,
        figures,
        shows: figureRuns.map(({ shows }) => shows),
      }),
    ),
  };
}

function reportOf<T>(id: number, read: (report: Report) => T): T | null {
  return last?.asked.id === id ? read(last.report) : null;
}

function runOf({ outcomes, findings }: Report, which: RunOf): readonly ShownStep[] {
  const { of, at } = which;
  if (of === "figures") return findings[at]?.figureRuns.find(({ shows }) => shows === which.shows)?.run() ?? [];
  return of === "outcomes" ? (outcomes[at]?.trace ?? []) : (findings[at]?.run() ?? []);
}

function allRuns({ outcomes, findings }: Report): Runs {
  return { outcomes: outcomes.map(({ trace }) => trace), findings: runsOf(findings), figures: figureRunsOf(findings) };
}

/** In the format of `countersign check --json`. */
function jsonOf(report: Report, file: string): string {
  return `${JSON.stringify({ files: [{ file, ...reportJson(report) }] }, null, 2)}\n`;
}

function answer<A extends keyof ForesightAnswers>(id: number, value: ForesightAnswers[A]): void {
  send({ id, answer: value });
}

function send(answered: ForesightAnswered): void {
  self.postMessage(answered);
}
