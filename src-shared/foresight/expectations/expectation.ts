import type { NotificationMethod } from "../../flow/index.ts";
import type { FindingId } from "../findings/index.ts";
import type { Assumptions } from "../graph/steps.ts";
import type { Happening } from "./happenings.ts";

/** What an author expects of every run (docs/expectations.md). */
export type Expectation =
  | { readonly kind: "before"; readonly first: Happening; readonly then: Happening }
  | { readonly kind: "always"; readonly when: Happening; readonly that: readonly Happening[] }
  | { readonly kind: "never"; readonly what: Happening }
  | { readonly kind: "possible"; readonly reach: Happening; readonly without: readonly string[] }
  | {
      readonly kind: "at-most";
      readonly most: number;
      readonly who: string;
      /** null: both together. */
      readonly method: NotificationMethod | null;
    }
  | {
      readonly kind: "within";
      readonly days: number;
      readonly reach: Happening;
      readonly actsWithin: number;
    };

/** A finding that the author accepts. */
export interface Acceptance {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly finding: FindingId;
  /** Participants or documents, at least one; null: any. */
  readonly of: readonly string[] | null;
  readonly because: string;
}

/** The expectations of a flow, as read from their text. */
export interface Expectations {
  readonly assume: Assumptions;
  /** null: an item that could not be read. */
  readonly expect: readonly (Expectation | null)[];
  readonly accept: readonly Acceptance[];
}
