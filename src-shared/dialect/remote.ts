import { z } from "zod";
import { countersignDialect } from "./countersign.ts";

const { paths } = countersignDialect;

const call = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** From the account's address on; `{id}` where the id goes, and `{document}` where an act names one. */
  path: z.string().regex(/^\/[^\s#]*$/, "must begin with / and have no spaces and no #"),
});
/** A request that a service takes. */
export type Call = z.output<typeof call>;

const name = z.string().min(1);
const optional = call.nullable();

const authorization = z.strictObject({
  /** The word before the parameters; "" for none. */
  scheme: z.string().regex(/^\w*$/, "must be one word, or empty"),
  /** Whether values stand in quotes. */
  quoted: z.boolean(),
  /** Whether values are percent-encoded. */
  encoded: z.boolean(),
});

/** What an account may be asked; null: its service does not have it. Creating a draft is all that is relied on. */
const calls = z.strictObject({
  version: optional,
  drafts: optional,
  createDraft: call,
  draft: optional,
  changeDraft: optional,
  removeDraft: optional,
  upload: optional,
  document: optional,
  file: optional,
  folders: optional,
  createFolder: optional,
  startInstance: optional,
  startDraft: optional,
  instance: optional,
  trashedInstance: optional,
  cancelInstance: optional,
  prolongInstance: optional,
  remindParticipants: optional,
  trashInstance: optional,
  restoreInstance: optional,
  removeInstance: optional,
  participantView: optional,
  signDocument: optional,
  approveDocument: optional,
  rejectDocument: optional,
  rejectInstance: optional,
  setRetention: optional,
});
export type CallName = keyof z.output<typeof calls>;

/** How fields are called in bodies and answers. */
const names = z.strictObject({
  id: name,
  /** Of a list: its items, the cursor of its next page, and the parameter that takes it. */
  items: name,
  next: name,
  cursor: name,
  /** Of an upload's form. */
  file: name,
  documentTitle: name,
  /** Of the bodies of a prolongation and of a reminder. */
  days: name,
  participants: name,
});

/** A draft's fields by the interface's names, where the service calls them otherwise. */
const fields = z.partialRecord(
  z.enum([
    "title",
    "process",
    "process_parameters",
    "process_settings",
    "duration",
    "callback",
    "folder_id",
    "flow_kind",
  ]),
  name,
);

/** An instance's fields by the interface's names, where the service calls them otherwise. */
const instanceFields = z.partialRecord(
  z.enum([
    "title",
    "status",
    "trashed",
    "timeout",
    "documents",
    "participants",
    "admin_actions",
    "access_links",
    "process_parameters",
    "state",
  ]),
  name,
);
export type InstanceField = keyof z.output<typeof instanceFields>;

/** How the service of a remote account spells what the interface leaves open. */
export interface RemoteDialect {
  readonly name: string;
  readonly authorization: Readonly<z.output<typeof authorization>>;
  readonly calls: Readonly<z.output<typeof calls>>;
  readonly names: Readonly<z.output<typeof names>>;
  readonly fields: Readonly<z.output<typeof fields>>;
  readonly instanceFields: Readonly<z.output<typeof instanceFields>>;
  /** The path of an access link, with `{instance}` where the instance's id stands. */
  readonly accessLink: string;
}

const get = (path: string): Call => ({ method: "GET", path });
const post = (path: string): Call => ({ method: "POST", path });

