export * from "./checked.ts";
export * from "./expectation.ts";
export {
  type Deed,
  deedsOf,
  type Happening,
  happenings,
  happeningText,
  isUnknown,
  readHappening,
  type Unknown,
} from "./happenings.ts";
export { type Authenticates, everythingAsked, type Names, namesWithAsks } from "./names.ts";
export { problemsOf, type ReadExpectations, readExpectations, unknownMessage } from "./read.ts";
export * from "./services.ts";
export { expectationKinds, expectationsShape } from "./shape.ts";
export * from "./suggest.ts";
export { deciding, type Verdict } from "./verdict.ts";
export { seenIn } from "./watch.ts";
