import type {
  AuthenticationKind,
  AvailableAction,
  DocumentState,
  EndUserInfo,
  GroupProgress,
  InstanceStatus,
  Instant,
  ParticipantProgress,
  PendingAct,
  Signature,
  StartedDocument,
} from "../../src-shared/flow/index.ts";
import type { Authentication, ProcessSettings } from "../../src-shared/language/index.ts";
import type { Result } from "./errors.ts";

/** What participants do, and what their pages show of a run. */

export interface DoneAct extends Omit<PendingAct, "participant"> {
  readonly at: Instant;
}

export type AuthenticationOutcome = {
  readonly outcome: "success" | "failure";
  readonly reason?: string | null;
  readonly providerData?: Readonly<Record<string, string>>;
};

/** An authentication that is asked of a participant now. */
export interface AskedAuthentication extends Pick<Authentication, "provider" | "options"> {
  readonly locked: boolean;
  /** sms_otp: the phone number that codes go to. */
  readonly sentTo: string | null;
  /** sms_otp: wrong entries that the newest code still bears [U4]; null without one. */
  readonly entriesLeft: number | null;
  /** Attempts that may follow until they are locked [U3]. */
  readonly triesLeft: number;
}

export interface ParticipantView {
  readonly instanceId: string;
  readonly title: string;
  readonly status: InstanceStatus;
  readonly trashed: boolean;
  /** [G13] False: the page says 'no longer available'. */
  readonly open: boolean;
  readonly started: Instant;
  readonly lastEvent: Instant;
  readonly participant: {
    readonly name: string;
    readonly participantId: string;
    /** As the flow gives it; else the name. */
    readonly fullName: string;
  };
  /** What must be passed before the page shows anything [U1]; null when nothing is asked. */
  readonly viewAuthentication: (AskedAuthentication & { readonly archived: boolean }) | null;
  readonly signAuthentication:
    | (AskedAuthentication & {
        readonly label: string;
        /** Names of the documents that a running sign authentication covers now [U1]. */
        readonly covered: readonly string[];
        readonly validUntil: Instant | null;
      })
    | null;
  readonly documents: readonly (Omit<StartedDocument, "sha256"> & { readonly state: DocumentState })[];
  readonly availableActions: readonly AvailableAction[];
  /** This participant's own; type: `signed`, `approved`, `document_rejected`, `instance_rejected`, `authenticated`. */
  readonly previousEvents: readonly { readonly type: string; readonly document: string | null; readonly at: Instant }[];
  readonly done: readonly DoneAct[];
  /** The groups of the present stage that this participant belongs to [G3]. */
  readonly groups: readonly GroupProgress[];
  /** Everybody of the flow, this participant too, by name and progress only [G16]. */
  readonly others: readonly OtherParticipant[];
  readonly rejection: {
    readonly by: string | null;
    readonly document: string | null;
    readonly message: string | null;
  } | null;
  readonly stage: string | null;
  readonly timeout: Instant;
  /** The flow's own, IANA name. */
  readonly timeZone: string;
  readonly now: Instant;
  /** The instance runs on a virtual clock. */
  readonly virtual: boolean;
  readonly accountId: string;
  /** [G15] Set once the participant's document acts of the stage are done. */
  readonly redirectTo: string | null;
  readonly automaticDocumentRedirects: ProcessSettings["automaticDocumentRedirects"];
}

export interface OtherParticipant {
  readonly name: string;
  /** The name in the flow where it gives no full name. */
  readonly fullName: string;
  readonly state: ParticipantProgress["standing"] | "rejected";
  readonly pending: number;
  readonly done: number;
  /** Acts expected in the whole flow. */
  readonly total: number;
  readonly lastActAt: Instant | null;
}

export interface AuthenticationStatus {
  readonly transactionId: string;
  readonly kind: AuthenticationKind;
  readonly provider: string;
  readonly status: "pending" | "success" | "failure";
  readonly reason: string | null;
  /** sms_otp: a new code may be asked for [U4]. */
  readonly codeNeeded: boolean;
}

export type ParticipantGate = Pick<ParticipantView, "open" | "viewAuthentication" | "documents">;

/** Who acts; `participant` and documents are named as in the process. */
export interface Actor {
  readonly instanceId: string;
  readonly participant: string;
  /**
   * The token of the browser session that acts: only authentications that it began count, and it finds no others [U1]. Left
   * out inside the host, where all count.
   */
  readonly session?: string | undefined;
}

/** One attempt at authentication. */
export interface Attempt extends Actor {
  readonly transactionId: string;
  /** May always be passed: the flow keeps it only where the instance records it. */
  readonly endUserInfo?: EndUserInfo | null;
}

export interface ParticipantUseCases {
  /** Checks a link's secret in constant time. Wrong and unknown are both `resource_not_found`. */
  openLink(instanceId: string, participantId: string, secret: string): Result<{ readonly participant: string }>;
  view(instanceId: string, participant: string, session?: string): Result<ParticipantView>;
  /** What decides whether an act is allowed: the view without its history. */
  gate(instanceId: string, participant: string): Result<ParticipantGate>;
  sign(
    request: Actor & {
      document: string;
      signature?: (Pick<Signature, "kind"> & { readonly bytes: Uint8Array }) | null;
    },
  ): Promise<Result<null>>;
  approve(request: Actor & { document: string }): Promise<Result<null>>;
  rejectDocument(request: Actor & { document: string; message?: string | null }): Promise<Result<null>>;
  rejectInstance(request: Actor & { message?: string | null }): Promise<Result<null>>;
  /** `documents` are names; sign only. Asking for a code beyond the last ends the attempt [U4]. */
  startAuthentication(
    request: Omit<Attempt, "transactionId"> & { kind: AuthenticationKind; documents?: readonly string[] },
  ): Promise<Result<AuthenticationStatus>>;
  /**
   * With a `code` (sms_otp) or an `outcome` (simulated providers) it decides; with neither it reports, after playing the
   * next scripted outcome where there is one.
   */
  checkAuthentication(
    request: Attempt & { code?: string; outcome?: AuthenticationOutcome },
  ): Promise<Result<AuthenticationStatus>>;
  /** Whether this attempt at authentication is the participant's, and the session's where one is named. */
  hasAuthentication(request: Attempt): boolean;
  /**
   * Whether this session has passed the view authentication of the page of an ended flow (`archived`), or of a running one:
   * each is asked once, and neither counts for the other [U1].
   */
  hasViewed(request: { instanceId: string; participant: string; session: string; archived: boolean }): boolean;
  /** Asking for a code beyond the last ends the attempt [U4]. */
  sendNewCode(request: Attempt): Promise<Result<AuthenticationStatus>>;
  /** Whether `readCode` may give codes of this instance: in the local simulation, unless Settings says no. */
  offersCodes(instanceId: string): boolean;
  /** The code that the attempt waits for; `conflict_error` while its SMS has not arrived [U4]. */
  readCode(request: Attempt): Result<{ readonly code: string }>;
  /** The outcomes of the participant's next attempts at a simulated provider, in order [U5]. */
  scriptOutcomes(
    instanceId: string,
    participant: string,
    outcomes: readonly AuthenticationOutcome[],
  ): Promise<Result<null>>;
  /** [U3] */
  unlock(instanceId: string, participant: string): Promise<Result<null>>;
}
