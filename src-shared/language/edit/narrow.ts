import { isObject } from "./compare.ts";

/** Collections up to this width are written on one line, as authors do. */
const lineWidth = 88;
/** Levels of collections that still read well on one line. */
const maxHeight = 2;
/** Maps of names: everybody adds to them, so each name has a line. */
const mapsOfNames: ReadonlySet<string | null> = new Set(["users", "documents", "messages"]);

/** How a value stands in a block text. */
export interface Laid {
  readonly width: number;
  /** Levels of collections: 0 for a scalar. */
  readonly height: number;
  /** A collection on one line. */
  readonly flow: boolean;
  /** Of a collection's members or items, in order. */
  readonly children: readonly Laid[];
}

/** A map's members, or a list's items under null. Members that are undefined are none, as in JSON. */
export function membersOf(value: object): readonly (readonly [string | null, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => [null, item]);
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

export function isCollection(value: unknown): value is object {
  return Array.isArray(value) || isObject(value);
}

/** How the members or items of a collection stand, which stands in lines of its own. */
export function laidMembers(collection: object): readonly Laid[] {
  return membersOf(collection).map(([key, value]) => laid(value, key));
}

/** A collection stands on one line where it is short, flat, and no list of maps, which reads better as a block. */
function laid(value: unknown, key: string | null): Laid {
  if (!isCollection(value)) return { width: scalarWidth(value), height: 0, flow: false, children: [] };
  const children: Laid[] = [];
  let width = 4;
  let height = 0;
  const members = membersOf(value);
  for (const [name, inner] of members) {
    const size = laid(inner, name);
    children.push(size);
    width += size.width + (name === null ? 2 : scalarWidth(name) + 4);
    height = Math.max(height, name === null && isObject(inner) ? Number.POSITIVE_INFINITY : size.height);
  }
  if (width <= lineWidth && height < maxHeight && !needsLines(value, key, members)) {
    return { width, height: height + 1, flow: true, children };
  }
  return { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY, flow: false, children };
}

/** A stage is written as a block, so that its next change is a change of one line; `- notify: { … }` needs no braces. */
function needsLines(value: object, key: string | null, members: readonly (readonly [string | null, unknown])[]) {
  if (Array.isArray(value)) return false;
  const isNamed = key === null && members.length === 1 && isCollection(members[0]?.[1]);
  return isNamed || Object.hasOwn(value, "expect") || (members.length > 0 && mapsOfNames.has(key));
}

function scalarWidth(value: unknown): number {
  // A text with line ends is a block and never fits.
  return typeof value === "string" && value.includes("\n") ? Number.POSITIVE_INFINITY : String(value).length;
}
