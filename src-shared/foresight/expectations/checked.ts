import { type Diagnostic, msg, short, type TextRange, type Translation, translated } from "../../basics/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { type Step, stepOf } from "../graph/labels.ts";
import { plainPath } from "../values.ts";
import type { Acceptance } from "./expectation.ts";
import type { Names } from "./names.ts";
import { problemsOf, type ReadExpectations, readExpectations } from "./read.ts";
import { deciding, type Verdict } from "./verdict.ts";

/** An expectation with its verdict, formatted for people and programs. */
export interface CheckedExpectation {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly verdict: Verdict["verdict"];
  readonly message: string;
  /** JSON pointer and place in the text of the expectations. */
  readonly pointer: string;
  readonly range: TextRange;
  /** It holds only because no run reaches the situation that it is about. */
  readonly untested: boolean;
  /** A run that breaks it or, for an expectation of what is possible, shows it; empty if there is none. */
  readonly trace: readonly Step[];
}

export interface CheckedExpectations {
  readonly expectations: readonly CheckedExpectation[];
  readonly accept: readonly PlacedAcceptance[];
  /** Problems in the text; verdicts are not included. */
  readonly problems: readonly Diagnostic[];
}

export type PlacedAcceptance = Acceptance & { readonly pointer: string; readonly range: TextRange };

export const NO_EXPECTATIONS: CheckedExpectations = { expectations: [], accept: [], problems: [] };

/** The text of a flow's expectations. */
export interface ExpectationsText {
  readonly text: string;
  /** The name of the flow's file, without its folder; absent: it is not in a file. */
  readonly flow?: string;
}

/** Detects a text copied from another flow: it still names that flow. */
function ofAnotherFlow(
  read: ReadExpectations,
  flow: string | undefined,
  translation?: Translation,
): readonly Diagnostic[] {
  const named = plainPath(read.flow ?? flow ?? "");
  if (flow === undefined || named === flow) return [];
  const message = translated(
    msg`This names \`${short(named)}\`, and is read for \`${short(flow)}\`: correct the name.`,
    translation,
  );
  return [{ rule: "X203", severity: "warning", message, ...read.file.placeOf(["flow"]), related: [], fix: null }];
}

/** The names that a flow's expectations may use. */
export function namesOf({ parameters, process }: CheckedDraft): Names {
  return {
    participants: parameters.participants.map(({ name }) => name),
    documents: Object.keys(parameters.documents),
    stages: process.stages.map(({ name }) => name),
  };
}

/** Reads a draft's expectations and decides each; yields regularly, so that callers can cancel. */
export function* checkingExpectations(
  draft: CheckedDraft,
  { text, flow }: ExpectationsText,
  budget: number,
  translation?: Translation,
): Generator<number, CheckedExpectations> {
  const read = readExpectations(text, namesOf(draft));
  const expectations: CheckedExpectation[] = [];
  for (const [index, expectation] of read.expect.entries()) {
    if (expectation === null) continue;
    const { verdict, message, run, untested } = yield* deciding(draft, expectation, { assume: read.assume, budget });
    const place = read.file.placeOf(["expect", index]);
    const words = translated(message, translation);
    expectations.push({ index, verdict, message: words, untested, trace: (run ?? []).map(stepOf), ...place });
  }
  const accept = read.accept.map((one) => ({ ...one, ...read.file.placeOf(["accept", one.index]) }));
  const problems = [...problemsOf(read, translation), ...ofAnotherFlow(read, flow, translation)];
  return { expectations, accept, problems };
}

interface Found {
  readonly id: string;
  readonly participants: readonly string[];
  readonly document?: string | null | undefined;
}

/**
 * Findings that hold for each participant separately: each must be accepted. Others concern all their people together.
 */
const OF_EACH = new Set(["X104", "X105"]);

/** Whether a finding applies to each of several people separately. */
export function isOfEach({ id, participants }: Found): boolean {
  return OF_EACH.has(id) && participants.length > 1;
}

/** The acceptance of a finding, the first where it takes several; undefined where it is not accepted. */
export function acceptance<A extends Acceptance>(found: Found, accept: readonly A[]): A | undefined {
  const all = accept.filter((one) => isAbout(one, found));
  const named = new Set(all.flatMap(({ of }) => of ?? found.participants));
  return !isOfEach(found) || found.participants.every((name) => named.has(name)) ? all[0] : undefined;
}

function isAbout({ finding, of }: Acceptance, found: Found): boolean {
  return finding === found.id && (of === null || of.some((name) => names(found, name)));
}

function names({ participants, document }: Found, name: string): boolean {
  return participants.includes(name) || name === document;
}

/** Accepted findings that the check does not report, or no longer reports. */
export function unusedAcceptances(
  findings: readonly Found[],
  { accept }: CheckedExpectations,
  translation?: Translation,
): readonly Diagnostic[] {
  return accept.flatMap((one): readonly Diagnostic[] => {
    const found = findings.filter(({ id }) => id === one.finding);
    const idle = (one.of ?? []).filter((name) => !found.some((each) => names(each, name)));
    const isIdle = found.length === 0 || (one.of !== null && idle.length === one.of.length);
    if (!isIdle && idle.length === 0) return [];
    const message = isIdle
      ? msg`The check finds nothing of this kind: remove it.`
      : msg`The check finds nothing of this kind about ${short(idle.join(", "))}: leave that out.`;
    const { pointer, range } = one;
    const text = translated(message, translation);
    return [{ rule: "X203", severity: "warning", message: text, pointer, range, related: [], fix: null }];
  });
}

/** Problems with a flow's expectations, by id; they come besides the findings. */
export const expectationTitles = {
  X201: "An expectation can be read, and names what the flow has.",
  X202: "Every run keeps to what is expected.",
  X203: "An expectation is about something that can happen.",
  X204: "An expectation is decided within the budget.",
} as const;

/** The verdicts that need attention, as problems in the text of the expectations. */
export function verdictProblems(expectations: readonly CheckedExpectation[]): readonly Diagnostic[] {
  return expectations.flatMap(({ verdict, untested, message, pointer, range }): readonly Diagnostic[] => {
    const place = { message, pointer, range, related: [], fix: null };
    if (verdict === "fails") return [{ rule: "X202", severity: "error", ...place }];
    if (verdict === "not_decided") return [{ rule: "X204", severity: "warning", ...place }];
    return untested ? [{ rule: "X203", severity: "warning", ...place }] : [];
  });
}
