import {
  type AuthenticationProvider,
  type IdentityDocument,
  type OutcomeProvider,
  type SimulatedAnswer,
  simulatedAnswers,
} from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";

/**
 * The steps at each provider: steps → texts (`check.step`, `check.way`) → next steps. Nothing is sent before an answer
 * is reached (decision 0818).
 */
export type StepName =
  | `eid_${"device" | "open" | "scan" | "confirm"}`
  | `id_${"document" | "phone" | "front" | "page" | "back" | "review" | "selfie" | "video" | "motion" | "send"}`
  | `ftn_${"method" | "bank" | "mobile" | "consent"}`
  | `dk_${"choose" | "user" | "app" | "login" | "key"}`;

/** The participant's choices so far, and the flow's requirements. */
export interface Seen {
  readonly identity: AuthenticationNeed["identity"];
  readonly document: IdentityDocument;
  /** Alpha-3; null: the one offered first. */
  readonly country: string | null;
  /** The date of birth on the document differs from the flow's. */
  readonly otherDate: boolean;
  /** The page is open on a telephone already. */
  readonly onPhone: boolean;
}

type Next = StepName | SimulatedAnswer;

export interface Way {
  readonly name: WayName;
  readonly to: Next | ((seen: Seen) => Next);
}

export interface Step {
  /** The choices on the page. */
  readonly ways?: readonly Way[];
  /** The choices are equal, with no default. */
  readonly choice?: true;
  /** The part in an app or on another device: a panel of the page simulates it. */
  readonly elsewhere?: { readonly place: Place; readonly ways: readonly Way[] };
  readonly shows?: Shown;
  /** The fields of the real page. They accept no input: nobody should enter a password in a rehearsal. */
  readonly fields?: readonly FieldName[];
}

export type Place = "app" | "phone" | "bank";
export type Shown = "moving_code" | "still_code" | "document" | "card" | "page" | "face" | "event_code" | "review";
export type FieldName = "user_id" | "password" | "key";
export type WayName =
  | (
      | "this_device"
      | "other_device"
      | "here_instead"
      | "elsewhere_instead"
      | "open_app"
      | "scan"
      | "identify"
      | "refuse"
    )
  | ("go_on" | "take_picture" | "record" | "use_pictures" | "take_again" | "send")
  | ("bank" | "mobile_certificate" | "confirm" | "enter_pin" | "pass_on")
  | ("dk_new" | "dk_old" | "swipe" | "log_on");

const refuse: Way = { name: "refuse", to: "canceled" };

const firstPicture = ({ document }: Seen): StepName => (document === "passport" ? "id_page" : "id_front");
const BY_METHOD = {
  document: "id_send",
  document_and_photo: "id_selfie",
  document_and_video: "id_video",
  document_and_motion: "id_motion",
} as const;

export const steps: Readonly<Record<StepName, Step>> = {
  eid_device: {
    choice: true,
    ways: [
      { name: "this_device", to: "eid_open" },
      { name: "other_device", to: "eid_scan" },
    ],
  },
  eid_open: {
    elsewhere: { place: "app", ways: [{ name: "open_app", to: "eid_confirm" }] },
    ways: [{ name: "elsewhere_instead", to: "eid_scan" }],
  },
  eid_scan: {
    shows: "moving_code",
    elsewhere: { place: "phone", ways: [{ name: "scan", to: "eid_confirm" }] },
    ways: [{ name: "here_instead", to: "eid_open" }],
  },
  eid_confirm: { elsewhere: { place: "app", ways: [{ name: "identify", to: "success" }, refuse] } },

  id_document: {
    shows: "document",
    ways: [
      {
        name: "go_on",
        to: (seen) => (seen.identity?.capture === "mobile_only" && !seen.onPhone ? "id_phone" : firstPicture(seen)),
      },
    ],
  },
  id_phone: { shows: "still_code", elsewhere: { place: "phone", ways: [{ name: "scan", to: firstPicture }] } },
  id_front: { shows: "card", ways: [{ name: "take_picture", to: "id_back" }] },
  id_page: { shows: "page", ways: [{ name: "take_picture", to: "id_review" }] },
  id_back: { shows: "card", ways: [{ name: "take_picture", to: "id_review" }] },
  id_review: {
    shows: "review",
    ways: [
      { name: "use_pictures", to: ({ identity }) => BY_METHOD[identity?.method ?? "document"] },
      { name: "take_again", to: firstPicture },
    ],
  },
  id_selfie: { shows: "face", ways: [{ name: "take_picture", to: "id_send" }] },
  id_video: { shows: "face", ways: [{ name: "record", to: "id_send" }] },
  id_motion: { shows: "face", ways: [{ name: "record", to: "id_send" }] },
  id_send: {
    ways: [{ name: "send", to: ({ otherDate }) => (otherDate ? "date_of_birth_mismatch" : "success") }],
  },

  ftn_method: {
    choice: true,
    ways: [
      { name: "bank", to: "ftn_bank" },
      { name: "mobile_certificate", to: "ftn_mobile" },
    ],
  },
  ftn_bank: {
    fields: ["user_id"],
    elsewhere: { place: "bank", ways: [{ name: "confirm", to: "ftn_consent" }, refuse] },
  },
  ftn_mobile: {
    shows: "event_code",
    elsewhere: { place: "phone", ways: [{ name: "enter_pin", to: "ftn_consent" }, refuse] },
  },
  ftn_consent: { ways: [{ name: "pass_on", to: "success" }] },

  dk_choose: {
    choice: true,
    ways: [
      { name: "dk_new", to: "dk_user" },
      { name: "dk_old", to: "dk_login" },
    ],
  },
  dk_user: { fields: ["user_id"], ways: [{ name: "go_on", to: "dk_app" }] },
  dk_app: { elsewhere: { place: "app", ways: [{ name: "swipe", to: "success" }, refuse] } },
  dk_login: { fields: ["user_id", "password"], ways: [{ name: "go_on", to: "dk_key" }] },
  dk_key: { fields: ["key"], ways: [{ name: "log_on", to: "success" }] },
};

const FIRST: Readonly<Record<OutcomeProvider, StepName>> = {
  se_eid: "eid_device",
  idverify: "id_document",
  ftn: "ftn_method",
  dk_eid_old: "dk_login",
  dk_eid_new: "dk_user",
  "dk_eid_new/dk_eid_old": "dk_choose",
};

/** Wall time that a provider allows for an answer, in milliseconds; the others have no limit. */
const LIMITS: Readonly<Partial<Record<AuthenticationProvider, number>>> = { se_eid: 3 * 60_000 };

export const firstStep = (provider: OutcomeProvider): StepName => FIRST[provider];
export const timeLimit = (provider: OutcomeProvider): number | null => LIMITS[provider] ?? null;

export const nextOf = ({ to }: Way, seen: Seen): Next => (typeof to === "function" ? to(seen) : to);

export const isAnswer = (next: Next): next is SimulatedAnswer => simulatedAnswers.some((answer) => answer === next);
