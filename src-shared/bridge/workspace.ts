import { z } from "zod";
import { nothing, page, pageRequest, procedure } from "./parts.ts";

/** The four values of interface 2.10. */
export const credentials = z.object({
  apitoken: z.string(),
  apisecret: z.string(),
  accesstoken: z.string(),
  accesssecret: z.string(),
});

export const outboundEntry = z.object({
  wallAt: z.number(),
  kind: z.enum(["callback", "account", "update", "smtp"]),
  target: z.string(),
  result: z.string(),
});

/** The workspace, its settings, and its local service. */
export const workspaceProcedures = {
  "workspace.info": procedure(
    nothing,
    z.object({
      name: z.string(),
      folder: z.string(),
      version: z.string(),
      serviceUrl: z.string(),
      timeZone: z.string(),
      realNow: z.number(),
      /** Hosts beside loopback that callbacks may go to [P006]. */
      callbackHosts: z.array(z.string()),
    }),
  ),
  /** IANA name. Runs that were started keep theirs. */
  "workspace.setTimeZone": procedure(z.object({ timeZone: z.string().max(100) }), nothing),
  "settings.get": procedure(nothing, z.object({ values: z.record(z.string(), z.string()) })),
  "settings.set": procedure(
    z.object({ key: z.enum(["theme", "language", "panes", "choices", "lastView"]), value: z.string().max(10_000) }),
    nothing,
  ),

  /** The local service's address and the app's own account. */
  "service.login": procedure(nothing, z.object({ baseUrl: z.string(), email: z.string() })),
  /** Gives the account a new random password. It is shown this once: only its hash is kept. */
  "service.newPassword": procedure(nothing, z.object({ password: z.string() })),
  /** None or one: an account has one current set, and listing makes none. */
  "service.credentials.list": procedure(nothing, z.object({ items: z.array(credentials) })),
  /** `conflict_error` while there is a set: it must be revoked before a new one appears [interface 5.3]. */
  "service.credentials.create": procedure(nothing, credentials),
  /** From then on the set opens nothing. `resource_not_found` where it is not the current one. */
  "service.credentials.revoke": procedure(z.object({ apitoken: z.string() }), nothing),

  /** What left this machine, the newest first (law 8). */
  "ledger.outbound": procedure(pageRequest.omit({ search: true }), page(outboundEntry)),
} as const;
