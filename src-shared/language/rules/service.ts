import { msg, short, type Translatable } from "../../basics/index.ts";
import type { Reading } from "../model/reading.ts";
import { ownField } from "../schema/check.ts";
import { childShape, fieldsOf, rootShape } from "../schema/shape-at.ts";
import type { Shape } from "../schema/shapes.ts";
import { olderThan, severalConfirmations, valueSince } from "../schema/versions.ts";
import { childrenOf, keyOf, member, memberText, type Node } from "../syntax/tree.ts";
import { authenticationField } from "./providers.ts";
import type { Report, RuleContext } from "./rule.ts";

/** V101: what the service that the draft is bound to cannot take. */
export function checkService(reading: Reading, report: Report, { targetApiVersion, targetAccount }: RuleContext): void {
  if (targetApiVersion === null) return;
  const check = (node: Node, what: Translatable, version: string | undefined): void => {
    if (version === undefined || !olderThan(targetApiVersion, version)) return;
    const message =
      targetAccount === null
        ? msg`${what} is not known to this service: it came with ${version}, and the service reports ${targetApiVersion}. Remove it, or use another account.`
        : msg`${what} is not known to the account “${short(targetAccount)}”: it came with ${version}, and the service reports ${targetApiVersion}. Remove it, or use another account.`;
    report({ node, range: keyOf(node), message });
  };
  const elements = (node: Node, shape: Shape): void =>
    walk(node, shape, (key, value, version) => check(value, msg`\`${key}\``, version));
  elements(reading.root, rootShape(reading.kind));
  for (const [key, node] of spelledValues(reading)) {
    if (node.kind === "scalar") check(node, msg`\`${key}: ${String(node.value)}\``, valueSince(key, node.value));
  }
  for (const { node } of reading.authentications) {
    for (const field of childrenOf(node)) {
      const key = String(field.key);
      check(field, msg`\`${key}\``, authenticationField(key)?.since);
    }
  }
  for (const { actions, node } of reading.stages) {
    const confirmations = actions.filter(({ confirmation }) => confirmation);
    if (confirmations.length > 1)
      check(member(node, "actions") ?? node, msg`More than one confirmation in a stage`, severalConfirmations);
  }
}

/** The values that the table of changes may speak of. */
function* spelledValues({ participants, authentications, actions }: Reading): Generator<readonly [string, Node]> {
  const texts = function* (parts: Iterable<{ readonly node: Node }>, ...keys: readonly string[]) {
    for (const { node } of parts) {
      for (const key of keys) {
        const value = memberText(node, key);
        if (value) yield [key, value] as const;
      }
    }
  };
  yield* texts(participants.values(), "id_type");
  yield* texts(authentications, "provider", "method");
  yield* texts(actions, "kind");
}

/** Visits every member that a shape knows. */
function walk(node: Node, shape: Shape, visit: (key: string, value: Node, version: string | undefined) => void): void {
  for (const child of childrenOf(node)) {
    const field = ownField(fieldsOf(shape), String(child.key));
    if (field !== undefined) visit(String(child.key), child, field.since);
    const inner = childShape(shape, child.key ?? "");
    if (inner !== null) walk(child, inner, visit);
  }
}
