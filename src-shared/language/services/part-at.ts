import type { TextRange } from "../../basics/index.ts";
import type { Source } from "../model/source.ts";
import { headRange, type Node, pointerOf } from "../syntax/tree.ts";

/** A part of a flow, by its place in the checked process; indexes count from 0. */
export type FlowPart =
  | { readonly kind: "flow" }
  | { readonly kind: "stage"; readonly stage: number }
  | { readonly kind: "action"; readonly stage: number; readonly at: number }
  /** Among the conditions that expect acts, and among the redirects. */
  | { readonly kind: "condition" | "redirect"; readonly stage: number; readonly at: number }
  | { readonly kind: "reminder"; readonly at: number }
  | { readonly kind: "participant" | "document"; readonly name: string };

/** Where a part stands in the text; the beginning of the text where it has none. */
export function partAt({ syntax, reading }: Source, part: FlowPart): { pointer: string; range: TextRange } {
  const node = nodeOf(part, reading);
  if (node === null) return { pointer: "", range: { from: 0, to: 0 } };
  const { from, to } = part.kind === "participant" || part.kind === "document" ? keyRangeOf(node) : headRange(node);
  return { pointer: node === syntax.root ? "" : pointerOf(node), range: { from, to } };
}

function keyRangeOf(node: Node): TextRange {
  return node.keyRange ?? node.range;
}

function nodeOf(part: FlowPart, { stages, reminders, participants, given, process }: Source["reading"]): Node | null {
  switch (part.kind) {
    case "flow":
      return process;
    case "stage":
      return stages[part.stage]?.node ?? null;
    case "action":
      return stages[part.stage]?.actions[part.at]?.node ?? null;
    case "condition":
    case "redirect": {
      const acts = part.kind === "condition";
      const conditions = stages[part.stage]?.conditions.filter(({ verb }) => (verb !== null) === acts) ?? [];
      return conditions[part.at]?.node ?? null;
    }
    case "reminder":
      return reminders[part.at]?.node ?? null;
    case "participant":
      return participants.get(part.name)?.node ?? null;
    case "document":
      return given.document.get(part.name) ?? null;
  }
}
