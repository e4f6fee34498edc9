import { takesCode } from "../../../src-shared/authentication/index.ts";
import type { EventOf } from "../../../src-shared/flow/index.ts";
import type {
  ActCondition,
  Action,
  Authentication,
  NotifyMethods,
  Participant,
  Process,
  Reminder,
  Stage,
} from "../../../src-shared/language/index.ts";

type Json = Readonly<Record<string, unknown>>;

/** A running instance's process as the interface spells it, defaults filled in (interface 2.6). */
export function wireProcess(process: Process): Json {
  return {
    "dsl-version": process.dslVersion,
    "allow-rejections": process.allowRejections,
    stages: process.stages.map((stage) => Object.fromEntries([[stage.name, wireStage(stage)]])),
    "automatic-reminders": process.automaticReminders.map(wireReminder),
  };
}

/** Its parameters; the documents' identifiers are those of the instance. */
export function wireParameters(started: EventOf<"started">): Json {
  return {
    documents: Object.fromEntries(started.documents.map(({ name, documentId }) => [name, documentId])),
    users: Object.fromEntries(started.participants.map((participant) => [participant.name, wireUser(participant)])),
    messages: started.messages,
  };
}

export function wireSettings({ settings }: EventOf<"started">): Json {
  return {
    automatic_document_redirects: settings.automaticDocumentRedirects,
    accessible_duration: settings.accessibleDuration,
    time_zone: settings.timeZone,
  };
}

function wireStage(stage: Stage): Json {
  const { redirects } = stage;
  const redirect = redirects.map(({ users, url }) => ({ users, url }));
  return {
    actions: stage.actions.map(wireAction),
    expect: {
      ...wireConditions(stage.conditions),
      ...(redirect.length === 0 ? {} : { "redirect-to": oneOrMany(redirect) }),
    },
  };
}

function wireAction(action: Action): Json {
  switch (action.kind) {
    case "notify": {
      const { users, confirmation, methods } = action;
      return { notify: { users, kind: confirmation ? "confirmation" : "standard", methods: wireMethods(methods) } };
    }
    case "callback":
      return { callback: { "callback-name": action.callbackName } };
    case "allow-viewing":
    case "deny-viewing":
      return { [action.kind]: { users: action.users, documents: action.documents } };
  }
}

function wireMethods({ email, sms, emailLinkOnly }: NotifyMethods): Json {
  return {
    ...(email === null ? {} : { email: { message: email } }),
    ...(sms === null ? {} : { sms: { message: sms } }),
    ...(emailLinkOnly ? { "email-link-only": true } : {}),
  };
}

/** Conditions of one key are grouped: the language takes a list where several stand under one. */
function wireConditions(conditions: readonly ActCondition[]): Json {
  const byKey = new Map<string, Json[]>();
  for (const { verb, users, documents, count } of conditions) {
    const key = `${verb === "sign" ? "signed" : "approved"}-by${count === null ? "" : "-group-of"}`;
    const condition = { users, documents, ...(count === null ? {} : { count }) };
    byKey.set(key, [...(byKey.get(key) ?? []), condition]);
  }
  return Object.fromEntries([...byKey].map(([key, list]) => [key, oneOrMany(list)]));
}

function oneOrMany(list: readonly Json[]): Json | readonly Json[] | undefined {
  return list.length === 1 ? list[0] : list;
}

function wireReminder({ users, methods, daysDelay, periodically }: Reminder): Json {
  return {
    ...(users === null ? {} : { users }),
    ...(methods === null ? {} : { methods: wireMethods(methods) }),
    date: { type: "relative", days_delay: daysDelay, repeat: periodically ? "periodically" : "never" },
  };
}

function wireUser(participant: Participant): Json {
  const { idType, id, email, phoneNumber } = participant;
  return {
    id_type: idType,
    id,
    email: idType === "email" ? null : email,
    phone_number: idType === "phone_number" ? null : phoneNumber,
    auth_to_view: wireAuthentication(participant.authToView, false),
    auth_to_view_archived: wireAuthentication(participant.authToViewArchived, false),
    auth_to_sign: wireAuthentication(participant.authToSign, true),
  };
}

function wireAuthentication(authentication: Authentication | null, sign: boolean): Json | null {
  if (authentication === null) return null;
  const { provider, maxFailures, label, attemptsPerSms, options } = authentication;
  return {
    provider,
    max_failures: maxFailures,
    ...(sign && label !== provider ? { label } : {}),
    ...(takesCode(provider) ? { attempts_per_sms: attemptsPerSms } : {}),
    ...options,
  };
}
