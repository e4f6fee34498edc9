import {
  type AuthenticationProvider,
  authenticationProviders,
  countries,
  documentCaptures,
  identityDocuments,
  identityMethods,
  isCountry,
  isProvider,
  providers,
} from "../../authentication/index.ts";
import { msg, type Translatable } from "../../basics/index.ts";
import { defaultAttemptsPerSms, defaultMaxFailures } from "../model/defaults.ts";
import type { AuthenticationKey } from "../model/reading.ts";
import { choices } from "../schema/check.ts";
import type { Node } from "../syntax/tree.ts";

/** The fields of authentication, as data [interface 2.8, P001]. */

/** The providers that may stand under one of a participant's three keys. */
export function providersFor(key: AuthenticationKey): readonly AuthenticationProvider[] {
  return key === "auth_to_sign" ? providers.filter((name) => !authenticationProviders[name].viewOnly) : providers;
}

export interface FieldCheck {
  /** What a form asks with: one or some of `values`, a switch, a whole number, or a line of text. */
  readonly kind: "one" | "some" | "switch" | "number" | "text";
  /** Ends the sentence '… must be'. */
  readonly expected: Translatable;
  readonly accepts: (value: Node) => boolean;
  /** What completion offers. */
  readonly values?: readonly (string | boolean)[];
  /** Of a number: what it is where none is given. */
  readonly usual?: number;
}

/** A field of authentication with all that the language says of it. */
export interface ProviderField extends FieldCheck {
  /** One sentence, for hover and completion. */
  readonly doc: string;
  readonly example: string;
  readonly since?: string;
  /** The one provider that takes it; absent: all do. */
  readonly of?: AuthenticationProvider;
  /** The one key under which it stands; absent: all. */
  readonly under?: AuthenticationKey;
  /** It says who somebody is, so it is nobody else's: never copied to other participants. */
  readonly personal?: true;
}

function wholeNumber(low: number, high: number, usual: number): FieldCheck {
  return {
    kind: "number",
    usual,
    expected: msg`a whole number from ${low} to ${high}`,
    accepts: (node) =>
      node.kind === "scalar" && Number.isInteger(node.value) && Number(node.value) >= low && Number(node.value) <= high,
  };
}

function textWhere(expected: Translatable, accepts: (value: string) => boolean): FieldCheck {
  return {
    kind: "text",
    expected,
    accepts: (node) => node.kind === "scalar" && typeof node.value === "string" && accepts(node.value),
  };
}

function oneOf(values: readonly string[]): FieldCheck {
  return { ...textWhere(choices(values), (value) => values.includes(value)), kind: "one", values };
}

function someOf(expected: Translatable, values: readonly string[], accepts: (value: string) => boolean): FieldCheck {
  const item = textWhere(expected, accepts);
  return {
    kind: "some",
    expected: msg`a list of ${expected}`,
    accepts: (node) => node.kind === "list" && node.items.length > 0 && node.items.every(item.accepts),
    values,
  };
}

const yesOrNo: FieldCheck = {
  kind: "switch",
  expected: msg`true or false`,
  values: [true, false],
  accepts: (node) => node.kind === "scalar" && typeof node.value === "boolean",
};

/** Those of one provider are as old as the provider, where no version is named. */
const FIELDS = {
  personal_number: {
    ...textWhere(msg`a personal number of 10 or 12 digits`, (value) => /^(?:\d{2})?\d{6}[-+]?\d{4}$/.test(value)),
    of: "se_eid",
    personal: true,
    doc: "The personal number that must authenticate.",
    example: 'personal_number: "198012311234"',
    since: "0.13.0",
  },
  attempts_per_sms: {
    ...wholeNumber(1, 20, defaultAttemptsPerSms),
    of: "sms_otp",
    doc: "How often each code may be tried, 1 to 20 (default 5).",
    example: "attempts_per_sms: 5",
    since: "0.25.0",
  },
  method: {
    ...oneOf(identityMethods),
    of: "idverify",
    doc: "`document` (default), `document_and_photo`, `document_and_video` or `document_and_motion`.",
    example: "method: document_and_photo",
  },
  allowed_document_types: {
    ...someOf(choices(identityDocuments), identityDocuments, (value) =>
      identityDocuments.some((kind) => kind === value),
    ),
    of: "idverify",
    doc: "Identity documents that are taken; default: all.",
    example: "allowed_document_types: [passport, national_identity_card]",
  },
  allowed_document_countries: {
    ...someOf(msg`ISO 3166-1 alpha-3 country codes such as \`SWE\``, countries, isCountry),
    of: "idverify",
    doc: "ISO 3166-1 alpha-3 codes of the countries whose documents are taken.",
    example: "allowed_document_countries: [SWE, NOR]",
    since: "0.17.0",
  },
  document_capture: {
    ...oneOf(documentCaptures),
    of: "idverify",
    doc: "`mobile_only` or `mobile_and_desktop`.",
    example: "document_capture: mobile_only",
  },
  DoB: {
    ...textWhere(msg`a date such as \`1980-12-31\``, isIsoDate),
    of: "idverify",
    personal: true,
    doc: "Date of birth that the document must show, YYYY-MM-DD.",
    example: 'DoB: "1980-12-31"',
  },
  additional_report_info: {
    ...yesOrNo,
    of: "idverify",
    doc: "Whether the report tells more.",
    example: "additional_report_info: true",
  },
  max_failures: {
    ...wholeNumber(0, 255, defaultMaxFailures),
    doc: "How many failed attempts end it, 0 to 255 (default 5); for `sms_otp` the number of SMS, at least one.",
    example: "max_failures: 3",
  },
  label: {
    ...textWhere(msg`a text`, (value) => value.trim() !== ""),
    under: "auth_to_sign",
    personal: true,
    doc: "The authentication id that events carry; default: the provider's name.",
    example: "label: before-signing",
  },
} as const satisfies Readonly<Record<string, ProviderField>>;

export type AuthenticationFieldName = keyof typeof FIELDS;

type NamedField = ProviderField & { readonly name: AuthenticationFieldName };

export const authenticationFields: Readonly<Record<AuthenticationFieldName, ProviderField>> = FIELDS;

/** The field of a name, whichever provider takes it; null: no provider has one. */
export function authenticationField(name: string): ProviderField | null {
  return isFieldName(name) ? authenticationFields[name] : null;
}

function isFieldName(name: string): name is AuthenticationFieldName {
  return Object.hasOwn(FIELDS, name);
}

/** The fields, by name, that a provider takes under one of a participant's three keys. */
export function providerFields(
  provider: AuthenticationProvider,
  key: AuthenticationKey,
): ReadonlyMap<string, NamedField> {
  const taken = Object.keys(FIELDS)
    .filter(isFieldName)
    .flatMap((name) => {
      const field = authenticationFields[name];
      const { of = provider, under = key } = field;
      return of === provider && under === key ? [[name, { ...field, name }] as const] : [];
    });
  return new Map(taken);
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
