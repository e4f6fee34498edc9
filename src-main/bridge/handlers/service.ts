import { randomBytes } from "node:crypto";
import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import { answer, done, ok, pageOf, same } from "./shared.ts";

/** The local service's login and credentials, shown, made and revoked in Settings [interface 5.3], and the outbound ledger. */
export function serviceHandlers(host: Host, serviceUrl: string) {
  const { accounts } = host;
  const own = accounts.defaultId;
  return {
    "service.login": async () =>
      answer(accounts.get(own), ({ email, recordEndUserInfo }) => ({
        ...{ baseUrl: serviceUrl, email, recordEndUserInfo },
        offersCodes: host.settings.offersCodes(),
      })),
    "service.offerCodes": async ({ offered }) => done(host.settings.setOffersCodes(offered)),
    "service.recordEndUserInfo": async ({ recorded }) => done(accounts.setRecordEndUserInfo(own, recorded)),
    "service.newPassword": async () => {
      const password = randomBytes(24).toString("base64url");
      return answer(accounts.setPassword(own, password), () => ({ password }));
    },
    "service.credentials.list": async () =>
      answer(accounts.heldCredentials(own), (held) => ({ items: held === null ? [] : [held] })),
    "service.credentials.create": async () => answer(accounts.createCredentials(own), same),
    "ledger.outbound": async (request) => ok(host.ledger.outbound(pageOf(request))),
    "service.credentials.revoke": async ({ apitoken }) => done(accounts.removeCredentials(own, apitoken)),
  } satisfies Partial<BridgeHandlers>;
}
