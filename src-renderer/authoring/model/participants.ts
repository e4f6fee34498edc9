import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { isObject } from "../../../src-shared/language/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { objectAt, pointer, type RawValue } from "../language/raw-value.ts";
import { stagesNaming } from "./stage-acts.ts";

const USERS = ["process_parameters", "users"] as const;

/** A participant for the forms. */
export interface GivenParticipant {
  readonly name: string;
  /** As spelled in the flow file; empty if it cannot be read. */
  readonly value: RawValue;
  /** Stages that mention the participant. */
  readonly stages: readonly string[];
  /** Its problems, and those of everything in it. */
  readonly problems: readonly Diagnostic[];
}

/** The participants that the flow gives, in the order of the text. */
export function givenParticipants({ value: flow, outline, diagnostics }: AnalysisView): readonly GivenParticipant[] {
  const stages = stagesNaming(outline, "users");
  const problems = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics)
    for (const owner of ownersOf(diagnostic, outline.participants))
      problems.set(owner, [...(problems.get(owner) ?? []), diagnostic]);
  return Object.entries(objectAt(flow, USERS)).map(([name, value]) => ({
    name,
    value: isObject(value) ? value : {},
    stages: stages.get(name) ?? [],
    problems: problems.get(pointer([name])) ?? [],
  }));
}

/** The participants, as steps of a pointer, whom a problem concerns. */
function ownersOf({ rule, pointer: place, related }: Diagnostic, participants: Outlined): readonly string[] {
  const own = /^\/process_parameters\/users(\/[^/]+)/.exec(place)?.slice(1) ?? [];
  if (rule !== "A002" && rule !== "R005") return own;
  // A missing address is reported where the mail is to be sent, a shared identity at the second of the two.
  const [other] = related;
  const found = participants.find(({ range }) => other && range.from <= other.range.from && other.range.to <= range.to);
  return found === undefined ? own : [...own, pointer([found.name])];
}

type Outlined = AnalysisView["outline"]["participants"];

/** A participant's problems at one of its fields, or below it. */
export function fieldProblems({ name, problems }: GivenParticipant, ...path: readonly string[]): readonly Diagnostic[] {
  const place = pointer([...USERS, name, ...path]);
  return problems.filter(({ pointer: found }) => found === place || found.startsWith(`${place}/`));
}
