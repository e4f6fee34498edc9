import { isProvider } from "../../authentication/index.ts";
import { isUnset, member, memberMap, type Node, plainValue, textAt } from "../syntax/tree.ts";
import {
  defaultAccessibleDuration,
  defaultAttemptsPerSms,
  defaultDuration,
  defaultMaxFailures,
  normalVersion,
} from "./defaults.ts";
import {
  type ActCondition,
  type Action,
  type Authentication,
  type CallbackConfiguration,
  type CheckedDraft,
  documentRedirects,
  idTypes,
  type NotifyMethods,
  type Participant,
  type Process,
  type ProcessSettings,
  type RedirectCondition,
  type Reminder,
  type Stage,
} from "./process.ts";
import {
  type AuthenticationKey,
  namesOf,
  type ReadAction,
  type Reading,
  type ReadMethods,
  type ReadParticipant,
  type ReadStage,
} from "./reading.ts";

/** Builders of the checked model. They are asked only about a reading without errors, and fill in every default. */

export function buildProcess(reading: Reading): Process {
  return {
    dslVersion: normalVersion(reading.version?.value) ?? "0.3.0",
    allowRejections: scalarOf(member(reading.process, "allow-rejections")) !== false,
    stages: reading.stages.map(buildStage),
    automaticReminders: reading.reminders.map(
      ({ users, methods, daysDelay, periodically }): Reminder => ({
        users: users === null ? null : namesOf(users),
        methods: methods === null ? null : buildMethods(methods),
        daysDelay: daysDelay ?? 1,
        periodically,
      }),
    ),
  };
}

export function buildDraft(reading: Reading): CheckedDraft {
  const { root } = reading;
  const duration = scalarOf(member(root, "duration"));
  return {
    title: textAt(root, "title") ?? "",
    process: buildProcess(reading),
    parameters: {
      participants: [...reading.participants.values()].map(buildParticipant),
      documents: textRecord(reading.given.document),
      messages: textRecord(reading.given.message),
    },
    settings: buildSettings(member(root, "process_settings")),
    duration: typeof duration === "number" ? duration : defaultDuration,
    callback: buildCallback(memberMap(root, "callback")),
    folderId: textAt(root, "folder_id"),
    flowKind: textAt(root, "flow_kind") === "micro_api" ? "micro_api" : "standard",
  };
}

function buildStage({ name, actions, conditions }: ReadStage): Stage {
  const acts: ActCondition[] = [];
  const redirects: RedirectCondition[] = [];
  for (const { verb, users, documents, group, count, url } of conditions) {
    if (verb === null) redirects.push({ users: namesOf(users), url: String(url?.value ?? "") });
    else acts.push({ verb, users: namesOf(users), documents: namesOf(documents), count: group ? count : null });
  }
  return { name, actions: actions.map(buildAction), conditions: acts, redirects };
}

function buildAction({ kind, users, documents, confirmation, methods, callbackName }: ReadAction): Action {
  switch (kind) {
    case "notify":
      return { kind, users: namesOf(users), confirmation, methods: buildMethods(methods) };
    case "callback":
      return { kind, callbackName: callbackName?.name ?? "" };
    case "allow-viewing":
    case "deny-viewing":
      return { kind, users: namesOf(users), documents: namesOf(documents) };
  }
}

function buildMethods(methods: ReadMethods | null): NotifyMethods {
  return {
    email: methods?.email?.name ?? null,
    sms: methods?.sms?.name ?? null,
    emailLinkOnly: methods?.linkOnly?.value === true,
  };
}

function buildParticipant({ name, node, idType, id, email, phoneNumber }: ReadParticipant): Participant {
  return {
    name,
    idType: idTypes.find((known) => known === idType) ?? "email",
    id: String(id?.value ?? ""),
    email,
    phoneNumber,
    authToView: buildAuthentication(node, "auth_to_view"),
    authToViewArchived: buildAuthentication(node, "auth_to_view_archived"),
    authToSign: buildAuthentication(node, "auth_to_sign"),
  };
}

function buildAuthentication(participant: Node, key: AuthenticationKey): Authentication | null {
  const node = memberMap(participant, key);
  const provider = textAt(node, "provider");
  if (node === null || provider === null || !isProvider(provider)) return null;
  const number = (field: string, otherwise: number): number => {
    const value = scalarOf(member(node, field));
    return typeof value === "number" ? value : otherwise;
  };
  const own = ["provider", "max_failures", "label", "attempts_per_sms", "require_auto_start_token"];
  const options: Record<string, unknown> = Object.create(null);
  for (const [field, value] of node.entries)
    if (!own.includes(field) && !isUnset(value)) options[field] = plainValue(value);
  return {
    provider,
    maxFailures: number("max_failures", defaultMaxFailures),
    label: textAt(node, "label") ?? provider,
    attemptsPerSms: number("attempts_per_sms", defaultAttemptsPerSms),
    options,
  };
}

function buildSettings(node: Node | null): ProcessSettings {
  const redirects = textAt(node, "automatic_document_redirects");
  const accessible = scalarOf(member(node, "accessible_duration"));
  return {
    automaticDocumentRedirects: documentRedirects.find((known) => known === redirects) ?? documentRedirects[0],
    accessibleDuration: typeof accessible === "number" ? accessible : defaultAccessibleDuration,
    timeZone: textAt(node, "time_zone"),
  };
}

function buildCallback(node: Node | null): CallbackConfiguration | null {
  const url = textAt(node, "url");
  if (url === null) return null;
  const auth = memberMap(node, "auth");
  return {
    url,
    auth:
      auth === null ? null : { username: textAt(auth, "username") ?? "", passwordRef: textAt(auth, "password_ref") },
  };
}

function scalarOf(node: Node | null): unknown {
  return node?.kind === "scalar" ? node.value : null;
}

/** Without a prototype, so that any name is only a name. */
function textRecord(entries: ReadonlyMap<string, Node>): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const [name, node] of entries) record[name] = String(scalarOf(node) ?? "");
  return record;
}
