import type { OAuthClaim } from "../../../src-shared/service/index.ts";
import type { Body } from "./file-body.ts";
import type { RawAnswer } from "./read-answer.ts";
import { RemoteError } from "./remote-error.ts";

/** The secrets that a request carries: the account's credentials, and the passwords in its JSON or form. */
export function secretsIn(credentials: OAuthClaim | null, body: Body | undefined): readonly string[] {
  const text = typeof body === "string" ? body : "";
  const ofJson = [...text.matchAll(/"password":("(?:[^"\\]|\\.)*")/g)].map(([, quoted]) =>
    String(JSON.parse(quoted ?? '""')),
  );
  const ofForm = text.startsWith("{") ? null : new URLSearchParams(text).get("password");
  const all = [...Object.values(credentials ?? {}), ...ofJson, ofForm ?? ""].filter((secret) => secret !== "");
  return all.flatMap((secret) => [
    ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  ]);
}

/** Shorter secrets occur in ordinary words: removing them everywhere would garble a sentence. */
const LONG = 8;

/** The text without the secrets: a short one is left out where it is a whole word. */
const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (rest, secret) => (secret.length < LONG ? withoutWord(rest, secret) : rest.replaceAll(secret, "…")),
    text,
  );

const withoutWord = (text: string, word: string): string =>
  text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "gu"),
    "…",
  );

/** A refusal in which the service says again what it was given: without that [Y14]. */
export function refusalWithout(answer: RawAnswer, secrets: () => readonly string[]): RawAnswer {
  if (answer.status < 400) return answer;
  return { ...answer, bytes: Buffer.from(without(answer.bytes.toString("utf8"), secrets())) };
}

/** The same error, with no secret in its message. */
export function withoutSecrets(error: RemoteError, secrets: readonly string[]): RemoteError {
  const message = without(error.message, secrets);
  if (message === error.message) return error;
  const { fault, perhapsDone, retryAfter, type, status, late } = error;
  return new RemoteError(fault, message, { perhapsDone, retryAfter, type, status, late });
}
