export * from "./checked.ts";
export * from "./expectation.ts";
export { type Happening, happenings, happeningText, isUnknown, type Names, readHappening } from "./happenings.ts";
export { problemsOf, type ReadExpectations, readExpectations } from "./read.ts";
export { expectationsShape } from "./shape.ts";
export { deciding, type Verdict } from "./verdict.ts";
