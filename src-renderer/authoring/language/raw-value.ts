import { isObject } from "../../../src-shared/language/index.ts";

/** A JSON object as spelled in the flow file. */
export type RawValue = Readonly<Record<string, unknown>>;

type Path = readonly (string | number)[];

/** The value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: Path): unknown => path.reduce(field, value);

/** The object at a path; an empty one if there is none. */
export function objectAt(value: unknown, path: Path): RawValue {
  const found = valueAt(value, path);
  return isObject(found) ? found : {};
}

/** The list at a path; an empty one if there is none. */
export function listAt(value: unknown, path: Path): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** The texts in a member that is a list. */
export const namesAt = (value: unknown, key: string): readonly string[] =>
  listAt(value, [key]).filter((name) => typeof name === "string");

/** A scalar as text; null if none is written. */
export const scalarText = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

/** A scalar for a field; a missing value, a list or an object gives an empty field. */
export const fieldText = (value: unknown): string => scalarText(value) ?? "";

/** The object with one member set, or removed if `value` is undefined. */
export function withMember(map: RawValue, key: string, value: unknown): RawValue {
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

/** A member or item of plain JSON; undefined if there is none. */
export function field(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}
