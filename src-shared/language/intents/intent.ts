import { type Translatable, translated } from "../../basics/index.ts";
import type { Verb } from "../model/process.ts";
import type { AuthenticationKey, NameKind } from "../model/reading.ts";
import type { FlowKeys } from "../schema/grammar.ts";

/** A JSON object as the flow file spells it. */
export type FlowObject = Readonly<Record<string, unknown>>;

/** Parts of an automatic reminder: one left out stays as it is written, null takes it away. */
export interface ReminderParts {
  /** null: everybody with pending actions. */
  readonly users?: readonly string[] | null;
  /** Name of the message per method; without either, the way of the last invitation. */
  readonly email?: string | null;
  readonly sms?: string | null;
  /** As typed: what is no number of days is left to the diagnostics. */
  readonly daysDelay?: number | string | null;
  readonly periodically?: boolean;
}

/**
 * What an author may want from canvas, outline, matrix and forms. Stages, actions, groups and reminders are identified by
 * their place from 0; an index equal to their number appends. Values are spelled as in a flow file. null takes away.
 */
export type Intent =
  | { readonly intent: "addStage"; readonly at: number; readonly name: string; readonly value?: FlowObject }
  | { readonly intent: "moveStage"; readonly from: number; readonly to: number }
  | { readonly intent: "duplicateStage"; readonly stage: number; readonly name: string }
  | { readonly intent: "deleteStage"; readonly stage: number }
  | { readonly intent: "renameStage"; readonly stage: number; readonly name: string }
  | { readonly intent: "addParticipant"; readonly name: string; readonly value: FlowObject }
  | { readonly intent: "addDocument"; readonly name: string; readonly value: string }
  | { readonly intent: "addMessage"; readonly name: string; readonly value: string }
  | { readonly intent: "setDocument"; readonly name: string; readonly value: string }
  | { readonly intent: "setMessage"; readonly name: string; readonly value: string }
  | {
      readonly intent: "setParticipantField";
      readonly name: string;
      readonly field: "id_type" | "id" | "email" | "phone_number";
      readonly value: string | null;
    }
  | {
      readonly intent: "setAuthentication";
      readonly name: string;
      readonly when: AuthenticationKey;
      readonly value: FlowObject | null;
    }
  /** One field of an existing authentication, without touching its others. */
  | {
      readonly intent: "setAuthenticationField";
      readonly name: string;
      readonly when: AuthenticationKey;
      readonly field: string;
      readonly value: unknown;
    }
  /** From the parameters and from everything that mentions it; what is left without anybody or anything goes too. */
  | { readonly intent: "remove"; readonly kind: NameKind; readonly name: string }
  /** In the parameters and everywhere in the process. */
  | { readonly intent: "rename"; readonly kind: NameKind; readonly name: string; readonly to: string }
  /** Moves a parameter to an index among those of its kind, from 0; values alone do not show their order. */
  | { readonly intent: "moveName"; readonly kind: NameKind; readonly name: string; readonly to: number }
  /** A bare process becomes the process of a draft, which may have all the rest. */
  | { readonly intent: "wrapProcess" }
  /** One cell of a stage's matrix: whether everybody waits for this participant's act on this document. */
  | {
      readonly intent: "setAct";
      readonly stage: number;
      readonly verb: Verb;
      readonly participant: string;
      readonly document: string;
      readonly on: boolean;
    }
  /** The K-of-N groups of one verb in a stage, in order. */
  | {
      readonly intent: "setGroup";
      readonly stage: number;
      readonly verb: Verb;
      readonly at: number;
      readonly value: {
        readonly users: readonly string[];
        readonly documents: readonly string[];
        readonly count: number;
      } | null;
    }
  | {
      readonly intent: "setRedirect";
      readonly stage: number;
      readonly value: { readonly users: readonly string[]; readonly url: string } | null;
    }
  | { readonly intent: "addAction"; readonly stage: number; readonly at: number; readonly value: FlowObject }
  | { readonly intent: "setAction"; readonly stage: number; readonly at: number; readonly value: FlowObject }
  | { readonly intent: "removeAction"; readonly stage: number; readonly at: number }
  | { readonly intent: "moveAction"; readonly stage: number; readonly from: number; readonly to: number }
  | { readonly intent: "setReminder"; readonly at: number; readonly value: FlowObject | null }
  | ({ readonly intent: "changeReminder"; readonly at: number } & ReminderParts)
  | {
      readonly intent: "setSetting";
      readonly setting: FlowKeys["settings"];
      readonly value: string | number | null;
    }
  | {
      readonly intent: "setField";
      readonly field: "title" | "duration" | "folder_id" | "flow_kind";
      readonly value: string | number | null;
    }
  | {
      readonly intent: "setProcessField";
      /** What a process says beside its stages and reminders. */
      readonly field: Exclude<FlowKeys["process"], "stages" | "automatic-reminders">;
      readonly value: string | boolean | null;
    }
  | { readonly intent: "setCallback"; readonly value: FlowObject | null }
  /** One field of the callback or of its basic authentication; what it needs to stand in is made. */
  | {
      readonly intent: "setCallbackField";
      readonly field: "url" | "username" | "password_ref";
      readonly value: string | null;
    }
  | { readonly intent: "removeCallbackAuth" };

/** What was wanted cannot be done to this flow; the message says why and what to do. Nothing has been changed. */
export class ImpossibleIntent extends Error {
  override readonly name = "ImpossibleIntent";
  /** The message, for any language. */
  readonly translatable: Translatable;

  constructor(translatable: Translatable) {
    super(translated(translatable));
    this.translatable = translatable;
  }
}
