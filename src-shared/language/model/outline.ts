import type { TextRange } from "../../basics/index.ts";
import { copied, keyOf, member, type Node, textAt, wholeRange } from "../syntax/tree.ts";
import { defaultAttemptsPerSms, defaultMaxFailures } from "./defaults.ts";
import {
  type ActionKind,
  type ConditionKind,
  namesOf,
  type ReadAction,
  type Reading,
  type ReadStage,
} from "./reading.ts";

/**
 * What canvas and outline draw, also of a broken text: its readable parts with their places. Plain data, so that it may
 * cross to another thread. Missing or unreadable parts are null or absent.
 */
export interface FlowOutline {
  readonly title: string | null;
  readonly dslVersion: string | null;
  readonly flowKind: string | null;
  readonly stages: readonly OutlineStage[];
  readonly participants: readonly OutlineParticipant[];
  readonly documents: readonly OutlineEntry[];
  readonly messages: readonly OutlineEntry[];
  readonly reminders: readonly OutlineReminder[];
}

export interface OutlineStage {
  readonly name: string;
  readonly range: TextRange;
  readonly nameRange: TextRange;
  readonly actions: readonly OutlineAction[];
  readonly conditions: readonly OutlineCondition[];
}

export interface OutlineAction {
  readonly kind: ActionKind;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly confirmation: boolean;
  /** Message names per method; notify only. */
  readonly email: string | null;
  readonly sms: string | null;
  readonly callbackName: string | null;
  /** One line for people. */
  readonly summary: string;
  readonly range: TextRange;
}

export interface OutlineCondition {
  readonly kind: ConditionKind;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly count: number | null;
  readonly url: string | null;
  readonly range: TextRange;
}

/** How often an authentication may fail before it locks somebody out. */
export interface OutlineLimits {
  readonly maxFailures: number;
  readonly attemptsPerSms: number;
}

export interface OutlineParticipant {
  readonly name: string;
  readonly idType: string | null;
  readonly id: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Provider names. */
  readonly authToView: string | null;
  readonly authToViewArchived: string | null;
  readonly authToSign: string | null;
  readonly limitsToView: OutlineLimits;
  readonly limitsToSign: OutlineLimits;
  readonly range: TextRange;
}

export interface OutlineEntry {
  readonly name: string;
  readonly value: string | null;
  readonly range: TextRange;
}

export interface OutlineReminder {
  readonly users: readonly string[] | null;
  readonly email: string | null;
  readonly sms: string | null;
  readonly daysDelay: number | null;
  readonly periodically: boolean;
  readonly range: TextRange;
}

/** Outlines of stages, and where they were drawn: one that has not moved is drawn the same. */
export type OutlinedStages = WeakMap<ReadStage, { readonly at: number; readonly outline: OutlineStage }>;

export function outlineOf(reading: Reading, known?: OutlinedStages): FlowOutline {
  return {
    title: textAt(reading.root, "title"),
    dslVersion: textAt(reading.process, "dsl-version"),
    flowKind: textAt(reading.root, "flow_kind"),
    stages: reading.stages.map((stage) => {
      const before = known?.get(stage);
      const at = stage.node.range.from;
      if (before?.at === at) return before.outline;
      const outline = outlineStage(stage);
      known?.set(stage, { at, outline });
      return outline;
    }),
    participants: [...reading.participants.values()].map(({ name, node, idType, id, email, phoneNumber }) => ({
      name,
      idType,
      id: id === null ? null : String(id.value),
      email,
      phoneNumber,
      authToView: textAt(member(node, "auth_to_view"), "provider"),
      authToViewArchived: textAt(member(node, "auth_to_view_archived"), "provider"),
      authToSign: textAt(member(node, "auth_to_sign"), "provider"),
      limitsToView: limitsAt(member(node, "auth_to_view")),
      limitsToSign: limitsAt(member(node, "auth_to_sign")),
      range: wholeRange(node),
    })),
    documents: [...reading.given.document].map(outlineEntry),
    messages: [...reading.given.message].map(outlineEntry),
    reminders: reading.reminders.map(({ node, users, methods, daysDelay, periodically }) => ({
      users: users === null ? null : namesOf(users),
      email: methods?.email?.name ?? null,
      sms: methods?.sms?.name ?? null,
      daysDelay,
      periodically,
      range: wholeRange(node),
    })),
  };
}

function limitsAt(node: Node | null): OutlineLimits {
  const given = (key: string, otherwise: number) => {
    const value = member(node, key);
    return value?.kind === "scalar" && typeof value.value === "number" ? value.value : otherwise;
  };
  return {
    maxFailures: given("max_failures", defaultMaxFailures),
    attemptsPerSms: given("attempts_per_sms", defaultAttemptsPerSms),
  };
}

function outlineStage({ name, node, actions, conditions }: ReadStage): OutlineStage {
  return {
    name,
    range: wholeRange(node),
    nameRange: copied(keyOf(node)),
    actions: actions.map(outlineAction),
    conditions: conditions.map(({ kind, users, documents, count, url, node: place }) => ({
      kind,
      users: namesOf(users),
      documents: namesOf(documents),
      count,
      url: url === null ? null : String(url.value),
      range: wholeRange(place),
    })),
  };
}

function outlineAction({ node, users, documents, methods, callbackName, ...own }: ReadAction): OutlineAction {
  const action = {
    kind: own.kind,
    users: namesOf(users),
    documents: namesOf(documents),
    confirmation: own.confirmation,
    email: methods?.email?.name ?? null,
    sms: methods?.sms?.name ?? null,
    callbackName: callbackName?.name ?? null,
    range: wholeRange(node),
  };
  return { ...action, summary: summaryOf(action) };
}

function summaryOf({ kind, users, documents, ...own }: Omit<OutlineAction, "summary">): string {
  const who = users.join(", ");
  switch (kind) {
    case "notify": {
      const ways = [...(own.email === null ? [] : ["e-mail"]), ...(own.sms === null ? [] : ["SMS"])].join(" and ");
      return `${own.confirmation ? "Confirm to" : "Notify"} ${who}${ways === "" ? "" : ` by ${ways}`}`;
    }
    case "callback":
      return `Callback ${own.callbackName ?? ""}`.trim();
    case "allow-viewing":
      return `Let ${who} view ${documents.join(", ")}`;
    case "deny-viewing":
      return `Stop ${who} viewing ${documents.join(", ")}`;
  }
}

function outlineEntry([name, node]: readonly [string, Node]): OutlineEntry {
  const value = node.kind === "scalar" && node.value !== null ? String(node.value) : null;
  return { name, value, range: wholeRange(node) };
}
