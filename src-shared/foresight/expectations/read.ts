import { type Diagnostic, msg, short, type Translatable, type Translation } from "../../basics/index.ts";
import { isObject, readShaped, type ShapedFile, type ValueProblem } from "../../language/index.ts";
import { type FindingId, findingTitles } from "../findings/index.ts";
import { type Assumptions, DEFAULT_ASSUMPTIONS } from "../graph/steps.ts";
import { listOf, mapOf, type Values } from "../values.ts";
import type { Acceptance, Expectation, Expectations } from "./expectation.ts";
import { type Happening, happeningText, isUnknown, readHappening, type Unknown } from "./happenings.ts";
import type { Names } from "./names.ts";
import { type ExpectationKind, expectationKinds, expectationsShape } from "./shape.ts";

/** A text of expectations, read for one flow. */
export interface ReadExpectations extends Expectations {
  readonly file: ShapedFile;
  /** The flow's file, as the text names it. */
  readonly flow: string | null;
  /** Problems in the text. */
  readonly problems: readonly ValueProblem[];
}

type Path = readonly (string | number)[];

/**
 * Reads the expectations of a flow with these names. Never throws: an item that cannot be read gets a problem, and the
 * rest counts.
 */
export function readExpectations(text: string, names: Names): ReadExpectations {
  const file = readShaped(
    text,
    expectationsShape(names),
    msg`The file is empty: write \`expect:\` and below it a list of expectations.`,
  );
  const reader = new Reader(names);
  const root = mapOf(file.value);
  return {
    file,
    flow: typeof root.flow === "string" ? root.flow : null,
    assume: assumptionsOf(mapOf(root.assume)),
    expect: listOf(root.expect).map((item, at) => reader.expectation(item, ["expect", at])),
    accept: listOf(root.accept).flatMap((item, at) => reader.acceptance(mapOf(item), at)),
    problems: reader.problems,
  };
}

/** Problems in a text of expectations, in text order. */
export function problemsOf({ file, problems }: ReadExpectations, translation?: Translation): readonly Diagnostic[] {
  return file.diagnostics(problems, translation);
}

function assumptionsOf({ prolong, unlock, seals }: Values): Assumptions {
  return {
    prolong: prolong === "possible" ? prolong : DEFAULT_ASSUMPTIONS.prolong,
    unlock: unlock === "possible" ? unlock : DEFAULT_ASSUMPTIONS.unlock,
    seals: seals === "may fail" ? "may_fail" : DEFAULT_ASSUMPTIONS.seals,
  };
}

class Reader {
  readonly problems: ValueProblem[] = [];
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  expectation(value: unknown, path: Path): Expectation | null {
    const item = mapOf(value);
    const kinds = expectationKinds.filter((kind) => Object.hasOwn(item, kind));
    const [kind] = kinds;
    // A wrong key, or a value that is not a map, already has a shape problem.
    if (kind === undefined && (Object.keys(item).length > 0 || !isObject(value))) return null;
    if (kind === undefined || kinds.length > 1) {
      this.wrong(path, msg`An expectation has exactly one of ${expectationKinds.join(", ")}.`);
      return null;
    }
    return this.ofKind(kind, item[kind], [...path, kind]);
  }

  private ofKind(kind: ExpectationKind, value: unknown, at: Path): Expectation | null {
    switch (kind) {
      case "before":
        return this.before(listOf(value), at);
      case "always":
        return this.always(mapOf(value), at);
      case "never": {
        const what = this.happening(value, at);
        return what && { kind, what };
      }
      case "possible":
        return this.possible(mapOf(value), at);
      case "at-most":
        return this.atMost(mapOf(value), at);
      case "within":
        return this.within(mapOf(value), at);
    }
  }

  acceptance({ finding, of, because }: Values, index: number): readonly Acceptance[] {
    const id = Object.keys(findingTitles).find((known): known is FindingId => known === finding);
    const path = ["accept", index, "of"];
    const given = Array.isArray(of) ? of.map((name, at) => this.named(name, [...path, at])) : [this.named(of, path)];
    const names = given.flatMap((name) => name ?? []);
    const isRead = of === undefined || (names.length > 0 && names.length === given.length);
    if (id === undefined || typeof because !== "string" || !isRead) return [];
    return [{ index, finding: id, of: of === undefined ? null : [...new Set(names)], because }];
  }

  private before(pair: readonly unknown[], path: Path): Expectation | null {
    const [first, then] = pair.map((item, at) => this.happening(item, [...path, at]));
    if (pair.length !== 2)
      this.wrong(path, msg`\`before\` has exactly two: what comes first, and what comes after it.`);
    if (pair.length !== 2 || !first || !then) return null;
    if (happeningText(first) !== happeningText(then)) return { kind: "before", first, then };
    this.wrong(path, msg`The two of \`before\` must differ: nothing happens before itself.`);
    return null;
  }

