/**
 * What the participants' page needs beyond `GET /flow/instances/{id}/view` (docs/decisions/0020-participants-page.md); the
 * routes are in the service's own documentation. The page is `/participant/{instance}/{participant id}` on the service's
 * origin. It reads both ids from its path, sends `X-Participant` with every request (several participants may live in one
 * browser), and with it `X-CSRF-Token`, which came behind the `#` of its address. After each success it asks again.
 */

import { z } from "zod";
import {
  documentCaptures,
  identityDocuments,
  identityMethods,
  providers,
  simulatedAnswers,
} from "../authentication/index.ts";
import { documentRedirects } from "../language/index.ts";
import { digits, documentState, instanceStatus, timestamp, uuid, verb } from "./common.ts";

export const authenticationProvider = z.enum(providers);

const authenticationNeed = z.object({
  provider: authenticationProvider,
  /** False only where the provider sends a code (`sms_otp`), which is really checked; the SMS itself lands in the app's mailbox [U5]. */
  simulated: z.boolean(),
  /** `locked`: too many failures, until the author unlocks the participant [U3]. */
  state: z.enum(["required", "locked"]),
  /** `sms_otp`: the number with all but its last two digits hidden. */
  sent_to: z.string().nullable(),
  /** `sms_otp`: how often the newest SMS's code may still be entered [U4]; 0: only a new one helps; null: none sent. */
  entries_left: z.number().int().nonnegative().nullable(),
  /** Attempts that may follow until the participant is locked [U3]; null where a code decides. */
  tries_left: z.number().int().nonnegative().nullable(),
  /** `sms_otp`: the page may ask for the code of its own attempt, instead of the participant's typing it. */
  offers_code: z.boolean(),
  /** What a simulated provider may answer, of `simulatedAnswers` [U5]; none where a code decides. */
  answers: z.array(z.enum(simulatedAnswers)),
  /** `idverify`: what it takes and how; null for others. Never the date of birth: that is for the provider to compare. */
  identity: z
    .object({
      method: z.enum(identityMethods),
      documents: z.array(z.enum(identityDocuments)),
      /** Alpha-3 codes; empty: of every country. */
      countries: z.array(z.string()),
      capture: z.enum(documentCaptures),
    })
    .nullable(),
});

const common = z.object({
  instance_id: uuid,
  /** null: it has none. */
  title: z.string().nullable(),
  /** Name of the author's account. */
  author: z.string(),
  /** `full_name`: what a typed signature begins with; the name in the flow where it gives no full name. */
  participant: z.object({ id: digits, name: z.string(), full_name: z.string() }),
  /** Everything done here is a simulation and the page says so [U5]. */
  simulated: z.literal(true),
  /** The instance's own clock: what the page calls "now" (law 4). */
  now: timestamp,
  clock: z.enum(["real", "virtual"]),
  /** BCP 47, from the participant's browser, or `en`. */
  locale: z.string(),
});

const pageDocument = z.object({
  document_id: digits,
  /** The name that the process uses. */
  name: z.string(),
  title: z.string(),
  pages: z.number().int(),
  /** Bytes of the PDF as uploaded; the sealed one is larger. */
  size: z.number().int(),
  state: documentState,
  /** Path on the page's own origin; the sealed PDF once there is one. */
  url: z.string(),
  /** What this participant may do now; empty: only read. */
  actions: z.array(z.enum(["sign", "approve", "reject"])),
  /** Only `needed` of the group's `members` must do what is awaited here, and `done` have [G3]; null: everybody must. */
  group: z.object({ needed: z.number().int(), members: z.number().int(), done: z.number().int() }).nullable(),
  /** What this participant has done. */
  done: z.array(z.object({ type: verb, at: timestamp })),
});

/** What others see of a participant: name and progress, never contact details [G16]. */
const progress = z.object({
  name: z.string(),
  /** The name in the flow where it gives no full name. */
  full_name: z.string(),
  me: z.boolean(),
  /** `waiting`: has pending acts now. `ahead`: acts in a later stage. `recipient`: never acts. `lapsed`: no longer needed. */
  state: z.enum(["waiting", "ahead", "done", "lapsed", "rejected", "recipient"]),
  done: z.number().int(),
  /** Acts expected of them in the whole flow, done ones included. */
  total: z.number().int(),
  last_act: timestamp.nullable(),
});

/** The link is right, but a view authentication comes first [U1]. */
export const authenticatePage = common.extend({
  page: z.literal("authenticate"),
  /** `archived`: the flow has ended, and its page asks for an authentication of its own [U1]. */
  authentication: authenticationNeed.extend({ archived: z.boolean() }),
});

/** Trashed, or past `accessible_duration` [G11, G13]: nothing but a sentence is shown. */
export const unavailablePage = common.omit({ title: true, author: true }).extend({
  page: z.literal("unavailable"),
  reason: z.enum(["trashed", "expired"]),
});

export const overviewPage = common.extend({
  page: z.literal("overview"),
  /** The flow's own, IANA name: times on the page are shown in it, as the author sees them. */
  time_zone: z.string(),
  status: instanceStatus,
  stage: z.string().nullable(),
  started: timestamp,
  last_event: timestamp,
  timeout: timestamp,
  documents: z.array(pageDocument),
  /** Rejecting the whole instance [G6]. */
  may_reject: z.boolean(),
  /** Needed before signing or approving [U1]; null where none is, `covered` the documents that one covers now. */
  sign_authentication: authenticationNeed
    .extend({
      state: z.enum(["required", "locked", "covered"]),
      label: z.string(),
      covered: z.array(digits),
      valid_until: timestamp.nullable(),
    })
    .nullable(),
  participants: z.array(progress),
  /** Offered once the document actions of the stage are done, and followed right after the act that did it [G15]. */
  redirect: z.object({ url: z.string() }).nullable(),
  /** The process setting of interface 2.7: whether to open the next document after an act. */
  automatic_document_redirects: z.enum(documentRedirects),
  /** The rejection that ended the flow, if any; `by` is null where its author rejected it. */
  rejection: z
    .object({ by: z.string().nullable(), document: z.string().nullable(), message: z.string().nullable() })
    .nullable(),
});

export const participantPage = z.discriminatedUnion("page", [authenticatePage, unavailablePage, overviewPage]);

/** Picks the outcome of a simulated provider's running transaction [U5]. */
export const simulatedOutcome = z.strictObject({
  transaction_id: z.string().min(1).max(100),
  outcome: z.enum(simulatedAnswers),
});

/** A running attempt by code: asks for one more SMS, or for the code of the newest. */
export const codeAttempt = z.strictObject({ transaction_id: z.string().min(1).max(100) });
export const smsCode = z.object({ code: z.string() });

export type ParticipantPage = z.output<typeof participantPage>;
export type OverviewPage = z.output<typeof overviewPage>;
export type AuthenticatePage = z.output<typeof authenticatePage>;
export type UnavailablePage = z.output<typeof unavailablePage>;
export type PageDocument = z.output<typeof pageDocument>;
export type PageProgress = z.output<typeof progress>;
export type AuthenticationNeed = z.output<typeof authenticationNeed>;
export type SimulatedOutcome = z.output<typeof simulatedOutcome>;
