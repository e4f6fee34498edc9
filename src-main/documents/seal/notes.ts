import type { Flattened } from "../intake/flatten-pdf.ts";
import { inWords } from "../intake/removed-content.ts";
import type { RemovedContent } from "../types.ts";

/** Sentences for the evidence page about content that a rewritten document could not keep. */
export function notesOn(changes: Flattened, removedAtIntake: readonly RemovedContent[]): string[] {
  const notes: string[] = [];
  const takenOut = removedAtIntake.filter((kind) => kind !== "forms" && kind !== "damage" && kind !== "signatures");
  if (takenOut.length > 0) {
    notes.push(
      `When the document came, ${inWords(takenOut)} were taken out of it, before anybody read it. The SHA-256 above is that of the document as it was read.`,
    );
  }
  if (removedAtIntake.includes("damage")) {
    notes.push(
      "The document came damaged, and was repaired before anybody read it. The SHA-256 above is that of the document as it was read.",
    );
  }
  const now = changes.removed.filter((kind) => !removedAtIntake.includes(kind));
  if (now.length > 0) notes.push(`The seal has taken out of the document: ${inWords(now)}.`);
  if (changes.earlierSignatures > 0) {
    const many = changes.earlierSignatures > 1;
    notes.push(
      `The original carried ${many ? `${changes.earlierSignatures} digital signatures` : "a digital signature"} of its own. A seal makes a new document, so ${many ? "they are" : "it is"} not kept here; the original with the SHA-256 above still has ${many ? "them" : "it"}.`,
    );
  }
  if (changes.formFields > 0 || removedAtIntake.includes("forms"))
    notes.push("The original was a form. Its fields are shown as they were filled in and can no longer be changed.");
  if (changes.lostFields > 0) {
    notes.push(
      `${changes.lostFields} of the original's form fields could not be drawn and ${changes.lostFields > 1 ? "are" : "is"} missing here.`,
    );
  }
  return notes;
}

/** The same about a document that is kept as it was signed. */
export function noteOnKept(signatures: number): string {
  const many = signatures > 1;
  return `The original carries ${many ? `${signatures} digital signatures` : "a digital signature"} of its own. ${many ? "They are" : "It is"} kept: all bytes of the original stand unchanged in this file, before the evidence. So its pages bear no footer line, and its form fields are as they were. A reader that checks ${many ? "those signatures" : "that signature"} may tell that pages were added after ${many ? "them" : "it"}: these.`;
}
