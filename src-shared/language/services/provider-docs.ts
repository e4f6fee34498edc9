import { since } from "../schema/changes.ts";

interface ProviderField {
  /** One sentence, for hover and completion. */
  readonly doc: string;
  readonly since?: string;
}

/** The fields of authentication, whoever provides it. Those of one provider are as old as the provider. */
export const providerFieldDocs: Readonly<Record<string, ProviderField>> = {
  max_failures: {
    doc: "How many failed attempts end it, 0 to 255 (default 5); for `sms_otp` the number of SMS, at least one.",
  },
  label: { doc: "The authentication id that events carry; default: the provider's name." },
  personal_number: { doc: "The personal number that must authenticate.", since: since("provider se_eid") },
  attempts_per_sms: {
    doc: "How often each code may be tried, 1 to 20 (default 5).",
    since: since("provider sms_otp"),
  },
  method: { doc: "`document` (default), `document_and_photo`, `document_and_video` or `document_and_motion`." },
  allowed_document_types: { doc: "Identity documents that are taken; default: all." },
  allowed_document_countries: {
    doc: "ISO 3166-1 alpha-3 codes of the countries whose documents are taken.",
    since: since("allowed_document_countries"),
  },
  document_capture: { doc: "`mobile_only` or `mobile_and_desktop`." },
  DoB: { doc: "Date of birth that the document must show, YYYY-MM-DD." },
  additional_report_info: { doc: "Whether the report tells more." },
};
