/** A flow as a drawing: cards of its stages, where they stand, and the picture of all of them. */
export * from "./acts.ts";
export * from "./card-form.ts";
export { initials } from "./initials.ts";
export { drawnStages } from "./of-process.ts";
export * from "./picture.ts";
export * from "./picture-types.ts";
export * from "./places.ts";
export { smallPictureOf } from "./small-picture.ts";
export * from "./stage-cards.ts";
export { documentOf, type Element, elementsOf, PALETTE } from "./svg.ts";
export { wrapText } from "./text-lines.ts";
export * from "./words.ts";
