import type { WrongCredential } from "../../../src-shared/sync/index.ts";

/** What is wrong with a value of a file of credentials. The value is a secret, and no part of it. */
export const CREDENTIAL_WORDS: Readonly<Record<WrongCredential["wrong"], string>> = {
  missing: "is missing",
  no_text: "must be a text in quotes",
  empty: "is empty",
  long: "has more than 1000 characters",
  characters: "has a space or another character that no credential has",
};
