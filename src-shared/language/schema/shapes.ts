import type { NameKind } from "../model/reading.ts";

/**
 * Shapes describe what may stand where in a flow file. They are data: the checker reads them for S003 to S006, and
 * completion and hover read the same ones.
 */
export type Shape =
  | {
      readonly kind: "text";
      readonly oneOf?: readonly string[];
      readonly nonEmpty?: true;
      /** It is the name of one of these, which the parameters give. */
      readonly names?: NameKind;
      /** What completion offers where a rule decides what may stand here. */
      readonly offers?: () => readonly string[];
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer" }
  | { readonly kind: "constant"; readonly value: number | string }
  | { readonly kind: "list"; readonly item: Shape; readonly nonEmpty: boolean }
  /** Free names to values of one shape: the parameters of a kind. */
  | { readonly kind: "record"; readonly names: NameKind; readonly value: Shape }
  | ObjectShape
  /** An object whose only key is a free name (a stage) or one of a few (an action). */
  | { readonly kind: "single"; readonly what: string; readonly value: Shape | { readonly [key: string]: Field } }
  | { readonly kind: "either"; readonly text: Shape; readonly list: Shape; readonly object: Shape }
  /** Left to a rule of its own, which knows more than a shape can say. */
  | { readonly kind: "checkedByRule"; readonly offers?: () => readonly string[] };

export interface ObjectShape<K extends string = string> {
  readonly kind: "object";
  readonly fields: { readonly [key in K]: Field };
  /** The keys that must be there, picked out once. */
  readonly required: readonly string[];
  /** Other keys are left to a rule; a shape says what completion offers as their values. */
  readonly open?: true | Shape;
  /** For keys that are wrong but well meant: what to say instead of 'unknown key'. */
  readonly notes?: { readonly [key: string]: string };
}

export interface Field {
  readonly shape: Shape;
  readonly required?: true;
  /** null says 'unset', as on the wire. */
  readonly nullable?: true;
  /** Interface version that brought the element (interface 9); absent: there from the beginning. */
  readonly since?: string;
  /** The interface leaves it open and the name is our choice, so no version of it brought it. */
  readonly ours?: true;
  /** One sentence for hover and messages. */
  readonly doc: string;
  /** A few lines of YAML. */
  readonly example: string;
}

/** A key with all that the language says of it: grammar, completion, hover and docs read it here. */
export function field(
  shape: Shape,
  doc: string,
  example: string,
  more: Omit<Field, "shape" | "doc" | "example"> = {},
): Field {
  return { shape, doc, example, ...more };
}

/** One that the element needs. */
export function required(shape: Shape, doc: string, example: string): Field {
  return field(shape, doc, example, { required: true });
}

export const text = { kind: "text" } as const satisfies Shape;
export const filledText = { kind: "text", nonEmpty: true } as const satisfies Shape;
export function mention(names: NameKind): Shape {
  return { kind: "text", names };
}

export const boolean: Shape = { kind: "boolean" };
export const integer: Shape = { kind: "integer" };
export const checkedByRule: Shape = { kind: "checkedByRule" };

/** Left to a rule, with what completion offers. */
export function offering(offers: () => readonly string[]): Shape {
  return { kind: "checkedByRule", offers };
}

export function oneOf(...values: readonly string[]): Shape {
  return { kind: "text", oneOf: values };
}

export function object<K extends string>(
  fields: ObjectShape<K>["fields"],
  more: Pick<ObjectShape, "notes" | "open"> = {},
): ObjectShape<K> {
  const required = Object.entries<Field>(fields).flatMap(([key, one]) => (one.required ? [key] : []));
  return { kind: "object", fields, required, ...more };
}

export function record(names: NameKind, value: Shape): Shape {
  return { kind: "record", names, value };
}

export function list(item: Shape): Shape {
  return { kind: "list", item, nonEmpty: false };
}

export function filledList(item: Shape): Shape {
  return { kind: "list", item, nonEmpty: true };
}
