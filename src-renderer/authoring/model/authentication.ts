import { isProvider } from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKey,
  authenticationField,
  type Intent,
  providerFields,
} from "../../../src-shared/language/index.ts";
import type { RawValue } from "../language/raw-value.ts";

interface Place {
  readonly name: string;
  readonly when: AuthenticationKey;
}

/**
 * Gives an authentication another provider, field by field: fields that the new one also has stay, including those just
 * written and not yet parsed.
 */
export function withProvider(before: RawValue, provider: string, place: Place): readonly Intent[] {
  if (Object.keys(before).length === 0) return [{ intent: "setAuthentication", ...place, value: { provider } }];
  const known = isProvider(provider) ? providerFields(provider, place.when) : null;
  const lost = Object.keys(before).filter((key) => key !== "provider" && !known?.has(key));
  const changes: readonly (readonly [field: string, value?: string])[] = [
    ["provider", provider],
    ...lost.map((key) => [key] as const),
  ];
  return changes.map(([field, value]) => ({ intent: "setAuthenticationField", ...place, field, value }));
}

/** Gives all named participants the same authentication, except for personal fields. */
export function sameForAll(names: readonly string[], when: AuthenticationKey, value: RawValue): readonly Intent[] {
  const shared = Object.fromEntries(Object.entries(value).filter(([key]) => !authenticationField(key)?.personal));
  return names.map((name) => ({ intent: "setAuthentication", name, when, value: shared }));
}

/** Codes in an author's list, with spaces or commas between. */
export const codesOf = (typed: string): readonly string[] =>
  typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== "");
