/**
 * The one spelling of a JSON value: keys in code-unit order, no white space, undefined members left out.
 * Hash chains and golden histories stand on it, so its output for a given value never changes.
 * @throws TypeError for what JSON cannot carry (functions, bigints, NaN), naming the place.
 */
export function canonicalJson(value: unknown): string {
  return write(value, "");
}

function write(value: unknown, pointer: string): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, `${pointer}/${index}`)).join(",")}]`;
  if (typeof value === "object") return writeObject(value, pointer);
  throw new TypeError(`Only JSON values have a canonical form; at "${pointer}" stands a ${typeof value}.`);
}

function writeObject(value: object, pointer: string): string {
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  // Sorted by code units, which is what `sort` does by itself. One string, since every act writes an event.
  for (const key of Object.keys(value).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${write(member, `${pointer}/${key}`)}`;
  }
  return `{${text}}`;
}
