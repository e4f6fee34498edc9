import { isObject } from "../../../src-shared/language/index.ts";

/** A JSON object as the flow file spells it. */
export type RawValue = Readonly<Record<string, unknown>>;

type Path = readonly (string | number)[];

/** What stands at a path; undefined where nothing does. */
export const valueAt = (value: unknown, path: Path): unknown => path.reduce(field, value);

/** An object at a path; an empty one where there is none. */
export function objectAt(value: unknown, path: Path): RawValue {
  const found = valueAt(value, path);
  return isObject(found) ? found : {};
}

/** A list at a path; an empty one where there is none. */
export function listAt(value: unknown, path: Path): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** The texts of a list that is a member. */
export const namesAt = (value: unknown, key: string): readonly string[] =>
  listAt(value, [key]).filter((name) => typeof name === "string");

/** A scalar in words; null where none is written. */
export const scalarText = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

/** A scalar as a field shows it; nothing, a list or an object is an empty field. */
export const fieldText = (value: unknown): string => scalarText(value) ?? "";

/** The object with one member set, or without it where `value` is undefined. */
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

/** A member or item of plain JSON; undefined where there is none. */
export function field(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}
