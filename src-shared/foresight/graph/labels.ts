import type { FailureReason } from "../../authentication/index.ts";
import { msg, type Translatable } from "../../basics/index.ts";

/** Who does what: one step of a run, as the check, scenarios and comparisons name it (decision 0800). */
export type Label =
  | {
      readonly kind: "act";
      readonly who: string;
      readonly does: "signs" | "approves";
      readonly document: string;
    }
  | { readonly kind: "reject"; readonly who: string; readonly document: string }
  /** `who` null: the author [interface 1.6]. */
  | { readonly kind: "reject_flow"; readonly who: string | null }
  /** For signing, all documents that wait for them [U1]; `to` view: to open their page, also where signing asks for one. */
  | { readonly kind: "authenticate"; readonly who: string; readonly to?: "view" }
  /** `reason`: the answer of a simulated provider [U5]; absent: it says no, or the codes are mistyped. */
  | {
      readonly kind: "fail_authentication";
      readonly who: string;
      readonly to?: "view";
      readonly reason?: FailureReason;
    }
  /** One wrong SMS code; the attempt continues while a code may be tried again [U4]. */
  | { readonly kind: "mistype"; readonly who: string; readonly to?: "view" }
  /** Enough failures that only the author can unlock them [U3]. */
  | { readonly kind: "lock_out"; readonly who: string; readonly to?: "view" }
  | { readonly kind: "unlock"; readonly who: string }
  | { readonly kind: "seal" | "fail_seal"; readonly document: string }
  | { readonly kind: "time_out" | "cancel" | "prolong" };

/** One line of a run in JSON: its text and its parts. */
export interface Step {
  readonly label: string;
  readonly who?: string | undefined;
  readonly does?: string | undefined;
  readonly document?: string | undefined;
  /** The purpose of the authentication, if stated. */
  readonly to?: "view" | undefined;
  /** Why somebody fails to authenticate. */
  readonly reason?: FailureReason | undefined;
}

/** A label in the words of expectations and scenarios; equal labels have equal words. */
export function labelText(label: Label): string {
  switch (label.kind) {
    case "act":
      return `${label.who} ${label.does} ${label.document}`;
    case "reject":
      return `${label.who} rejects ${label.document}`;
    case "reject_flow":
      return label.who === null ? "the author rejects the flow" : `${label.who} rejects the flow`;
    case "authenticate":
      return `${label.who} authenticates${toWords(label)}`;
    case "fail_authentication":
      return `${label.who} fails to authenticate${toWords(label)}${label.reason === undefined ? "" : ` (${label.reason})`}`;
    case "mistype":
      return `${label.who} mistypes a code${toWords(label)}`;
    case "lock_out":
      return `${label.who} is locked out${label.to === undefined ? "" : " of their page"}`;
    case "unlock":
      return `unlock ${label.who}`;
    case "seal":
      return `seal ${label.document}`;
    case "fail_seal":
      return `seal fails ${label.document}`;
    case "time_out":
      return "time-out";
    case "cancel":
    case "prolong":
      return label.kind;
  }
}

const toWords = ({ to }: { readonly to?: "view" }): string => (to === undefined ? "" : " to view");

/** A label in the reader's language; in English, the words of `labelText`. */
export function labelSaid(label: Label): Translatable {
  switch (label.kind) {
    case "act": {
      const { who, document } = label;
      return label.does === "signs" ? msg`${who} signs ${document}` : msg`${who} approves ${document}`;
    }
    case "reject":
      return msg`${label.who} rejects ${label.document}`;
    case "reject_flow":
      return label.who === null ? msg`the author rejects the flow` : msg`${label.who} rejects the flow`;
    case "authenticate":
      return label.to === undefined ? msg`${label.who} authenticates` : msg`${label.who} authenticates to view`;
    case "fail_authentication":
      return failureSaid(label);
    case "mistype":
      return label.to === undefined ? msg`${label.who} mistypes a code` : msg`${label.who} mistypes a code to view`;
    case "lock_out":
      return label.to === undefined ? msg`${label.who} is locked out` : msg`${label.who} is locked out of their page`;
    case "unlock":
      return msg`unlock ${label.who}`;
    case "seal":
      return msg`seal ${label.document}`;
    case "fail_seal":
      return msg`seal fails ${label.document}`;
    case "time_out":
      return msg`time-out`;
    case "cancel":
      return msg`cancel`;
    case "prolong":
      return msg`prolong`;
  }
}

function failureSaid({ who, to, reason }: Extract<Label, { kind: "fail_authentication" }>): Translatable {
  if (to === undefined)
    return reason === undefined ? msg`${who} fails to authenticate` : msg`${who} fails to authenticate (${reason})`;
  return reason === undefined
    ? msg`${who} fails to authenticate to view`
    : msg`${who} fails to authenticate to view (${reason})`;
}

/** A label as a step of a trace: its text, and who does what with which document. */
export function stepOf(label: Label): Step {
  const step = { label: labelText(label) };
  switch (label.kind) {
    case "act":
      return { ...step, who: label.who, does: label.does, document: label.document };
    case "reject":
      return { ...step, who: label.who, does: "rejects", document: label.document };
    case "reject_flow":
      return { ...step, ...(label.who !== null && { who: label.who }), does: "rejects" };
    case "authenticate":
      return { ...step, who: label.who, does: "authenticates", ...(label.to && { to: label.to }) };
    case "fail_authentication": {
      const why = label.reason === undefined ? {} : { reason: label.reason };
      return { ...step, who: label.who, does: "fails to authenticate", ...(label.to && { to: label.to }), ...why };
    }
    case "mistype":
      return { ...step, who: label.who, does: "mistypes a code", ...(label.to && { to: label.to }) };
    case "lock_out":
      return { ...step, who: label.who, does: "is locked out", ...(label.to && { to: label.to }) };
    case "unlock":
      return { ...step, who: label.who };
    case "seal":
    case "fail_seal":
      return { ...step, document: label.document };
    default:
      return step;
  }
}
