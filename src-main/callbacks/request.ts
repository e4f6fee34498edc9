import { messageOf } from "../../src-shared/basics/index.ts";
import type { Answer } from "./send.ts";
import { sign } from "./signature.ts";

type Prepared =
  | { readonly ok: true; readonly headers: Record<string, string> }
  | { readonly ok: false; readonly error: string };

/**
 * The headers of one attempt to deliver an event.
 * @param authorization the header's value, null without one; what it throws becomes the attempt's error
 * @param wallAt epoch milliseconds
 */
export function prepareHeaders(
  signingSecret: string | null,
  authorization: () => string | null,
  eventId: string,
  body: string,
  wallAt: number,
): Prepared {
  const timestamp = Math.floor(wallAt / 1000);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": "countersign",
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
  };
  if (signingSecret !== null) headers["webhook-signature"] = sign(signingSecret, eventId, timestamp, body);
  try {
    const value = authorization();
    if (value !== null) headers.authorization = value;
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
  return { ok: true, headers };
}

/** The value of an Authorization header [interface 5.6]. */
export function basicAuth(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

/** What is kept of a request is for reading and copying: it must not hold the password (law 9). */
export function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return headers.authorization === undefined ? { ...headers } : { ...headers, authorization: "Basic (hidden)" };
}

/** An attempt's result for the outbound ledger. */
export function resultOf(answer: Answer): string {
  return answer.status === null ? (answer.error ?? "no answer") : String(answer.status);
}
