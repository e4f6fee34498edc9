import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import {
  dslVersions,
  type Field,
  type FlowOutline,
  flowShape,
  processShape,
  type Shape,
} from "../../src-shared/language/index.ts";
import { yamlPlace } from "./yaml-place.ts";

/** What may be written at the cursor: keys of the language with their meaning, names in scope, fixed values. */
export function completeFlow(context: CompletionContext, outline: FlowOutline | null): CompletionResult | null {
  const { path, key, word } = yamlPlace(context.state.sliceDoc(0, context.pos));
  if (word === "" && !context.explicit) return null;
  const bare = outline !== null && /^(dsl-version|stages)\s*:/m.test(context.state.sliceDoc(0, 2000));
  const options =
    key === null
      ? atPlace(bare ? processShape : flowShape, path, outline)
      : values(bare ? processShape : flowShape, [...path, key], outline);
  return options.length === 0 ? null : { from: context.pos - word.length, options, validFor: /^[\w./-]*$/ };
}

type Fields = Readonly<Record<string, Field>>;

/** The shape that stands at a path; null where the language knows none. */
export function shapeAt(root: Shape, path: readonly string[]): Shape | null {
  let shape: Shape | null = root;
  for (const step of path) {
    if (shape === null) return null;
    shape = child(shape, step);
  }
  return shape;
}

function child(shape: Shape, step: string): Shape | null {
  switch (shape.kind) {
    case "object":
      return shape.fields[step]?.shape ?? null;
    case "list":
      return step === "*" ? shape.item : null;
    case "record":
      return shape.value;
    case "single":
      return isShape(shape.value) ? shape.value : (shape.value[step]?.shape ?? null);
    case "either":
      return step === "*" ? child(shape.list, step) : child(shape.object, step);
    default:
      return null;
  }
}

const isShape = (value: Shape | Fields): value is Shape => typeof (value as { kind?: unknown }).kind === "string";

function fieldsOf(shape: Shape | null): Fields {
  if (shape?.kind === "object") return shape.fields;
  if (shape?.kind === "single" && !isShape(shape.value)) return shape.value;
  if (shape?.kind === "either") return fieldsOf(shape.object);
  return {};
}

function atPlace(root: Shape, path: readonly string[], outline: FlowOutline | null): Completion[] {
  const keys = Object.entries(fieldsOf(shapeAt(root, path))).map(([name, { doc, since }]) => ({
    label: name,
    apply: `${name}: `,
    type: "property",
    info: since ? `${doc} (since interface ${since})` : doc,
  }));
  // An item of a list such as `users` may be a name too.
  return path.at(-1) === "*" ? [...keys, ...values(root, path.slice(0, -1), outline)] : keys;
}

function values(root: Shape, path: readonly string[], outline: FlowOutline | null): Completion[] {
  const names = namesFor(path, outline);
  if (names.length > 0) return names.map((label) => ({ label, type: "variable" }));
  const shape = shapeAt(root, path);
  if (path.at(-1) === "dsl-version") return dslVersions.map((version) => ({ label: `"${version}"`, type: "constant" }));
  if (shape?.kind === "boolean") return ["true", "false"].map((label) => ({ label, type: "constant" }));
  return shape?.kind === "text" && shape.oneOf ? shape.oneOf.map((label) => ({ label, type: "constant" })) : [];
}

function namesFor(path: readonly string[], outline: FlowOutline | null): readonly string[] {
  if (outline === null || path.includes("process_parameters")) return [];
  const last = path.at(-1);
  if (last === "users") return outline.participants.map(({ name }) => name);
  if (last === "documents") return outline.documents.map(({ name }) => name);
  if (last === "message" || last === "email" || last === "sms") return outline.messages.map(({ name }) => name);
  return [];
}
