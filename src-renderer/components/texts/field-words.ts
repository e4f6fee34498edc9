import { textOr } from "./texts.ts";

/** A field of a flow, or a member of one, as forms call it; names and what nobody knows stand as they are. */
export const fieldWord = (key: string): string =>
  textOr(`changes.word.${key}`, textOr(`authenticationForm.fields.${key}`, key));

/** A field of a field, such as `auth_to_sign max_failures`, in words. */
export const fieldWords = (keys: string): string => keys.split(" ").map(fieldWord).join(": ");

/** A value of a field in words: a choice as forms name it, and what authentication is made of; all else stands as it is. */
export function valueWords(field: string, value: string): string {
  if (field.startsWith("auth_to_") && value.includes("provider ")) return value.split(", ").map(memberWords).join(", ");
  if (field === "provider") return textOr(`authenticationForm.providers.${value}`, value);
  if (field === "id_type") return textOr(`idTypes.${value}`, value);
  const choice = CHOICES[field];
  return choice === undefined
    ? textOr(`authenticationForm.values.${value}`, value)
    : textOr(`settingsForm.${choice}_${value}`, value);
}

/** Fields whose values the settings of a flow have words for. */
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
