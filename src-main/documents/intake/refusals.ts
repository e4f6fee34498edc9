import { DocumentFailure } from "../types.ts";

/** Why a document is not taken in, in a sentence that its author can act on. */

export function damaged(fileName: string, what: string, cause?: unknown): DocumentFailure {
  return new DocumentFailure(
    "damaged",
    `"${fileName}" is damaged: ${what}. Open it in the program that made it and export it again.`,
    { cause },
  );
}

export function tooMany(fileName: string, most: number, what: string): DocumentFailure {
  return new DocumentFailure(
    "too_complex",
    `"${fileName}" has more than ${most.toLocaleString("en")} ${what}, the most that a document may have. Split it into several documents.`,
  );
}

/** @param what e.g. "a side of more than 20,000 points" */
export function tooLarge(fileName: string, what: string): DocumentFailure {
  return new DocumentFailure(
    "too_complex",
    `"${fileName}" has ${what}, which no reader can draw. Print it to a new PDF at a usual size, and add that.`,
  );
}

export function encrypted(fileName: string): DocumentFailure {
  return new DocumentFailure(
    "encrypted",
    `"${fileName}" is encrypted. Remove its password and its restrictions, then add it again.`,
  );
}
