/** A plain object of JSON, with or without a prototype. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equality of JSON values; the order of members does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** A copy of a JSON value without members that are undefined, as JSON itself has none. */
export function jsonCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : jsonCopy(item)));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value)) if (member !== undefined) copy[key] = jsonCopy(member);
  return copy;
}

/** The object that a value is, else an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export type Path = readonly (string | number)[];

/** What stands at a path; undefined where nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isObject(at) && Object.hasOwn(at, String(step)) ? at[step] : undefined;
  }
  return at;
}

/** The value with one place set, or removed where `value` is undefined. Missing containers on the way are made. */
export function withValue(root: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root) && typeof step === "number") {
    const copy = [...root];
    if (rest.length === 0 && value === undefined) copy.splice(step, 1);
    else copy[Math.min(step, copy.length)] = withValue(copy[step], rest, value);
    return copy;
  }
  const missing = isObject(root) ? !Object.hasOwn(root, String(step)) : true;
  if (missing && value === undefined) return root;
  if (!isObject(root) && typeof step === "number") return [withValue(undefined, rest, value)];
  const copy: Record<string, unknown> = Object.assign(Object.create(null), isObject(root) ? root : {});
  if (rest.length === 0 && value === undefined) delete copy[step];
  else copy[step] = withValue(copy[step], rest, value);
  return copy;
}
