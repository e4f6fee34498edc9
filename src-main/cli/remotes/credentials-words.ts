import type { WrongCredential } from "../../../src-shared/sync/index.ts";

/** The problem with a value in a credentials file. The value is a secret, so the text leaves it out. */
export const CREDENTIAL_WORDS: Readonly<Record<WrongCredential["wrong"], string>> = {
  missing: "is missing",
  no_text: "must be a text in quotes",
  empty: "is empty",
  long: "has more than 1000 characters",
  characters: "has a space or another character that no credential has",
};
