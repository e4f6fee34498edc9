import { authenticationKeys, type Reading } from "../reading.ts";
import { isShape, ownField } from "../schema/check.ts";
import { flowShape, processShape } from "../schema/grammar.ts";
import type { Field, Shape } from "../schema/shapes.ts";
import { itemsOf, member, memberText, type Node } from "../syntax/tree.ts";
import type { Report, Rule, RuleContext } from "./rule.ts";

/** Rules on what the service that the draft is bound to can take: V101. */
export const serviceRules: readonly Rule[] = [
  { id: "V101", severity: "error", needsDraft: false, check: checkService },
];

/** Values, where the element itself is older than one of its values [interface 9.3]. */
const valuesSince: ReadonlyMap<string, string> = new Map([
  ["provider se_eid", "0.13.0"],
  ["provider sms_otp", "0.25.0"],
  ["provider dk_eid_old", "0.19.0"],
  ["provider dk_eid_new", "0.19.0"],
  ["provider dk_eid_new/dk_eid_old", "0.19.0"],
  ["provider ftn", "0.42.0"],
  ["method document_and_video", "0.41.0"],
  ["method document_and_motion", "0.41.0"],
  ["id_type full_name", "0.13.0"],
  ["kind confirmation", "0.13.0"],
]);

function checkService(reading: Reading, report: Report, { targetApiVersion }: RuleContext): void {
  if (targetApiVersion === null) return;
  const check = (node: Node, what: string, since: string | undefined): void => {
    if (since === undefined || !olderThan(targetApiVersion, since)) return;
    const message = `${what} is not known to this service: it came with ${since}, and the service reports ${targetApiVersion}. Remove it, or use another account.`;
    report({ node, range: node.keyRange ?? node.range, message });
  };
  const elements = (node: Node, shape: Shape): void =>
    walk(node, shape, (key, value, since) => check(value, `\`${key}\``, since));
  elements(reading.root, reading.kind === "process" ? processShape : flowShape);
  for (const [key, node] of spelledValues(reading)) {
    if (node.kind === "scalar") check(node, `\`${key}: ${node.value}\``, valuesSince.get(`${key} ${node.value}`));
  }
  for (const { actions, node } of reading.stages) {
    const confirmations = actions.filter(({ confirmation }) => confirmation);
    if (confirmations.length > 1)
      check(member(node, "actions") ?? node, "More than one confirmation in a stage", "0.28.0");
  }
}

/** The values that `valuesSince` speaks of. */
function* spelledValues({ participants, stages }: Reading): Generator<readonly [string, Node]> {
  for (const { node } of participants.values()) {
    const idType = memberText(node, "id_type");
    if (idType) yield ["id_type", idType];
    for (const key of authenticationKeys) {
      for (const field of ["provider", "method"]) {
        const value = memberText(member(node, key), field);
        if (value) yield [field, value];
      }
    }
  }
  for (const { node } of stages.flatMap(({ actions }) => actions)) {
    const kind = memberText(node, "kind");
    if (kind) yield ["kind", kind];
  }
}

/** Visits every member that a shape knows. */
function walk(node: Node, shape: Shape, visit: (key: string, value: Node, since: string | undefined) => void): void {
  const fields = (known: { readonly [key: string]: Field }): void => {
    if (node.kind !== "map") return;
    for (const [key, value] of node.entries) {
      const field = ownField(known, key);
      if (field === undefined) continue;
      visit(key, value, field.since);
      walk(value, field.shape, visit);
    }
  };
  const values = (inner: Shape): void => {
    for (const value of node.kind === "map" ? node.entries.values() : itemsOf(node)) walk(value, inner, visit);
  };
  if (shape.kind === "object") fields(shape.fields);
  else if (shape.kind === "list") values(shape.item);
  else if (shape.kind === "record") values(shape.value);
  else if (shape.kind === "either") walk(node, node.kind === "list" ? shape.list : shape.object, visit);
  else if (shape.kind === "single") {
    if (isShape(shape.value)) values(shape.value);
    else fields(shape.value);
  }
}

/** Compares two versions of the form major.minor.patch; anything else counts as the newest. */
function olderThan(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  if (a === undefined || b === undefined) return false;
  for (const [at, part] of a.entries()) if (part !== b[at]) return part < (b[at] ?? 0);
  return false;
}
