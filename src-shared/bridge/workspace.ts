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

/** null: never, save that what is in the trash is then deleted after 30 days [C4]. */
const policy = z.object({ id: z.string(), retention: dataRetention });

/** What is shown of the certificate that seals are made with. */
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

/** What the app's pages keep in the workspace: each is written by its name, and all are read together. */
export const appSettings = ["theme", "language", "panes", "choices"] as const;

const hitKinds = ["flow", "run", "person", "document", "mail", "callback"] as const;

/** Kinds of things, of messages, and ways in which these go: a search also finds them by what they are called. */
export const searchWords = [...hitKinds, ...mailKinds, ...method.options] as const;

/** What a search finds: enough to show it, and to open it. */
const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  /** Its title, alias, subject or type; "" of an SMS and of what has no title. */
  name: z.string(),
  /** Of a person, full name and addresses; of a mail, its receiver. */
  detail: z.string().nullable(),
  /** Of a person whom a flow's text names, that flow; null of all else. */
  flow: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Where it belongs; null of a flow, and of a person in one. */
  instanceId: z.string().nullable(),
  instanceTitle: z.string(),
  forkNumber: z.number().int().nullable(),
  status: instanceStatus.nullable(),
  /** Flow time at which a mail was sent; null of all else. */
  at: z.number().nullable(),
});

/** The workspace, its settings, and its local service. */
export const workspaceProcedures = {
  /** At most five of each kind; the most recent flows and runs where nothing is typed. Typing errors in names are forgiven. */
  "search.find": query(
    z.object({ typed: z.string(), called: z.record(z.enum(searchWords), z.string().max(200)) }),
    z.object({
      items: z.array(hit),
      /** None has the words: these are spelled alike. */
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
      /** Open for looking and exporting only: made by a newer Countersign, or asked for. */
      readOnly: z.boolean(),
      /** Its folder is not where it was opened any more: nothing is written until it is back. */
      moved: z.boolean(),
      /** Hosts beside loopback that callbacks may go to [P006]. */
      callbackHosts: z.array(z.string()),
    }),
  ),
  /** IANA name. Runs that were started keep theirs. */
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
  /** How many flows lie in a folder, archived ones too, and why it cannot be deleted; null: it can. */
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
  /** Gives the account a new random password. It is shown this once: only its hash is kept. */
  "service.newPassword": mutation(nothing, z.object({ password: z.string() })),
  /** None or one: an account has one current set, and listing makes none. */
  "service.credentials.list": query(nothing, z.object({ items: z.array(personalCredentials) })),
  /** `conflict_error` while there is a set: it must be revoked before a new one appears [interface 5.3]. */
  "service.credentials.create": mutation(nothing, personalCredentials),
  /** From then on the set opens nothing. `resource_not_found` where it is not the current one. */
  "service.credentials.revoke": mutation(z.object({ apitoken: z.string() }), nothing),

  /** What the workspace seals documents and signs evidence with; null: the first seal is still to make it. */
  "seal.certificate": query(nothing, z.object({ certificate: sealCertificate.nullable() })),
  /** `request_parameters_invalid` where the file or the password does not fit. */
  "seal.useCertificate": mutation(
    z.object({
      pkcs12: z.base64().max((LARGEST_PKCS12 / 3) * 4, "A certificate file has at most 98304 characters: shorten it."),
      password: z.string().max(1_000, "A password has at most 1000 characters: shorten it."),
    }),
    z.object({ certificate: sealCertificate }),
  ),
  /** The next seal makes a new, simulated certificate. */
  "seal.resetCertificate": mutation(nothing, nothing),

  /** An export of the evidence of all ended runs, and where its zip can be had from, once. */
  "evidence.begin": query(nothing, z.object({ id: z.string(), runs: z.number().int(), address: z.string() })),
  "evidence.progress": query(
    byId,
    z.object({
      runs: z.number().int(),
      done: z.number().int(),
      /** Of those that are done. */
      failed: z.number().int(),
      /** `stopped`: canceled, or nobody reads the zip any more. */
      state: z.enum(["waiting", "running", "done", "stopped"]),
    }),
  ),
  "evidence.cancel": query(byId, nothing),

  /** What left this machine, the newest first (law 8). `writes`: of requests to accounts those alone that may change something there. */
  "ledger.outbound": query(
    pageRequest
      .omit({ search: true })
      .extend({ kind: local.outboundKind.optional(), writes: z.boolean().optional(), sort: sortedBy(["time"]) }),
    page(outboundEntry),
  ),
} as const;
