import type { AuthenticationProvider } from "../process.ts";

/** One sentence per provider [interface 2.8]. */
export const providerDocs: Readonly<Record<AuthenticationProvider, string>> = {
  se_eid: "Swedish electronic ID. Takes `personal_number`.",
  sms_otp:
    "A code by SMS; needs a phone number. `max_failures` is how many SMS one attempt may send, `attempts_per_sms` how often each code may be tried (default 5).",
  idverify:
    "Identity verification with a photographed document; `method` says whether a photo, video or motion goes with it.",
  ftn: "Finnish strong authentication.",
  dk_eid_old: "Danish electronic ID, the old one. To view only.",
  dk_eid_new: "Danish electronic ID, the new one. To view only.",
  "dk_eid_new/dk_eid_old": "Danish electronic ID, new or old as the participant likes. To view only.",
};

/** One sentence per field of a provider, and what completion offers for it. */
export const providerFieldDocs: Readonly<Record<string, string>> = {
  provider: "The authentication provider.",
  max_failures: "How many failed attempts end it, 0 to 255 (default 5); for `sms_otp` the number of SMS, from 1.",
  label: "The authentication id that events carry; default: the provider's name.",
  personal_number: "The personal number that must authenticate.",
  attempts_per_sms: "How often each code may be tried, 1 to 20 (default 5).",
  method: "`document` (default), `document_and_photo`, `document_and_video` or `document_and_motion`.",
  allowed_document_types: "Identity documents that are taken; default: all.",
  allowed_document_countries: "ISO 3166-1 alpha-3 codes of the countries whose documents are taken.",
  document_capture: "`mobile_only` or `mobile_and_desktop`.",
  DoB: "Date of birth that the document must show, YYYY-MM-DD.",
  additional_report_info: "Whether the report tells more.",
};
