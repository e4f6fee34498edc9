import { isObject } from "./compare.ts";

/** Collections up to this width are written on one line, as authors do. */
const lineWidth = 88;
/** Levels of collections that still read well on one line. */
const maxHeight = 2;
/** Maps of names: everybody adds to them, so each name has a line. */
const mapsOfNames: ReadonlySet<string | null> = new Set(["users", "documents", "messages"]);

/** A map's members, or a list's items under null. Members that are undefined are none, as in JSON. */
export function membersOf(value: object): readonly (readonly [string | null, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => [null, item]);
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

export function isCollection(value: unknown): value is object {
  return Array.isArray(value) || isObject(value);
}

/**
 * A collection stands on one line where it is short, flat, and no list of maps, which reads better as a block; an item of one
 * member, such as `- wait: 3 days`, needs no braces.
 */
export function fitsLine(value: object, key: string | null): boolean {
  return !(key === null && isNamed(value)) && fitsBraces(value, key);
}

/** Whether an item can stand on one line where its siblings stand in braces. */
export function fitsBraces(value: object, key: string | null): boolean {
  return widthOf(value, key, 0) <= lineWidth;
}

/** Whether it is a map of one member. */
export function isNamed(value: unknown): boolean {
  return isObject(value) && membersOf(value).length === 1;
}

/** Of a value on one line, `level` levels inside another; infinite where it needs lines. */
function widthOf(value: unknown, key: string | null, level: number): number {
  if (!isCollection(value)) return scalarWidth(value);
  const members = membersOf(value);
  if (level === maxHeight || needsLines(value, key)) return Number.POSITIVE_INFINITY;
  let width = 4;
  for (const [name, inner] of members) {
    if (name === null && isObject(inner)) return Number.POSITIVE_INFINITY;
    width += widthOf(inner, name, level + 1) + (name === null ? 2 : scalarWidth(name) + 4);
    if (width > lineWidth) break;
  }
  return width;
}

/** A stage is written as a block, so that its next change is a change of one line. */
function needsLines(value: object, key: string | null): boolean {
  if (Array.isArray(value)) return false;
  return Object.hasOwn(value, "expect") || (mapsOfNames.has(key) && membersOf(value).length > 0);
}

function scalarWidth(value: unknown): number {
  // A text with line ends is a block and never fits.
  return typeof value === "string" && value.includes("\n") ? Number.POSITIVE_INFINITY : String(value).length;
}
