import type {
  Command,
  Decided,
  DocumentState,
  FlowEvent,
  Instant,
  Refusal,
  State,
} from "../../src-shared/flow/index.ts";
import { decide } from "../../src-shared/flow/index.ts";
import type { ActCondition, Action, Participant, Process, Stage } from "../../src-shared/language/index.ts";

/** 2026-03-02T09:00:00Z, a Monday. */
export const T0: Instant = 1_772_442_000_000;
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type StartCommand = Extract<Command, { type: "start" }>;
type Draft = StartCommand["draft"];

/** What a test wants to say about a flow; everything else has a plain default. */
export interface FlowShape {
  readonly stages: readonly Stage[];
  readonly participants?: readonly (Partial<Participant> & { readonly name: string })[];
  readonly documents?: readonly string[];
  readonly reminders?: Process["automaticReminders"];
  readonly allowRejections?: boolean;
  readonly duration?: number;
  readonly accessibleDuration?: number;
  readonly timeZone?: string;
  readonly flowKind?: Draft["flowKind"];
  readonly redirects?: Draft["settings"]["automaticDocumentRedirects"];
  readonly recordEndUserInfo?: boolean;
}

export function person(overrides: Partial<Participant> & { readonly name: string }): Participant {
  return {
    idType: "email",
    id: `${overrides.name}@example.test`,
    email: `${overrides.name}@example.test`,
    phoneNumber: null,
    authToView: null,
    authToViewArchived: null,
    authToSign: null,
    ...overrides,
  };
}

export function sign(users: readonly string[], documents: readonly string[] = ["contract"]): ActCondition {
  return { verb: "sign", users, documents, count: null };
}

export function approve(users: readonly string[], documents: readonly string[] = ["contract"]): ActCondition {
  return { verb: "approve", users, documents, count: null };
}

export function signGroup(users: readonly string[], documents: readonly string[], count: number): ActCondition {
  return { verb: "sign", users, documents, count };
}

export function stage(name: string, ...parts: readonly (ActCondition | Action)[]): Stage {
  return {
    name,
    actions: parts.filter((part) => "kind" in part),
    conditions: parts.filter((part) => "verb" in part),
    redirects: [],
  };
}

export function invite(users: readonly string[], by: "email" | "sms" | "both" = "email"): Action {
  return notify(users, by, false, "invitation");
}

export function confirm(
  users: readonly string[],
  by: "email" | "sms" | "both" = "email",
  emailLinkOnly = false,
): Action {
  return notify(users, by, true, "done", emailLinkOnly);
}

function notify(
  users: readonly string[],
  by: "email" | "sms" | "both",
  confirmation: boolean,
  message: string,
  emailLinkOnly = false,
): Action {
  const methods = { email: by === "sms" ? null : message, sms: by === "email" ? null : message, emailLinkOnly };
  return { kind: "notify", users, confirmation, methods };
}

/** Alice and Bob sign, as the tests that are about something else need it. */
export const TWO_SIGNERS: FlowShape = { stages: [stage("signing", sign(["alice", "bob"]))] };

export function startCommand(shape: FlowShape): StartCommand {
  const participants = (shape.participants ?? [{ name: "alice" }, { name: "bob" }]).map(person);
  const names = shape.documents ?? ["contract"];
  return {
    type: "start",
    draft: {
      title: "Test flow",
      process: {
        dslVersion: "0.3.0",
        allowRejections: shape.allowRejections ?? true,
        stages: shape.stages,
        automaticReminders: shape.reminders ?? [],
      },
      parameters: {
        participants,
        documents: Object.fromEntries(names.map((name, index) => [name, String(1001 + index)])),
        messages: { invitation: "Please sign", done: "All signed", reminder: "Still waiting" },
      },
      settings: {
        automaticDocumentRedirects: shape.redirects ?? "last_action",
        accessibleDuration: shape.accessibleDuration ?? 365,
        timeZone: null,
      },
      duration: shape.duration ?? 90,
      callback: null,
      folderId: null,
      flowKind: shape.flowKind ?? "standard",
    },
    participantIds: participants.map((_, index) => `p${index + 1}`),
    documents: names.map((name, index) => ({
      name,
      documentId: String(1001 + index),
      sha256: String(index + 1).padStart(64, "0"),
      title: name,
      pages: 1,
    })),
    timeZone: shape.timeZone ?? "UTC",
    recordEndUserInfo: shape.recordEndUserInfo ?? false,
  };
}

/** A flow under test: sends commands at a settable instant and keeps the whole history. */
export class TestFlow {
  state: State;
  readonly events: FlowEvent[] = [];
  /** How many events there were after each decision. */
  readonly ends: number[] = [];
  now: Instant;

  constructor(shape: FlowShape, now: Instant = T0) {
    this.now = now;
    const decided = decide(null, startCommand(shape), now);
    if (!decided.ok) throw new Error(decided.refusal.message);
    this.state = decided.state;
    this.events.push(...decided.events);
    this.ends.push(this.events.length);
  }

  /** Sends a command that must be accepted; answers its events. */
  send(command: Command): readonly FlowEvent[] {
    const decided = decide(this.state, command, this.now);
    if (!decided.ok) throw new Error(`${command.type} was refused: ${decided.refusal.rule} ${decided.refusal.message}`);
    this.take(decided);
    return decided.events;
  }

  /** Goes on from a decision that was accepted. */
  take({ state, events }: Extract<Decided, { ok: true }>): void {
    this.state = state;
    this.events.push(...events);
    if (events.length > 0) this.ends.push(this.events.length);
  }

  /** Sends a command that must be refused; answers the refusal. */
  refused(command: Command): Refusal {
    const decided = decide(this.state, command, this.now);
    if (decided.ok) throw new Error(`${command.type} was accepted`);
    return decided.refusal;
  }

  sign(participant: string, document = "contract"): readonly FlowEvent[] {
    return this.send({ type: "act", participant, verb: "sign", document, signature: null });
  }

  approve(participant: string, document = "contract"): readonly FlowEvent[] {
    return this.send({ type: "act", participant, verb: "approve", document, signature: null });
  }

  seal(document = "contract"): readonly FlowEvent[] {
    return this.send({ type: "seal_succeeded", document, sha256: "ab".repeat(32) });
  }

  /** Runs a piece of due work at its due instant. */
  fallDue(id: string, at: Instant, collapseUntil: Instant | null = null): readonly FlowEvent[] {
    this.now = at;
    return this.send({ type: "fall_due", id, collapseUntil });
  }

  /** Runs the time-out at its instant. */
  timeOut(): readonly FlowEvent[] {
    return this.fallDue("time_out", this.state.timeoutAt);
  }

  documentStates(): Record<string, DocumentState> {
    return Object.fromEntries(this.state.documents.map((document) => [document.name, document.state]));
  }

  /** The types of the whole history, for tests about order. */
  types(): string[] {
    return this.events.map((event) => event.type);
  }
}

export function types(events: readonly FlowEvent[]): string[] {
  return events.map((event) => event.type);
}

export function signCommand(participant: string, document = "contract"): Command {
  return { type: "act", participant, verb: "sign", document, signature: null };
}

export function approveCommand(participant: string, document = "contract"): Command {
  return { type: "act", participant, verb: "approve", document, signature: null };
}
