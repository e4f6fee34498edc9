import { type AuthenticationKey, type Intent, isProvider, providerFields } from "../../../src-shared/language/index.ts";
import type { Written } from "./written.ts";

/** Fields that say who somebody is: they are nobody else's. */
const PERSONAL: ReadonlySet<string> = new Set(["personal_number", "DoB", "label"]);

/** The authentication with another provider: what the new one knows too stays. */
export function withProvider(before: Written, provider: string, when: AuthenticationKey): Written {
  const known = isProvider(provider) ? providerFields(provider, when) : null;
  const kept = Object.entries(before).filter(([key]) => key !== "provider" && known?.has(key));
  return { provider, ...Object.fromEntries(kept) };
}

/** Gives everybody named the same authentication, apart from what is one's own. */
export function sameForAll(names: readonly string[], when: AuthenticationKey, value: Written): readonly Intent[] {
  const shared = Object.fromEntries(Object.entries(value).filter(([key]) => !PERSONAL.has(key)));
  return names.map((name) => ({ intent: "setAuthentication", name, when, value: shared }));
}

/** Codes as an author lists them, with spaces or commas between. */
export const codesOf = (typed: string): readonly string[] =>
  typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== "");
