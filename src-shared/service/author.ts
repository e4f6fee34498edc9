/** Bodies of the author's routes (interface 2 and 4). */
import { z } from "zod";
import { hasControls, wrongUserName } from "../language/index.ts";
import { digits, instanceStatus, jsonObject, timestamp, uuid, verb } from "./common.ts";

// ---- account -----------------------------------------------------------------------------------------------------

/** The form of interface 4.2; login takes the same. */
export const passwordForm = z.strictObject({
  email: z.string().min(1).max(320).describe("E-mail address of the account"),
  password: z.string().min(1).max(1000),
});
export const personalCredentials = z.object({
  apitoken: z.string(),
  apisecret: z.string(),
  accesstoken: z.string(),
  accesssecret: z.string(),
});
export const loggedIn = z.object({ author_id: digits, email: z.string() });
export const loggedOut = z.object({});

export const version = z.object({ api_version: z.string(), build_date: z.string(), build_commit: z.string() });

// ---- documents ---------------------------------------------------------------------------------------------------

/**
 * Kinds of content that are taken out of an uploaded PDF. Of `forms`, what is filled in stays, on the pages; `damage`: the
 * file's tables did not fit, and it was repaired; `signatures`: nothing is taken out, since the PDF carries digital ones
 * of others, which the sealed document keeps (decision 0200).
 */
export const removedContent = z.enum([
  "actions",
  "annotations",
  "damage",
  "files",
  "forms",
  "layers",
  "media",
  "scripts",
  "signatures",
]);
export type RemovedContent = z.infer<typeof removedContent>;

/**
 * `size` in bytes, `sha256` in hex, both of the PDF as it is kept. `removed_content` is ours: it is there only where
 * something was taken out of the uploaded PDF, or where that is digitally signed.
 */
export const document = z.object({
  id: digits,
  title: z.string(),
  pages: z.int(),
  size: z.int(),
  sha256: z.string(),
  removed_content: z.array(removedContent).optional(),
});

// ---- callback ----------------------------------------------------------------------------------------------------

const MAX_URL = 2000;
const username = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => wrongUserName(name) === null,
    "must have no colon, which ends it on the way, and no control characters",
  );
/** On the way in. A write without `password` keeps the stored one while the url's origin and the username stay. */
export const callbackIn = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(MAX_URL),
  version: z.literal(1).default(1),
  auth: z
    .strictObject({ type: z.literal("basic"), username, password: z.string().min(1).max(1000).optional() })
    .nullish(),
});
/** On the way out, never with the password. */
export const callbackOut = z.object({
  url: z.string(),
  version: z.literal(1),
  auth: z.object({ type: z.literal("basic"), username: z.string() }).nullable(),
});

// ---- drafts ------------------------------------------------------------------------------------------------------

const title = z
  .string()
  .max(500)
  .refine((text) => !hasControls(text), "must have no control characters or line ends");
/** Days from the start to the time-out (interface 2.2 and 8). */
const duration = z.int().min(1).max(365);
export const flowKind = z.enum(["standard", "micro_api"]);

const fields = {
  title: title.nullable(),
  process: jsonObject.nullable(),
  process_parameters: jsonObject.nullable(),
  process_settings: jsonObject.nullable(),
  duration: duration.nullable(),
  callback: callbackIn.nullable(),
  folder_id: digits.nullable(),
  flow_kind: flowKind,
};
/** A draft may be partial; process and parameters are checked at its start, the rest on every write. */
export const draftWrite = z.strictObject(fields).partial();

/**
 * The process, its parameters and settings are shown as they stand and may hold errors. What stands in the text where
 * another type belongs is shown as null.
 */
export const draft = z.object({
  id: digits,
  title: z.string().nullable(),
  process: jsonObject.nullable(),
  process_parameters: jsonObject.nullable(),
  process_settings: jsonObject.nullable(),
  duration: z.int().nullable(),
  callback: callbackOut.nullable(),
  folder_id: z.string(),
  flow_kind: flowKind,
  author_id: digits,
  created: timestamp,
  modified: timestamp,
});
export const draftSummary = draft
  .pick({
    id: true,
    title: true,
    folder_id: true,
    author_id: true,
    created: true,
    modified: true,
  })
  /** Of the draft itself, so that a client need not ask for each to see which have changed. */
  .extend({ etag: z.string() });

/** Replaces these fields for this start only. */
export const draftStart = z
  .strictObject({ title: title.nullable(), process_parameters: jsonObject, callback: callbackIn.nullable() })
  .partial();

// ---- instances ---------------------------------------------------------------------------------------------------

export const instanceStart = z
  .strictObject({ ...fields, process: jsonObject })
  .partial()
  .required({ process: true });

/** Every field is always present; unset is null (interface 2.1). */
export const instance = z.object({
  id: uuid,
  title: z.string().nullable(),
  status: instanceStatus,
  trashed: z.boolean(),
  started: timestamp,
  last_event: timestamp,
  timeout: timestamp,
  author_id: digits,
  folder_id: digits,
  process: jsonObject,
  process_parameters: jsonObject,
  process_settings: jsonObject,
  callback: callbackOut.nullable(),
  /** Participant's name to the url of their page. */
  access_links: z.record(z.string(), z.string()),
  documents: z.array(digits),
  admin_actions: z.array(z.literal("remind")),
  participants: z.array(z.object({ name: z.string(), id: digits })),
  /** Users and documents by the names that the process uses. */
  state: z.object({
    stage: z.string().nullable(),
    available_actions: z.array(z.object({ type: verb, user: z.string(), document: z.string() })),
  }),
});

/** 1..365 [G9]. */
export const prolong = z.strictObject({ days: duration });
export const prolonged = z.object({ timeout: timestamp });
export const remind = z.strictObject({ participants: z.array(digits).min(1).max(1000) });

// ---- data retention ------------------------------------------------------------------------------------------------

export const MOST_RETENTION_DAYS = 3650;
const days = z.int().min(1).max(MOST_RETENTION_DAYS).nullable();
/** Days; null is unset (interface 2.3). */
export const dataRetention = z.object({
  delete_trashed: days,
  trash_completed: days,
  trash_failed: days,
  trash_timed_out: days,
});
export const dataRetentionWrite = z.strictObject(dataRetention.shape).partial();

export type PersonalCredentials = z.output<typeof personalCredentials>;
export type WireDocument = z.output<typeof document>;
export type WireDraft = z.output<typeof draft>;
export type WireDraftSummary = z.output<typeof draftSummary>;
export type WireInstance = z.output<typeof instance>;
export type InstanceStart = z.output<typeof instanceStart>;
export type DataRetention = z.output<typeof dataRetention>;
