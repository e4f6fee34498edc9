import { isObject, jsonCopy } from "../edit/compare.ts";
import { blockYaml } from "../edit/render.ts";
import { flowFields } from "../schema/grammar.ts";

/** The draft's fields on the wire that its text holds (interface 2.2), as they are written; null: not given. */
export type WireFields = { readonly [Field in keyof typeof flowFields]: unknown };

const names = Object.keys(flowFields) as readonly (keyof WireFields)[];

/** In the order in which a person reads a flow file. */
const order = [
  "title",
  "flow_kind",
  "folder_id",
  "duration",
  "callback",
  "process",
  "process_parameters",
  "process_settings",
] as const satisfies readonly (keyof WireFields)[];

/** The wire's view of a flow file's value, as `analyse` gives it; of a bare process only `process` is set. */
export function wireFields(value: unknown): WireFields {
  const bare = isObject(value) && (Object.hasOwn(value, "dsl-version") || Object.hasOwn(value, "stages"));
  const field = (name: keyof WireFields): unknown => {
    if (bare) return name === "process" ? value : null;
    return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  };
  return Object.fromEntries(names.map((name) => [name, field(name)])) as unknown as WireFields;
}

/**
 * A fresh flow file in YAML that says the given fields, so that `wireFields(analyse(text).value)` gives them back.
 * Fields that are null or absent are left out.
 */
export function draftText(fields: Partial<WireFields>): string {
  return [...draftTextParts(fields)].join("");
}

/** `draftText` in parts, one a field, so that its writer can pause between them; joined they are the text. */
export function* draftTextParts(fields: Partial<WireFields>): Generator<string> {
  const given = order.filter((name) => fields[name] !== null && fields[name] !== undefined);
  if (given.length === 0) yield blockYaml({});
  for (const name of given) yield blockYaml({ [name]: jsonCopy(fields[name]) });
}
