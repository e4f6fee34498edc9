import { type OAuthClaim, personalCredentials } from "../../../src-shared/service/index.ts";
import type { Client } from "./client.ts";
import { RemoteError } from "./remote-error.ts";

/** Exchanges e-mail and password for API credentials. The password is not stored [Y14] [interface 4.2]. */
export async function exchangePassword(
  client: Client,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<OAuthClaim> {
  const form = new URLSearchParams({ email, password }).toString();
  const body = { type: "application/x-www-form-urlencoded", bytes: form };
  const parsed = personalCredentials.safeParse((await answered(client, body)).json);
  if (parsed.success) return parsed.data;
  throw new RemoteError("not_the_interface", "The service gave no credentials for the e-mail and password.");
}

async function answered(client: Client, body: { readonly type: string; readonly bytes: string }) {
  try {
    return await client.ask("token", { body });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.fault === "unauthorised")
      throw new RemoteError(
        "unauthorised",
        "The service does not take this e-mail and password: check both, and type them again.",
      );
    if (error.fault === "not_found") {
      const { method, path } = client.describe("token");
      throw new RemoteError(
        "not_the_interface",
        `${client.baseUrl} does not have the interface: it has no ${method} ${path}. Check that the address is complete and has no extra part.`,
      );
    }
    if (error.status === 403)
      throw new RemoteError(
        "two_factor",
        "The account has two-factor authentication, so its password gives no credentials: make them in the service's own settings, and put the four strings into the file.",
      );
    throw error;
  }
}
