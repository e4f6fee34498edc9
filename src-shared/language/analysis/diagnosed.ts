import { type Diagnostic, msg, type Severity, type Translation, translated } from "../../basics/index.ts";
import { ruleOf } from "../rules/index.ts";
import { mostReported, type Problem } from "../syntax/problems.ts";
import { copied, memberPointer, pointerOf } from "../syntax/tree.ts";

export function severityOf({ rule, severity }: Problem): Severity {
  return severity ?? ruleOf(rule)?.severity ?? "error";
}

/** Problems as their reader sees them, in order of the text: general ones that a specific one replaces are left out. */
export function diagnosed(problems: readonly Problem[], translation?: Translation): Diagnostic[] {
  const taken = new Set<string>();
  for (const problem of problems) {
    if (!problem.rule.startsWith("S") && severityOf(problem) === "error") taken.add(placeOf(problem));
    // Nobody reads so many.
    if (taken.size >= 10 * mostReported) break;
  }
  const seen = new Set<string>();
  const byRule = new Map<string, RuleReport>();
  for (const problem of problems) {
    if (taken.size > 0 && ruleOf(problem.rule)?.general && taken.has(placeOf(problem))) continue;
    const { rule, node, range } = problem;
    const group = byRule.get(rule) ?? { found: 0, diagnostics: [] };
    byRule.set(rule, group);
    group.found += 1;
    if (group.found > mostReported) continue;
    const diagnostic = diagnosticOf(problem, translation);
    // A reader of broken text may stumble over one place twice.
    const key = `${rule} ${(range ?? node?.range)?.from} ${diagnostic.message}`;
    if (seen.has(key)) group.found -= 1;
    else group.diagnostics.push(diagnostic);
    seen.add(key);
  }
  return [...byRule.values()]
    .flatMap((group) => [...group.diagnostics, ...unreported(group, translation)])
    .sort((a, b) => a.range.from - b.range.from || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
}

/** How often a rule is broken, and the places that are reported. */
interface RuleReport {
  found: number;
  readonly diagnostics: Diagnostic[];
}

/** Of a rule that is broken too often to tell each place: how many more places there are. */
function unreported({ found, diagnostics }: RuleReport, translation?: Translation): Diagnostic[] {
  const last = diagnostics.at(-1);
  if (found <= mostReported || last === undefined) return [];
  const more = found - mostReported;
  const message = msg`And ${more} more of this rule: correct some of the ${mostReported} above first.`;
  return [{ ...last, message: translated(message, translation), related: [], fix: null, more }];
}

function diagnosticOf(problem: Problem, translation?: Translation): Diagnostic {
  const { rule, node, range, related } = problem;
  const fix = typeof problem.fix === "function" ? problem.fix() : problem.fix;
  return {
    rule,
    severity: severityOf(problem),
    message: translated(problem.message, translation),
    pointer: node === null ? "" : pointerOf(node),
    range: copied(range ?? node?.range ?? { from: 0, to: 0 }),
    related: (related ?? []).map((place) => ({
      range: copied(place.range),
      message: translated(place.message, translation),
    })),
    fix: fix
      ? {
          title: translated(fix.title, translation),
          edits: fix.edits.map(({ range: place, insert }) => ({ range: copied(place), insert })),
        }
      : null,
  };
}

function placeOf({ node, member }: Problem): string {
  if (node === null) return "\u0000text";
  return member === undefined ? pointerOf(node) : memberPointer(node, member);
}
