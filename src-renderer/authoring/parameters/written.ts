import { field } from "../editor/firm-stages.ts";

/** A JSON object as the flow file spells it. */
export type Written = Readonly<Record<string, unknown>>;

type Path = readonly (string | number)[];

export function isWritten(value: unknown): value is Written {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a path; undefined where nothing does. */
export const at = (value: unknown, path: Path): unknown => path.reduce(field, value);

/** An object at a path; an empty one where there is none. */
export function mapAt(value: unknown, path: Path): Written {
  const found = at(value, path);
  return isWritten(found) ? found : {};
}

/** A scalar as a field shows it; nothing, a list or an object is an empty field. */
export function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The object with one member set, or without it where `value` is undefined. */
export function withMember(map: Written, key: string, value: unknown): Written {
  const { [key]: _gone, ...rest } = map;
  return value === undefined ? rest : Object.hasOwn(map, key) ? { ...map, [key]: value } : { ...rest, [key]: value };
}

/** A JSON pointer (RFC 6901) from the root of the file. */
export const pointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The steps of a JSON pointer. */
export const stepsOf = (place: string): readonly string[] =>
  place
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
