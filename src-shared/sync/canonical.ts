import { takesCode } from "../authentication/index.ts";
import {
  authenticationKeys,
  defaultAccessibleDuration,
  defaultAttemptsPerSms,
  defaultDuration,
  defaultMaxFailures,
  documentRedirects,
  type FlowKeys,
  type FlowObject,
  isObject,
  normalVersion,
  objectOf,
  type WireFields,
} from "../language/index.ts";

/**
 * A draft's wire fields in one form, so that what means the same is equal [Y2]: defaults filled in, short forms written
 * out, a group as a list of one. What never goes over the wire is left out (a callback's password), and so is what a
 * service ignores. A part of another shape than the language's stays as it is.
 */
export function canonicalFields(fields: WireFields): WireFields {
  return {
    ...fields,
    title: canonicalTitle(fields.title),
    duration: fields.duration ?? defaultDuration,
    flow_kind: fields.flow_kind ?? "standard",
    callback: within(fields.callback, canonicalCallback),
    process: within(fields.process, canonicalProcess),
    process_parameters: within(fields.process_parameters ?? {}, canonicalParameters),
    process_settings: within(fields.process_settings ?? {}, (settings) =>
      filled<"settings">(settings, {
        automatic_document_redirects: settings.automatic_document_redirects ?? documentRedirects[0],
        accessible_duration: settings.accessible_duration ?? defaultAccessibleDuration,
        time_zone: settings.time_zone ?? null,
      }),
    ),
  };
}

/**
 * A part with its defaults filled in. A key that the language gets does not compile until it stands here: a service that
 * writes its default out would otherwise seem to have changed every draft.
 */
function filled<P extends keyof FlowKeys>(part: FlowObject, keys: Readonly<Record<FlowKeys[P], unknown>>): FlowObject {
  return { ...part, ...keys };
}

/** A flow is as untitled by an empty title as by none. */
const canonicalTitle = (title: unknown): unknown => (typeof title === "string" && title.trim() === "" ? null : title);

function within(value: unknown, change: (map: FlowObject) => FlowObject): unknown {
  return isObject(value) ? change(value) : value;
}

const withinEach = (value: unknown, change: (map: FlowObject) => FlowObject): unknown =>
  within(value, (map) => Object.fromEntries(Object.entries(map).map(([key, member]) => [key, within(member, change)])));

const items = (value: unknown, change: (map: FlowObject) => FlowObject): unknown =>
  Array.isArray(value) ? value.map((item) => within(item, change)) : value;

function canonicalCallback(callback: FlowObject): FlowObject {
  const auth = within(callback.auth ?? null, ({ password: _secret, password_ref: _reference, ...rest }) => rest);
  return { ...callback, version: callback.version ?? 1, auth };
}

function canonicalProcess(process: FlowObject): FlowObject {
  return filled<"process">(process, {
    "dsl-version": normalVersion(process["dsl-version"]) ?? process["dsl-version"],
    "allow-rejections": process["allow-rejections"] ?? true,
    stages: items(process.stages, (item) => objectOf(withinEach(item, canonicalStage))),
    "automatic-reminders": items(process["automatic-reminders"] ?? [], canonicalReminder),
  });
}

function canonicalStage(stage: FlowObject): FlowObject {
  return filled<"stage">(stage, {
    actions: items(stage.actions ?? [], (action) => objectOf(withinEach(action, canonicalAction))),
    expect: within(stage.expect ?? {}, (expect) =>
      Object.fromEntries(
        Object.entries(expect).map(([key, value]) => [key, key.endsWith("-group-of") ? asList(value) : value]),
      ),
    ),
  });
}

const asList = (value: unknown): unknown => (isObject(value) ? [value] : value);

/** Of a notification; other actions have neither methods nor defaults. */
function canonicalAction(action: FlowObject): FlowObject {
  if (action.methods === undefined) return action;
  return { ...action, kind: action.kind ?? "standard", methods: within(action.methods, canonicalMethods) };
}

function canonicalMethods(methods: FlowObject): FlowObject {
  const written = Object.entries(methods).map(([key, value]) => [
    key,
    typeof value === "string" ? { message: value } : value,
  ]);
  return { ...Object.fromEntries(written), "email-link-only": methods["email-link-only"] ?? false };
}

function canonicalReminder(reminder: FlowObject): FlowObject {
  const { methods = null, date, users = null } = reminder;
  return filled<"reminder">(reminder, {
    users,
    methods: within(methods, canonicalMethods),
    date: within(date, (given) => ({ ...given, repeat: given.repeat ?? "never" })),
  });
}

function canonicalParameters(parameters: FlowObject): FlowObject {
  return filled<"parameters">(parameters, {
    documents: parameters.documents ?? {},
    users: withinEach(parameters.users ?? {}, canonicalParticipant),
    messages: parameters.messages ?? {},
  });
}

function canonicalParticipant(participant: FlowObject): FlowObject {
  const checks = authenticationKeys.map((key) => {
    return [key, within(participant[key] ?? null, (auth) => canonicalAuthentication(auth, key === "auth_to_sign"))];
  });
  return {
    ...participant,
    email: participant.email ?? null,
    phone_number: participant.phone_number ?? null,
    ...Object.fromEntries(checks),
  };
}

function canonicalAuthentication(
  { require_auto_start_token: _ignored, ...auth }: FlowObject,
  signs: boolean,
): FlowObject {
  return {
    ...auth,
    max_failures: auth.max_failures ?? defaultMaxFailures,
    ...(auth.provider === "idverify" && { method: auth.method ?? "document" }),
    ...(takesCode(String(auth.provider)) && { attempts_per_sms: auth.attempts_per_sms ?? defaultAttemptsPerSms }),
    ...(signs && { label: auth.label ?? auth.provider }),
  };
}
