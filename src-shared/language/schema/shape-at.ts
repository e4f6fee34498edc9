import { isShape, ownField } from "./check.ts";
import { flowShape, processShape } from "./grammar.ts";
import type { Field, ObjectShape, Shape } from "./shapes.ts";

export type Fields = Readonly<Record<string, Field>>;

export function rootShape(kind: "flow" | "process"): ObjectShape {
  return kind === "process" ? processShape : flowShape;
}

/** The shape that stands at a path; null where the language knows none. */
export function shapeAt(root: Shape, path: readonly (string | number)[]): Shape | null {
  let shape: Shape | null = root;
  for (const step of path) shape = shape === null ? null : childShape(shape, step);
  return shape;
}

/** The field that a path leads to, with its meaning; null for names, items and unknown keys. */
export function fieldAt(root: Shape, path: readonly (string | number)[]): Field | null {
  const key = path.at(-1);
  if (typeof key !== "string") return null;
  const owner = shapeAt(root, path.slice(0, -1));
  return owner === null ? null : (ownField(fieldsOf(owner), key) ?? null);
}

/** The keys that a map of this shape may have. */
export function fieldsOf(shape: Shape): Fields {
  if (shape.kind === "object") return shape.fields;
  if (shape.kind === "single" && !isShape(shape.value)) return shape.value;
  if (shape.kind === "either") return fieldsOf(shape.object);
  return {};
}

/** The shape of a member or item. */
export function childShape(shape: Shape, step: string | number): Shape | null {
  if (typeof step === "number") {
    if (shape.kind === "list") return shape.item;
    return shape.kind === "either" ? childShape(shape.list, step) : null;
  }
  switch (shape.kind) {
    case "object":
      return ownField(shape.fields, step)?.shape ?? (shape.open === true ? null : (shape.open ?? null));
    case "record":
      return shape.value;
    case "single":
      return isShape(shape.value) ? shape.value : (ownField(shape.value, step)?.shape ?? null);
    case "either":
      return childShape(shape.object, step);
    default:
      return null;
  }
}
