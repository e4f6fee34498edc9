import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import {
  acceptance,
  type CheckedExpectation,
  type ExpectationsRead,
  type Names,
  namesWithAsks,
  type PlacedExpectation,
  verdictProblems,
} from "../../../src-shared/foresight/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Decided } from "../foresight/foreseen.ts";
import { type Ask, type Progress, useNewest } from "../foresight/use-newest.ts";
import { type AcceptedProblem, type AnalysisView, isSound, type ShownProblem } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { newestOnly } from "../language/newest-only.ts";
import { valueAt } from "../language/raw-value.ts";
import { useSession } from "../session/use-session.ts";

/** The expectations of the open flow, and their verdicts. */
export interface Expected {
  /** The text as last parsed; null before the first time. */
  readonly read: ExpectationsRead | null;
  readonly names: Names;
  /** The last verdicts: they stay while newer ones are being computed, or the flow has errors. */
  readonly decided: Decided | null;
  /** The last verdict of an expectation, whatever its current place; null: none yet. */
  readonly verdictOf: (placed: PlacedExpectation) => CheckedExpectation | null;
  /** The verdicts belong to both current texts. */
  readonly isNewest: boolean;
  /** Progress of the current decision; null: none. */
  readonly progress: Progress | null;
  /** Why the worker failed; null: it did not. */
  readonly failure: string | null;
  /** Problems in the text, and expectations that do not hold. */
  readonly problems: readonly ExpectationProblem[];
}

/** A problem in the text of the expectations; `verdict`: the verdict it comes from. */
export interface ExpectationProblem extends Diagnostic {
  readonly verdict: CheckedExpectation | null;
}

const NOTHING: Expected = {
  read: null,
  names: { participants: [], documents: [], stages: [] },
  decided: null,
  verdictOf: () => null,
  isNewest: false,
  progress: null,
  failure: null,
  problems: [],
};

export const ExpectedContext = createContext<Expected>(NOTHING);

/** The expectations of the flow to which the calling component belongs. */
export const useExpectedHere = (): Expected => useContext(ExpectedContext);

/** Follows the expectations of the open flow, and decides them whenever they or the flow change. */
export function useExpected(analysis: AnalysisView | null): Expected {
  const session = useSession();
  const text = session.companion("expectations").useText();
  const names = useNames(analysis);
  const read = useRead(text, names);
  const work = useDecided(analysis && isSound(analysis) ? analysis.text : null, text);
  const verdicts = useRef<ReadonlyMap<string, CheckedExpectation>>(new Map());
  return useMemo(() => {
    const { decided, isNewest } = work;
    verdicts.current = verdictsOf(read, decided) ?? verdicts.current;
    const last = verdicts.current;
    const verdictOf = (placed: PlacedExpectation) => last.get(JSON.stringify(placed.expectation)) ?? null;
    return { read, names, ...work, verdictOf, problems: read ? problemsOf(read, decided, isNewest) : [] };
  }, [read, names, work]);
}

/** Verdicts by expectation; null if they belong to another text than the parsed one. */
function verdictsOf(read: ExpectationsRead | null, decided: Decided | null) {
  if (read === null || decided === null || decided.expectations !== read.text || !decided.expected) return null;
  return new Map(
    decided.expected.expectations.map((checked) => [JSON.stringify(read.expect[checked.index]?.expectation), checked]),
  );
}

const isError = ({ severity }: Diagnostic) => severity === "error";

/**
 * The flow's names and what it asks for, from the last text that could be parsed. The same object while they are
 * unchanged.
 */
export function useNames(analysis: AnalysisView | null): Names {
  const last = useRef(NOTHING.names);
  return useMemo(() => {
    if (analysis === null || analysis.unreadable !== null) return last.current;
    const now = namesWithAsks(analysis.outline, valueAt(analysis.value, ["process", "allow-rejections"]) !== false);
    if (JSON.stringify(now) !== JSON.stringify(last.current)) last.current = now;
    return last.current;
  }, [analysis]);
}

function useRead(text: string, names: Names): ExpectationsRead | null {
  const { language } = useTranslation().i18n;
  const [read, setRead] = useState<ExpectationsRead | null>(null);
  const [next] = useState(newestOnly);
  useEffect(() => {
    next(async () => setRead(await askLanguage("expectations", { text, names }, language)));
  }, [next, text, names, language]);
  return read;
}

/** @param text of a flow without errors; null: nothing can be decided now */
function useDecided(text: string | null, expectations: string) {
  const { foresight, useBudget } = useSession();
  const { states: budget } = useBudget();
  const { language } = useTranslation().i18n;
  const isEmpty = expectations.trim() === "";
  const asked = useMemo(
    () => (text === null || isEmpty ? null : { text, expectations, language, budget }),
    [text, expectations, isEmpty, language, budget],
  );
  const ask: Ask<NonNullable<typeof asked>, Decided> = useCallback(
    ({ text, expectations, ...options }, listener) => {
      foresight.decide({ text, expectations }, options, listener);
      return () => foresight.leave("decide");
    },
    [foresight],
  );
  const newest = useNewest(asked, ask);
  return useMemo(() => {
    const { answer, ...work } = newest;
    return { ...work, decided: isEmpty ? null : answer };
  }, [newest, isEmpty]);
}

/** Verdicts refer to the text that they were decided for: in another one they have no place. */
function problemsOf(read: ExpectationsRead, decided: Decided | null, isNewest: boolean): readonly ExpectationProblem[] {
  const own = read.problems.map((problem) => ({ ...problem, verdict: null }));
  const expected = decided?.expectations === read.text ? decided.expected : null;
  if (expected === null || (!isNewest && own.some(isError))) return own;
  const { expectations, unused } = expected;
  const verdicts = verdictProblems(expectations).map((problem) => ({
    ...problem,
    verdict: expectations.find(({ pointer }) => pointer === problem.pointer) ?? null,
  }));
  return [...own, ...verdicts, ...unused.map((problem) => ({ ...problem, verdict: null }))];
}

/** An analysis with the accepted findings separate from its problems. */
export function withAccepted(analysis: AnalysisView, read: ExpectationsRead | null): AnalysisView {
  if (read === null || read.accept.length === 0) return analysis;
  const accepted: AcceptedProblem[] = [];
  const diagnostics: ShownProblem[] = [];
  for (const problem of analysis.diagnostics) {
    const { rule: id, participants, document = null } = problem;
    const found = participants && { id, participants, document };
    const accepting = found && acceptance(found, read.accept);
    if (accepting) accepted.push({ problem, acceptance: accepting });
    else diagnostics.push(problem);
  }
  return { ...analysis, diagnostics, accepted };
}