  private always({ when, that }: Values, path: Path): Expectation | null {
    const situation = this.happening(when, [...path, "when"]);
    const facts = listOf(that).map((fact, at) => this.happening(fact, [...path, "that", at]));
    const known = facts.flatMap((fact) => fact ?? []);
    return situation && known.length > 0 && known.length === facts.length
      ? { kind: "always", when: situation, that: known }
      : null;
  }

  private possible({ reach, without }: Values, path: Path): Expectation | null {
    const situation = this.happening(reach, [...path, "reach"]);
    const people = listOf(without).map((name, at) => this.participant(name, [...path, "without", at]));
    const known = people.flatMap((name) => name ?? []);
    return situation && known.length === people.length ? { kind: "possible", reach: situation, without: known } : null;
  }

  private atMost(value: Values, path: Path): Expectation | null {
    const [entry, ...more] = Object.entries(value);
    const most = Number(entry?.[0]);
    const mail = /^(email|sms|message) to (.+)$/.exec(String(entry?.[1]).trim());
    if (mail !== null && more.length === 0 && most < 0) {
      this.wrong(path, msg`\`at-most\` takes a number that is 0 or more.`);
      return null;
    }
    if (entry === undefined || more.length > 0 || !Number.isInteger(most) || mail === null) {
      this.wrong(
        path,
        msg`\`at-most\` names a number and a message, such as \`{ 12: email to borrower }\`; or \`sms to\`, or \`message to\` for both.`,
      );
      return null;
    }
    const who = this.participant(mail[2], [...path, entry[0]]);
    const method = mail[1] === "email" || mail[1] === "sms" ? mail[1] : null;
    return who === null ? null : { kind: "at-most", most, who, method };
  }

  private within({ days, reach, "if-everyone-acts-within": actsWithin }: Values, path: Path): Expectation | null {
    const situation = this.happening(reach, [...path, "reach"]);
    const numbers = [days, actsWithin].map((number) => (Number.isInteger(number) ? Number(number) : null));
    const [limit = null, each = null] = numbers;
    for (const [key, number] of [
      ["days", limit],
      ["if-everyone-acts-within", each],
    ] as const)
      if (number !== null && number < 0) this.wrong([...path, key], msg`Days are 0 or more.`);
    if (situation && situation.kind !== "begins" && !(situation.kind === "ends" && situation.status === "completed")) {
      this.wrong(
        [...path, "reach"],
        msg`\`within\` reaches \`completed\` or the beginning of a stage, such as \`stage lender begins\`.`,
      );
      return null;
    }
    return situation && limit !== null && each !== null && limit >= 0 && each >= 0
      ? { kind: "within", days: limit, reach: situation, actsWithin: each }
      : null;
  }

  private happening(value: unknown, path: Path): Happening | null {
    // A value that is not text already has a shape problem.
    if (typeof value !== "string" || value.trim() === "") return null;
    const read = readHappening(value, this.names);
    if (!isUnknown(read)) return read;
    this.wrong(path, unknownMessage(read));
    return null;
  }

  private participant(value: unknown, path: Path): string | null {
    if (typeof value !== "string" || value.trim() === "") return null;
    if (this.names.participants.includes(value.trim())) return value.trim();
    this.wrong(path, unknownMessage({ part: "participant", found: value, known: this.names.participants }));
    return null;
  }

  /** A participant or a document. */
  private named(value: unknown, path: Path): string | null {
    const { participants, documents } = this.names;
    const known = [...participants, ...documents];
    if (typeof value !== "string" || value.trim() === "") return null;
    if (known.includes(value.trim())) return value.trim();
    const names = short(known.join(", "), 200);
    this.wrong(path, msg`The flow has no participant and no document \`${short(value)}\`: it has ${names}.`);
    return null;
  }

  private wrong(path: Path, message: Translatable): void {
    this.problems.push({ rule: "X201", severity: "error", message, path });
  }
}

/** The message for words that name nothing. */
export function unknownMessage({ part, found, known }: Unknown): Translatable {
  const name = short(found);
  const names = short(known.join(", "), 200);
  switch (part) {
    case "words":
      return msg`\`${name}\` names nothing that can happen: write, for example, \`borrower signs loan\`, \`stage lender begins\` or \`completed\`.`;
    case "participant":
      return msg`The flow has no participant \`${name}\`: it has ${names}.`;
    case "verb":
      return msg`\`${name}\` is nothing that a participant does: use ${names}.`;
    case "document":
      if (name === "") return msg`The document is missing: the flow has ${names}.`;
      return msg`The flow has no document \`${name}\`: it has ${names}.`;
    case "stage":
      return msg`The flow has no stage \`${name}\`: it has ${names}.`;
  }
}
