import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host-types.ts";
import { answer, done } from "./shared.ts";

type CredentialNames = Extract<keyof BridgeHandlers, `service.credentials${string}`>;

/** The default account's personal access credentials: shown, made and revoked in Settings [interface 5.3]. */
export function credentialHandlers(host: Host, serviceUrl: string): Pick<BridgeHandlers, CredentialNames> {
  const { accounts } = host;
  const own = accounts.defaultId;
  return {
    "service.credentials": async () => {
      const account = accounts.get(own);
      const email = account.ok ? account.value.email : "";
      return answer(accounts.credentials(own), (credentials) => ({ ...credentials, baseUrl: serviceUrl, email }));
    },
    "service.credentials.list": async () =>
      answer(accounts.heldCredentials(own), (held) => ({ items: held === null ? [] : [held] })),
    "service.credentials.create": async () => answer(accounts.createCredentials(own), (made) => made),
    "service.credentials.revoke": async ({ apitoken }) => done(accounts.removeCredentials(own, apitoken)),
  };
}
