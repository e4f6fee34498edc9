import { isObject, jsonCopy } from "./edit/compare.ts";
import { blockYaml } from "./edit/render.ts";

/** The draft's fields on the wire that its text holds (service.md, 'Draft'), as they are written; null: not given. */
export interface WireFields {
  readonly title: unknown;
  readonly process: unknown;
  readonly process_parameters: unknown;
  readonly process_settings: unknown;
  readonly duration: unknown;
  readonly callback: unknown;
  readonly folder_id: unknown;
  readonly flow_kind: unknown;
}

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
  return {
    title: field("title"),
    process: field("process"),
    process_parameters: field("process_parameters"),
    process_settings: field("process_settings"),
    duration: field("duration"),
    callback: field("callback"),
    folder_id: field("folder_id"),
    flow_kind: field("flow_kind"),
  };
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
