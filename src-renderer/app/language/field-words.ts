import { textOr } from "../../components/index.ts";

/** A field of a flow, or a member of one, as forms call it; names and what nobody knows stand as they are. */
export const fieldWord = (key: string): string =>
  textOr(`changes.word.${key}`, textOr(`authenticationForm.fields.${key}`, key));

/** A field of a field, such as `auth_to_sign max_failures`, in words. */
export const fieldWords = (keys: string): string => keys.split(" ").map(fieldWord).join(": ");
