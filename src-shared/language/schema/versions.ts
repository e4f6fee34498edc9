import { authenticationProviders, isProvider } from "../../authentication/index.ts";

/** The oldest version of the interface, which stands for all that was there from the beginning [interface 9.3]. */
export const firstVersion = "0.10.0";

/** The interface version that took a stage with several confirmations [interface 9.3]. */
export const severalConfirmations = "0.28.0";

/** The interface version that brought a value [interface 9.3]; that of a key stands in the grammar, of a provider with it. */
const introduced: Readonly<Record<string, string>> = {
  "method document_and_video": "0.41.0",
  "method document_and_motion": "0.41.0",
  "id_type full_name": "0.13.0",
  "kind confirmation": "0.13.0",
};

/** The version that brought `key: value`, such as `provider: ftn`; undefined where the table names none. */
export function valueSince(key: string, value: unknown): string | undefined {
  const written = String(value);
  if (key === "provider") return isProvider(written) ? authenticationProviders[written].since : undefined;
  const name = `${key} ${written}`;
  return Object.hasOwn(introduced, name) ? introduced[name] : undefined;
}

/** Compares two versions of the form major.minor.patch; anything else counts as the newest. */
export function olderThan(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  if (a === undefined || b === undefined) return false;
  for (const [at, part] of a.entries()) if (part !== b[at]) return part < (b[at] ?? 0);
  return false;
}
