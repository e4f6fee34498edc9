import { textOr } from "./texts.ts";

/** A field of a flow, or a member of one, in the words of the forms; names and unknown fields stay unchanged. */
export const fieldWord = (key: string): string =>
  textOr(`changes.word.${key}`, textOr(`authenticationForm.fields.${key}`, key));

/** A field of a field, such as `auth_to_sign max_failures`, in words. */
export const fieldWords = (keys: string): string => keys.split(" ").map(fieldWord).join(": ");

/**
 * A value of a field in words: an option in the words of the forms, and the parts of an authentication; other values
 * stay unchanged.
 */
export function valueWords(field: string, value: string): string {
  if (field.startsWith("auth_to_") && value.includes("provider ")) return value.split(", ").map(memberWords).join(", ");
  if (field === "provider") return textOr(`authenticationForm.providers.${value}`, value);
  if (field === "id_type") return textOr(`idTypes.${value}`, value);
  const choice = CHOICES[field];
  return choice === undefined
    ? textOr(`authenticationForm.values.${value}`, value)
    : textOr(`settingsForm.${choice}_${value}`, value);
}

/** Fields whose values have texts in the settings of a flow. */
const CHOICES: Readonly<Record<string, string>> = {
  "allow-rejections": "rejections",
  automatic_document_redirects: "redirects",
  flow_kind: "kind",
};

/** `provider sms_otp`: a field and its value, side by side. */
function memberWords(member: string): string {
  const [, field = "", value = ""] = /^(\w+) (.*)$/.exec(member) ?? [];
  return field === "" ? member : `${fieldWord(field)}: ${valueWords(field, value)}`;
}
