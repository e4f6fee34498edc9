import { takesCode } from "../../../src-shared/authentication/index.ts";
import type { EventOf } from "../../../src-shared/flow/index.ts";
import type {
  ActCondition,
  Action,
  Authentication,
  FlowKeys,
  NotifyMethods,
  Participant,
  Process,
  Reminder,
  Stage,
  Verb,
} from "../../../src-shared/language/index.ts";
import { present } from "../../basics/index.ts";

type Json = Readonly<Record<string, unknown>>;

/** A part as the interface spells it. A new key of the language does not compile until it is listed here. */
function part<P extends keyof FlowKeys>(fields: Readonly<Record<FlowKeys[P], unknown>>): Json {
  return present(fields);
}

/** A running instance's process as the interface spells it, defaults filled in (interface 2.6). */
export function wireProcess(process: Process): Json {
  return part<"process">({
    "dsl-version": process.dslVersion,
    "allow-rejections": process.allowRejections,
    stages: process.stages.map((stage) => Object.fromEntries([[stage.name, wireStage(stage)]])),
    "automatic-reminders": process.automaticReminders.map(wireReminder),
  });
}

/** The instance's parameters, with the documents' identifiers in this instance. */
export function wireParameters(started: EventOf<"started">): Json {
  return part<"parameters">({
    documents: Object.fromEntries(started.documents.map(({ name, documentId }) => [name, documentId])),
    users: Object.fromEntries(started.participants.map((participant) => [participant.name, wireUser(participant)])),
    messages: started.messages,
  });
}

export function wireSettings({ settings }: EventOf<"started">): Json {
  return part<"settings">({
    automatic_document_redirects: settings.automaticDocumentRedirects,
    accessible_duration: settings.accessibleDuration,
    time_zone: settings.timeZone,
  });
}

function wireStage(stage: Stage): Json {
  return part<"stage">({ actions: stage.actions.map(wireAction), expect: wireExpect(stage) });
}

function wireAction(action: Action): Readonly<Partial<Record<FlowKeys["action"], Json>>> {
  switch (action.kind) {
    case "notify": {
      const { users, confirmation, methods } = action;
      const kind = confirmation ? "confirmation" : "standard";
      return { notify: part<"notify">({ users, kind, methods: wireMethods(methods) }) };
    }
    case "callback":
      return { callback: part<"callback">({ "callback-name": action.callbackName }) };
    case "allow-viewing":
    case "deny-viewing":
      return { [action.kind]: part<"viewing">({ users: action.users, documents: action.documents }) };
  }
}

function wireMethods({ email, sms, emailLinkOnly }: NotifyMethods): Json {
  return part<"methods">({
    email: email === null ? undefined : { message: email },
    sms: sms === null ? undefined : { message: sms },
    "email-link-only": emailLinkOnly ? true : undefined,
  });
}

const CONDITION_KEYS = {
  sign: { all: "signed-by", group: "signed-by-group-of" },
  approve: { all: "approved-by", group: "approved-by-group-of" },
} as const satisfies Readonly<Record<Verb, unknown>>;
type ExpectKey = (typeof CONDITION_KEYS)[Verb]["all" | "group"] | "redirect-to";

/** Groups conditions with the same key: the language takes a list for several under one key. */
function wireExpect({ conditions, redirects }: Stage): Json {
  const byKey = new Map<ExpectKey, Json[]>();
  const add = (key: ExpectKey, one: Json) => byKey.set(key, [...(byKey.get(key) ?? []), one]);
  for (const condition of conditions)
    add(CONDITION_KEYS[condition.verb][condition.count === null ? "all" : "group"], wireCondition(condition));
  for (const { users, url } of redirects) add("redirect-to", part<"redirect">({ users, url }));
  const lists = [...byKey].map(([key, list]) => [key, list.length === 1 ? list[0] : list]);
  return part<"expect">(Object.fromEntries(lists) as Readonly<Record<ExpectKey, unknown>>);
}

function wireCondition({ users, documents, count }: ActCondition): Json {
  return count === null ? part<"act">({ users, documents }) : part<"group">({ users, documents, count });
}

function wireReminder({ users, methods, daysDelay, periodically }: Reminder): Json {
  const repeat = periodically ? "periodically" : "never";
  return part<"reminder">({
    users: users ?? undefined,
    methods: methods === null ? undefined : wireMethods(methods),
    date: part<"reminderDate">({ type: "relative", days_delay: daysDelay, repeat }),
  });
}

function wireUser(participant: Participant): Json {
  const { idType, id, email, phoneNumber } = participant;
  return part<"participant">({
    id_type: idType,
    id,
    email: idType === "email" ? null : email,
    phone_number: idType === "phone_number" ? null : phoneNumber,
    auth_to_view: wireAuthentication(participant.authToView, false),
    auth_to_view_archived: wireAuthentication(participant.authToViewArchived, false),
    auth_to_sign: wireAuthentication(participant.authToSign, true),
  });
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
