import {
  type AuthenticationProvider,
  authenticationProviders,
  isProvider,
  providers,
} from "../../authentication/index.ts";
import type { AuthenticationKey } from "../reading.ts";
import { type Said, say } from "../said.ts";
import { choices } from "../schema/check.ts";
import type { Node } from "../syntax/tree.ts";
import { countries, isCountry } from "./countries.ts";

/** The fields of authentication, as data [interface 2.8, language.md 'Authentication']. */

/** The providers that may stand under one of a participant's three keys. */
export function providersFor(key: AuthenticationKey): readonly AuthenticationProvider[] {
  return key === "auth_to_sign" ? providers.filter((name) => !authenticationProviders[name].viewOnly) : providers;
}

export interface FieldCheck {
  /** What a form asks with: one or some of `values`, a switch, a whole number, or a line of text. */
  readonly kind: "one" | "some" | "switch" | "number" | "text";
  /** Ends the sentence '… must be'. */
  readonly expected: Said;
  readonly accepts: (value: Node) => boolean;
  /** What completion offers. */
  readonly values?: readonly (string | boolean)[];
}

function wholeNumber(low: number, high: number): FieldCheck {
  return {
    kind: "number",
    expected: say`a whole number from ${low} to ${high}`,
    accepts: (node) =>
      node.kind === "scalar" && Number.isInteger(node.value) && Number(node.value) >= low && Number(node.value) <= high,
  };
}

function textWhere(expected: Said, accepts: (value: string) => boolean): FieldCheck {
  return {
    kind: "text",
    expected,
    accepts: (node) => node.kind === "scalar" && typeof node.value === "string" && accepts(node.value),
  };
}

function oneOf(values: readonly string[]): FieldCheck {
  return { ...textWhere(choices(values), (value) => values.includes(value)), kind: "one", values };
}

function someOf(expected: Said, values: readonly string[], accepts: (value: string) => boolean): FieldCheck {
  const item = textWhere(expected, accepts);
  return {
    kind: "some",
    expected: say`a list of ${expected}`,
    accepts: (node) => node.kind === "list" && node.items.length > 0 && node.items.every(item.accepts),
    values,
  };
}

const yesOrNo: FieldCheck = {
  kind: "switch",
  expected: say`true or false`,
  values: [true, false],
  accepts: (node) => node.kind === "scalar" && typeof node.value === "boolean",
};
const documentTypes = ["national_identity_card", "driving_licence", "passport", "residence_permit"];

/** Of the providers that have any. */
const ownFields: Readonly<Partial<Record<AuthenticationProvider, Readonly<Record<string, FieldCheck>>>>> = {
  se_eid: {
    personal_number: textWhere(say`a personal number of 10 or 12 digits`, (value) =>
      /^(?:\d{2})?\d{6}[-+]?\d{4}$/.test(value),
    ),
  },
  sms_otp: { attempts_per_sms: wholeNumber(1, 20) },
  idverify: {
    method: oneOf(["document", "document_and_photo", "document_and_video", "document_and_motion"]),
    allowed_document_types: someOf(choices(documentTypes), documentTypes, (value) => documentTypes.includes(value)),
    allowed_document_countries: someOf(say`ISO 3166-1 alpha-3 country codes such as \`SWE\``, countries, isCountry),
    document_capture: oneOf(["mobile_only", "mobile_and_desktop"]),
    DoB: textWhere(say`a date such as \`1980-12-31\``, isIsoDate),
    additional_report_info: yesOrNo,
  },
};

/** The fields that a provider takes under one of a participant's three keys. */
export function providerFields(
  provider: AuthenticationProvider,
  key: AuthenticationKey,
): ReadonlyMap<string, FieldCheck> {
  const fields = new Map(Object.entries(ownFields[provider] ?? {}));
  fields.set("max_failures", wholeNumber(0, 255));
  if (key === "auth_to_sign")
    fields.set(
      "label",
      textWhere(say`a text`, (value) => value.trim() !== ""),
    );
  return fields;
}

/** A day of the Gregorian calendar, written YYYY-MM-DD. */
function isIsoDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** The names of those fields; none where the provider is unknown. */
export function providerFieldNames(provider: string, key: AuthenticationKey): readonly string[] {
  return isProvider(provider) ? [...providerFields(provider, key).keys()] : [];
}
