import { isObject } from "../../../src-shared/language/index.ts";
import { type DraftFields, fail, ok, type Result } from "../../host/index.ts";

/** Fields whose callback names its password in place of holding it; `secrets` are the values to keep (law 9). */
export interface Redacted<F> {
  readonly fields: F;
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Takes a clear password out of `callback.auth`. A write without one keeps the stored one while the url's origin and the
 * user name stay the same; otherwise it is refused (docs/ids.md, Fields).
 * @param stored the text's current callback, with its `password_ref`
 */
export function redactPassword<F extends Pick<DraftFields, "callback">>(
  fields: F,
  stored: unknown,
  newName: () => string,
): Result<Redacted<F>> {
  const { callback } = fields;
  const secrets = new Map<string, string>();
  if (!isObject(callback) || !isObject(callback.auth)) return ok({ fields, secrets });
  const { password, ...auth } = callback.auth;
  if (typeof password === "string") {
    const name = newName();
    secrets.set(name, password);
    return ok({ fields: withAuth(fields, callback, { ...auth, password_ref: name }), secrets });
  }
  if (password !== undefined && password !== null) {
    return fail("request_parameters_invalid", "The callback's password must be a string.");
  }
  if (typeof auth.password_ref === "string") return ok({ fields, secrets });
  const kept = keptReference(stored, callback, auth);
  if (kept !== null) return ok({ fields: withAuth(fields, callback, { ...auth, password_ref: kept }), secrets });
  const message =
    "The callback's auth needs its password: it is kept only while the url's origin and the user name stay the same.";
  return fail("request_parameters_invalid", message);
}

function withAuth<F extends Pick<DraftFields, "callback">>(
  fields: F,
  callback: Readonly<Record<string, unknown>>,
  auth: Readonly<Record<string, unknown>>,
): F {
  return { ...fields, callback: { ...callback, auth } };
}

function keptReference(
  stored: unknown,
  callback: Readonly<Record<string, unknown>>,
  auth: Readonly<Record<string, unknown>>,
): string | null {
  if (!isObject(stored) || !isObject(stored.auth)) return null;
  const { username, password_ref } = stored.auth;
  if (username !== auth.username || typeof password_ref !== "string") return null;
  const origin = originOf(stored.url);
  return origin !== null && origin === originOf(callback.url) ? password_ref : null;
}

function originOf(url: unknown): string | null {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : null;
}
