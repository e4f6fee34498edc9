import type { Diagnostic, TextEdit, TextRange, Translation } from "../../basics/index.ts";
import { edit } from "../../language/index.ts";
import { companionServices } from "../companion-services.ts";
import { type Assumptions, DEFAULT_ASSUMPTIONS } from "../graph/steps.ts";
import { listOf, mapOf } from "../values.ts";
import type { PlacedAcceptance } from "./checked.ts";
import type { Acceptance, Expectation } from "./expectation.ts";
import { happeningText } from "./happenings.ts";
import type { Names } from "./names.ts";
import { problemsOf, readExpectations } from "./read.ts";
import { expectationsShape } from "./shape.ts";

export const { complete: completeExpectations, hover: hoverExpectations } = companionServices(expectationsShape);

/** An expectation at its place in the text; null: it could not be read. */
export interface PlacedExpectation {
  readonly index: number;
  readonly expectation: Expectation | null;
  readonly pointer: string;
  readonly range: TextRange;
}

/** A text of expectations as views show it. */
export interface ExpectationsRead {
  readonly text: string;
  readonly expect: readonly PlacedExpectation[];
  readonly accept: readonly PlacedAcceptance[];
  readonly assume: Assumptions;
  /** Problems in the text, without verdicts. */
  readonly problems: readonly Diagnostic[];
}

/** Reads the expectations of a flow that has these names; an empty text expects nothing. */
export function expectationsIn(text: string, names: Names, translation?: Translation): ExpectationsRead {
  if (text.trim() === "") return { text, expect: [], accept: [], assume: DEFAULT_ASSUMPTIONS, problems: [] };
  const read = readExpectations(text, names);
  const { file, expect, accept, assume } = read;
  return {
    text,
    expect: expect.map((expectation, index) => ({ index, expectation, ...file.placeOf(["expect", index]) })),
    accept: accept.map((one) => ({ ...one, ...file.placeOf(["accept", one.index]) })),
    assume,
    problems: problemsOf(read, translation),
  };
}

/** An edit that an author makes to a list of expectations or acceptances. */
export type ExpectationsChange =
  /** `index` null: a new one at the end. */
  | { readonly change: "expect"; readonly index: number | null; readonly expectation: Expectation }
  | { readonly change: "accept"; readonly acceptance: Omit<Acceptance, "index"> }
  | { readonly change: "assume"; readonly assume: Assumptions }
  | { readonly change: "remove"; readonly from: "expect" | "accept"; readonly index: number };

/**
 * The smallest edits of the text that make a change; comments and layout stay.
 * @throws UneditableText when the text does not parse
 */
export function editExpectations(text: string, change: ExpectationsChange): readonly TextEdit[] {
  const { expect, accept } = countsIn(text);
  switch (change.change) {
    case "expect":
      return edit(text, ["expect", change.index ?? expect], written(change.expectation));
    case "accept": {
      const { finding, of, because } = change.acceptance;
      const [name, ...more] = of ?? [];
      const about = more.length > 0 ? of : name;
      return edit(text, ["accept", accept], { finding, ...(about !== undefined && { of: about }), because });
    }
    case "assume":
      return edit(text, ["assume"], assumed(change.assume));
    case "remove":
      return edit(text, [change.from, change.index], undefined);
  }
}

/** Assumptions as written in the text, without the defaults; undefined: none. */
function assumed(assume: Assumptions): unknown {
  const found = {
    ...(assume.prolong !== DEFAULT_ASSUMPTIONS.prolong && { prolong: assume.prolong }),
    ...(assume.unlock !== DEFAULT_ASSUMPTIONS.unlock && { unlock: assume.unlock }),
    ...(assume.seals !== DEFAULT_ASSUMPTIONS.seals && { seals: "may fail" }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

/** How many items each list has. */
function countsIn(text: string): Readonly<Record<"expect" | "accept", number>> {
  const { file } = readExpectations(text, { participants: [], documents: [], stages: [] });
  const { expect, accept } = mapOf(file.value);
  return { expect: listOf(expect).length, accept: listOf(accept).length };
}

/** An expectation in its written form. */
function written(expectation: Expectation): unknown {
  switch (expectation.kind) {
    case "before":
      return { before: [happeningText(expectation.first), happeningText(expectation.then)] };
    case "always": {
      const that = expectation.that.map((fact) => happeningText(fact, "past"));
      return { always: { when: happeningText(expectation.when), that } };
    }
    case "never":
      return { never: happeningText(expectation.what) };
    case "possible": {
      const { reach, without } = expectation;
      return { possible: { reach: happeningText(reach), ...(without.length > 0 && { without }) } };
    }
    case "at-most": {
      const { most, method, who } = expectation;
      return { "at-most": { [most]: `${method ?? "message"} to ${who}` } };
    }
    case "within": {
      const { days, reach, actsWithin } = expectation;
      return { within: { days, reach: happeningText(reach), "if-everyone-acts-within": actsWithin } };
    }
  }
}
