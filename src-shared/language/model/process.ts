import type { AuthenticationProvider } from "../../authentication/index.ts";

/**
 * The checked model of a flow file: what the text means once it has no error.
 * Names and shapes are those of interface 2.2, 2.6, 2.7 and 2.8; keys are the wire's own spelling
 * turned into camelCase only where the field is ours. Every optional field is already filled with its default.
 */

/** A `notify` action's or a reminder's channel: the message's name per method. */
export interface NotifyMethods {
  readonly email: string | null;
  readonly sms: string | null;
  readonly emailLinkOnly: boolean;
}

export type Action =
  | {
      readonly kind: "notify";
      readonly users: readonly string[];
      readonly confirmation: boolean;
      readonly methods: NotifyMethods;
    }
  | { readonly kind: "callback"; readonly callbackName: string }
  | {
      readonly kind: "allow-viewing" | "deny-viewing";
      readonly users: readonly string[];
      readonly documents: readonly string[];
    };

export type Verb = "sign" | "approve";

/** `signed-by` and `approved-by` have `count: null` (everybody); the group conditions carry their K. */
export interface ActCondition {
  readonly verb: Verb;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly count: number | null;
}

export interface RedirectCondition {
  readonly users: readonly string[];
  readonly url: string;
}

export interface Stage {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly conditions: readonly ActCondition[];
  readonly redirects: readonly RedirectCondition[];
}

export interface Reminder {
  /** null: every participant with pending actions. */
  readonly users: readonly string[] | null;
  /** null: the method of the participant's last invitation. */
  readonly methods: NotifyMethods | null;
  readonly daysDelay: number;
  readonly periodically: boolean;
}

export interface Process {
  readonly dslVersion: "0.1.0" | "0.2.0" | "0.3.0";
  readonly allowRejections: boolean;
  readonly stages: readonly Stage[];
  readonly automaticReminders: readonly Reminder[];
}

export interface Authentication {
  readonly provider: AuthenticationProvider;
  readonly maxFailures: number;
  /** Sign only: the authentication id in events; the provider's name where none is given. */
  readonly label: string;
  /** sms_otp only; 5 where none is given. */
  readonly attemptsPerSms: number;
  /** The provider's other fields, as written. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a participant's `id` may be [interface 2.8]. */
export const idTypes = ["email", "phone_number", "user_id", "full_name"] as const;

export interface Participant {
  readonly name: string;
  readonly idType: (typeof idTypes)[number];
  readonly id: string;
  /** The address that mail goes to, from `email` or from an id of that type; null where there is none. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly authToView: Authentication | null;
  readonly authToViewArchived: Authentication | null;
  readonly authToSign: Authentication | null;
}

export interface ProcessParameters {
  readonly participants: readonly Participant[];
  /** Name in the process -> document identifier (digits) or, in a file, a relative path. */
  readonly documents: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, string>>;
}

/** Whether a participant's page opens the next document by itself [interface 2.7]; the first is the default. */
export const documentRedirects = ["last_action", "always", "never"] as const;

export interface ProcessSettings {
  readonly automaticDocumentRedirects: (typeof documentRedirects)[number];
  /** Days after the end. */
  readonly accessibleDuration: number;
  /** IANA name; null: the workspace's. */
  readonly timeZone: string | null;
}

export interface CallbackConfiguration {
  readonly url: string;
  /** `passwordRef` names a value of the secret store; a password in clear is never kept here (law 9). */
  readonly auth: { readonly username: string; readonly passwordRef: string | null } | null;
}

/** A whole draft that has no diagnostic of severity error. */
export interface CheckedDraft {
  readonly title: string;
  readonly process: Process;
  readonly parameters: ProcessParameters;
  readonly settings: ProcessSettings;
  /** Days after the start at which the instance times out, 1..365. */
  readonly duration: number;
  readonly callback: CallbackConfiguration | null;
  readonly folderId: string | null;
  readonly flowKind: "standard" | "micro_api";
}
