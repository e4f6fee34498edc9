import { z } from "zod";
import { mailKinds } from "../mail/index.ts";
import { dataRetention, instanceStatus, local, method, personalCredentials } from "../service/index.ts";
import { byId, mutation, nothing, page, pageRequest, query, sortedBy } from "./parts.ts";

export const outboundEntry = z.object({
  wallAt: z.number(),
  kind: local.outboundKind,
  target: z.string(),
  result: z.string(),
});

/** null: never, except that trash is deleted after 30 days [C4]. */
const policy = z.object({ id: z.string(), retention: dataRetention });

/** The displayed facts of the certificate that makes seals. */
const sealCertificate = z.object({
  /** Common name of its subject. */
  name: z.string(),
  issuer: z.string(),
  /** Epoch milliseconds. */
  validFrom: z.number(),
  validTo: z.number(),
  /** Hex. */
  sha256: z.string(),
  /** Made by Countersign, without legal effect. */
  simulated: z.boolean(),
  pem: z.string(),
});

/** Bytes of a PKCS#12 file: ten times the usual. */
export const LARGEST_PKCS12 = 72 * 1024;

/** Settings that the app's pages keep in the workspace: written one by one, read together. */
export const appSettings = ["theme", "language", "panes", "choices"] as const;

const hitKinds = ["flow", "run", "person", "document", "mail", "callback"] as const;

/** Names of kinds of things, of messages and of methods: a search also finds items by these names. */
export const searchWords = [...hitKinds, ...mailKinds, ...method.options] as const;

/** A search result: enough to show it and to open it. */
const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  /** Its title, alias, subject or type; "" for an SMS and for items without a title. */
  name: z.string(),
  /** For a person, full name and addresses; for a mail, its receiver. */
  detail: z.string().nullable(),
  /** For a person in a flow's text, that flow; null otherwise. */
  flow: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** The run it belongs to; null for a flow, and for a person in one. */
  instanceId: z.string().nullable(),
  instanceTitle: z.string(),
  forkNumber: z.number().int().nullable(),
  status: instanceStatus.nullable(),
  /** Flow time at which a mail was sent; null otherwise. */
  at: z.number().nullable(),
});

/** The workspace, its settings, and its local service. */
export const workspaceProcedures = {
  /** At most five of each kind; the most recent flows and runs for an empty query. Tolerates typing errors in names. */
  "search.find": query(
    z.object({ typed: z.string(), called: z.record(z.enum(searchWords), z.string().max(200)) }),
    z.object({
      items: z.array(hit),
      /** No exact match: these have similar spellings. */
      alike: z.boolean(),
    }),
  ),

  "workspace.info": query(
    nothing,
    z.object({
      name: z.string(),
      folder: z.string(),
      version: z.string(),
      serviceUrl: z.string(),
      timeZone: z.string(),
      realNow: z.number(),
      /** Read-only, export still works: made by a newer Countersign, or on request. */
      readOnly: z.boolean(),
      /** Its folder has moved: nothing is written until it is back. */
      moved: z.boolean(),
      /** Hosts besides loopback that callbacks may go to [P006]. */
      callbackHosts: z.array(z.string()),
    }),
  ),
  /** IANA name. Started runs keep theirs. */
  "workspace.setTimeZone": mutation(z.object({ timeZone: z.string() }), nothing),
  "settings.get": query(nothing, z.object({ values: z.record(z.string(), z.string()) })),
  "settings.set": mutation(z.object({ key: z.enum(appSettings), value: z.string().max(10_000) }), nothing),

  "folders.list": query(
    nothing,
    z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), home: z.boolean(), retention: dataRetention })),
    }),
  ),
  "folders.create": mutation(z.object({ name: z.string() }), z.object({ id: z.string() })),
  "folders.rename": mutation(z.object({ id: z.string(), name: z.string() }), nothing),
  /** How many flows are in a folder, including archived ones, and why it cannot be deleted; null: it can. */
  "folders.get": query(byId, z.object({ flows: z.number().int(), why: z.string().nullable() })),
  /** Its flows move to the home folder. */
  "folders.remove": mutation(byId, z.object({ flows: z.number().int() })),
  /** Undoes a deletion of the last ten minutes. */
  "folders.bringBack": mutation(byId, nothing),
  "folders.setRetention": mutation(policy, nothing),
  /** How many instances the policy would trash and how many delete at once. */
  "folders.previewRetention": query(policy, z.object({ trash: z.number().int(), remove: z.number().int() })),

  /** The local service's address and the app's own account. */
  "service.login": query(
    nothing,
    z.object({ baseUrl: z.string(), email: z.string(), recordEndUserInfo: z.boolean(), offersCodes: z.boolean() }),
  ),
  /** Whether participants' pages may fill in the code of an SMS. */
  "service.offerCodes": mutation(z.object({ offered: z.boolean() }), nothing),
  /** Whether new runs record the IP address and browser of a participant who authenticates [U2]. */
  "service.recordEndUserInfo": mutation(z.object({ recorded: z.boolean() }), nothing),
  /** Gives the account a new random password. It is shown only once: only its hash is kept. */
  "service.newPassword": mutation(nothing, z.object({ password: z.string() })),
  /** None or one: an account has one current set; listing creates none. */
  "service.credentials.list": query(nothing, z.object({ items: z.array(personalCredentials) })),
  /** `conflict_error` while there is a set: it must be revoked before a new one is created [interface 5.3]. */
  "service.credentials.create": mutation(nothing, personalCredentials),
  /** The set stops working. `resource_not_found` if it is not the current one. */
  "service.credentials.revoke": mutation(z.object({ apitoken: z.string() }), nothing),

  /** The certificate that seals documents and signs evidence; null: the first seal will create it. */
  "seal.certificate": query(nothing, z.object({ certificate: sealCertificate.nullable() })),
  /** `request_parameters_invalid` if the file cannot be read or the password is wrong. */
  "seal.useCertificate": mutation(
    z.object({
      pkcs12: z.base64().max((LARGEST_PKCS12 / 3) * 4, "A certificate file has at most 98304 characters: shorten it."),
      password: z.string().max(1_000, "A password has at most 1000 characters: shorten it."),
    }),
    z.object({ certificate: sealCertificate }),
  ),
  /** The next seal creates a new, simulated certificate. */
  "seal.resetCertificate": mutation(nothing, nothing),

  /** An export of the evidence of all ended runs, and the one-time URL of its zip. */
  "evidence.begin": query(nothing, z.object({ id: z.string(), runs: z.number().int(), address: z.string() })),
  "evidence.progress": query(
    byId,
    z.object({
      runs: z.number().int(),
      done: z.number().int(),
      /** Among the finished ones. */
      failed: z.number().int(),
      /** `stopped`: canceled, or the reader of the zip went away. */
      state: z.enum(["waiting", "running", "done", "stopped"]),
    }),
  ),
  "evidence.cancel": query(byId, nothing),

  /**
   * Requests that left this machine, newest first (law 8). `writes`: for accounts, only requests that may change
   * something there.
   */
  "ledger.outbound": query(
    pageRequest
      .omit({ search: true })
      .extend({ kind: local.outboundKind.optional(), writes: z.boolean().optional(), sort: sortedBy(["time"]) }),
    page(outboundEntry),
  ),
} as const;