export const countersignRemote: RemoteDialect = {
  name: countersignDialect.name,
  authorization: { scheme: "OAuth", quoted: true, encoded: false },
  calls: {
    version: get("/flow/version"),
    drafts: get(`${paths.drafts}?limit=500`),
    createDraft: post(paths.drafts),
    draft: get(paths.draft),
    changeDraft: { method: "PATCH", path: paths.draft },
    removeDraft: { method: "DELETE", path: paths.draft },
    upload: post(paths.documents),
    document: get(paths.document),
    file: get(paths.documentFile),
    folders: get("/local/folders"),
    createFolder: post("/local/folders"),
    startInstance: post(paths.instances),
    startDraft: post(paths.draftStart),
    instance: get(paths.instance),
    trashedInstance: get(`${paths.instance}?trashed=true`),
    cancelInstance: post(`${paths.instance}/cancel`),
    prolongInstance: post(`${paths.instance}/prolong`),
    remindParticipants: post(`${paths.instance}/remind`),
    trashInstance: post(`${paths.instance}/trash`),
    restoreInstance: post(`${paths.instance}/restore`),
    removeInstance: { method: "DELETE", path: paths.instance },
    participantView: get(`${paths.instance}/view`),
    signDocument: post(`${paths.instance}/documents/{document}/sign`),
    approveDocument: post(`${paths.instance}/documents/{document}/approve`),
    rejectDocument: post(`${paths.instance}/documents/{document}/reject`),
    rejectInstance: post(`${paths.instance}/reject`),
    setRetention: { method: "PUT", path: paths.retention.replace("{id}", "home") },
  },
  names: {
    ...{ id: "id", items: "items", next: "next", cursor: "cursor", file: "file", documentTitle: "title" },
    ...{ days: "days", participants: "participants" },
  },
  fields: {},
  instanceFields: {},
  accessLink: paths.overview,
};

/** Calls about one thing that the service finds by its id; a participant's session may say it instead. */
const OF_ONE = [
  ...([
    "draft",
    "changeDraft",
    "removeDraft",
    "startDraft",
    "document",
    "file",
    "instance",
    "trashedInstance",
  ] as const),
  ...(["cancelInstance", "prolongInstance", "remindParticipants"] as const),
  ...(["trashInstance", "restoreInstance", "removeInstance"] as const),
];

/** Without the id, a service would be asked for all of them, or to delete all. */
function requireIds(
  given: { readonly [K in CallName]?: z.output<typeof optional> | undefined } | undefined,
  refuse: (path: string[]) => void,
): void {
  for (const of of OF_ONE) {
    const call = given?.[of];
    if (call && !call.path.includes("{id}")) refuse(["calls", of, "path"]);
  }
}

const parts = z.strictObject({
  name,
  authorization: authorization.partial().optional(),
  calls: calls.partial().optional(),
  names: names.partial().optional(),
  fields: fields.optional(),
  instanceFields: instanceFields.optional(),
  accessLink: z
    .string()
    .regex(/^\/[^\s#]*\{instance\}/, "must begin with / and have {instance} where the id goes")
    .optional(),
});

const DRAFT_FIELDS = fields.def.keyType.options;
const INSTANCE_FIELDS = instanceFields.def.keyType.options;

/** Of two fields with one name, each would be read as the other. */
function refuseTwins(
  { names, fields, instanceFields }: z.output<typeof parts>,
  refuse: (path: string[], other: string) => void,
): void {
  const id = names?.id ?? countersignRemote.names.id;
  const ofDrafts = DRAFT_FIELDS.map((field) => [field, fields?.[field] ?? field] as const);
  const ofInstances = INSTANCE_FIELDS.map((field) => [field, instanceFields?.[field] ?? field] as const);
  for (const [part, all] of [
    ["fields", ofDrafts],
    ["instanceFields", ofInstances],
  ] as const) {
    const taken = new Map<string, string>([[id, "id"]]);
    for (const [field, spelled] of all) {
      const other = taken.get(spelled);
      if (other !== undefined) refuse([part, field], other);
      taken.set(spelled, field);
    }
  }
}

/** A dialect's file: what differs from ours. */
export const dialectFile = parts.superRefine((file, context) => {
  requireIds(file.calls, (path) =>
    context.addIssue({ code: "custom", path, message: "must have {id} where the id goes" }),
  );
  refuseTwins(file, (path, other) =>
    context.addIssue({ code: "custom", path, message: `must not have the same name as ${other}`, params: { other } }),
  );
});
export type DialectFile = z.output<typeof dialectFile>;

/** The whole dialect that a file stands for. */
export function dialectOf(file: DialectFile): RemoteDialect {
  const { authorization, calls, names, fields, instanceFields, accessLink } = countersignRemote;
  return {
    name: file.name,
    authorization: { ...authorization, ...given(file.authorization) },
    calls: { ...calls, ...given(file.calls) },
    names: { ...names, ...given(file.names) },
    fields: { ...fields, ...file.fields },
    instanceFields: { ...instanceFields, ...file.instanceFields },
    accessLink: file.accessLink ?? accessLink,
  };
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(part: T | undefined): Given<T> =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as Given<T>;
