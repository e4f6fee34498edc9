import type { Diagnostic, Severity, TextRange, Translatable, Translation } from "../../basics/index.ts";
import { type Source, sourceOf } from "../model/source.ts";
import { checkShape } from "../schema/check.ts";
import type { Shape } from "../schema/shapes.ts";
import type { Problem } from "../syntax/problems.ts";
import { headRange, isContainer, type Node, nodeAt, plainValue, pointerOf } from "../syntax/tree.ts";
import { diagnosed } from "./diagnosed.ts";

/** Something wrong with a value that the shape cannot tell. */
export interface ValueProblem {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: Translatable;
  /** Keys and indexes from the root; of a value that is missing, of what it belongs in. */
  readonly path: readonly (string | number)[];
}

/** A file that belongs to a flow, in YAML or JSON: its expectations, a scenario. */
export interface ShapedFile {
  readonly source: Source;
  /** What parsed, as plain JSON whose objects have no prototype. */
  readonly value: unknown;
  /** Whether it has the shape that it should have. */
  readonly sound: boolean;
  /** What is wrong with it, in order of the text. @param more what its reader found beside the shape */
  diagnostics(more: readonly ValueProblem[], translation?: Translation): readonly Diagnostic[];
  /** Where a value stands in the text. */
  placeOf(path: ValueProblem["path"]): { readonly pointer: string; readonly range: TextRange };
}

/** What a part of a flow says, as plain JSON; undefined: it cannot be read. */
export function readPart(text: string): unknown {
  const { root, problems, misread } = sourceOf(text).syntax;
  return misread || problems.length > 0 ? undefined : plainValue(root);
}

/** Reads such a file against its shape; never throws. @param empty what to say of a file without content */
export function readShaped(text: string, shape: Shape, empty: Translatable): ShapedFile {
  const source = sourceOf(text);
  const { root, problems, misread } = source.syntax;
  const blank: Problem = { rule: "S005", message: empty, node: root, range: root.range };
  const isBlank = root.kind === "scalar" && root.value === null;
  const found = misread ? [] : isBlank ? [blank] : checkShape(root, shape);
  const wrong = [...problems, ...found];
  const nodeOf = (path: ValueProblem["path"]): Node => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = nodeAt(root, path.slice(0, length));
      if (node !== null) return node;
    }
    return root;
  };
  const rangeOf = (node: Node) => (isContainer(node) && !node.flow ? headRange(node) : node.range);
  return {
    source,
    value: plainValue(root),
    sound: wrong.length === 0,
    diagnostics(more, translation) {
      const own = more.map(({ path, ...problem }): Problem => {
        const node = nodeOf(path);
        return { ...problem, node, range: rangeOf(node) };
      });
      return diagnosed([...wrong, ...own], translation);
    },
    placeOf(path) {
      const node = nodeOf(path);
      const { from, to } = rangeOf(node);
      return { pointer: node === root ? "" : pointerOf(node), range: { from, to } };
    },
  };
}
