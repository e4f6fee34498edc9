/**
 * The canonical spelling of a JSON value: keys in code-unit order, no white space, undefined members left out. Hash
 * chains and golden histories depend on it, so its output for a given value never changes.
 * @throws TypeError for values outside JSON (functions, bigints, NaN), naming the place.
 */
export function canonicalJson(value: unknown): string {
  return write(value, value);
}

/** Every act writes an event, so the common case is fast: one string, and no path kept for errors. */
function write(value: unknown, whole: unknown): string {
  if (typeof value === "string") return spelled(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, whole)).join(",")}]`;
  if (typeof value === "object") return writeObject(value, whole);
  throw new TypeError(`Only JSON values have a canonical form; at "${placeOf(whole, "")}" stands a ${typeof value}.`);
}

function writeObject(value: object, whole: unknown): string {
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  // Sorted by code units, the default order of `sort`.
  for (const key of Object.keys(value).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${spelled(key)}:${write(member, whole)}`;
  }
  return `{${text}}`;
}

/** Printable ASCII except the quote and the backslash: nothing that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function spelled(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The place of the first value that JSON cannot carry; null: none. */
function placeOf(value: unknown, pointer: string): string | null {
  if (value === null || typeof value === "boolean" || typeof value === "string") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : pointer;
  if (typeof value !== "object") return pointer;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, member] of members) {
    if (member === undefined && !Array.isArray(value)) continue;
    const place = placeOf(member, `${pointer}/${key}`);
    if (place !== null) return place;
  }
  return null;
}
