import { z } from "zod";
import { parsedJson } from "../basics/index.ts";

/** Characters. */
const LONGEST = 1_000;
/** Visible characters, as a header takes them; what copying left around them is no part of it. */
const secret = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST)
  .regex(/^[!-~]+$/);
const keys = z.object({ apitoken: secret, apisecret: secret, accesstoken: secret, accesssecret: secret });
const login = z.object({ email: z.string().trim().min(1).max(LONGEST), password: z.string().min(1).max(LONGEST) });

/** Credentials: the four strings, or the login that is exchanged for them [Y14]. */
export const remoteCredentials = z.union([keys, login]);
export type RemoteCredentials = z.output<typeof remoteCredentials>;

/** What is wrong with one value of a file of credentials. The value itself is a secret, and stands in no message. */
export interface WrongCredential {
  readonly key: string;
  readonly wrong: "missing" | "no_text" | "empty" | "long" | "characters";
}

/**
 * The credentials in a JSON text; or what is wrong with its values, none where it is no object with any of them. A file with
 * one of the four strings is read for the four: its login makes others, and is not taken in their place. The parser's own words
 * quote the text, which may hold secrets.
 */
export function readCredentials(
  text: string,
):
  | { readonly credentials: RemoteCredentials }
  | { readonly credentials: null; readonly wrong: readonly WrongCredential[] } {
  const json = parsedJson(text);
  const has = (names: object) =>
    typeof json === "object" && json !== null && Object.keys(names).some((name) => Object.hasOwn(json, name));
  const asked = has(keys.shape) ? keys : has(login.shape) ? login : null;
  if (asked === null) return { credentials: null, wrong: [] };
  const read = asked.safeParse(json);
  if (read.success) return { credentials: read.data };
  const wrong = new Map<string, WrongCredential["wrong"]>();
  for (const {
    code,
    path: [name],
  } of read.error.issues) {
    const key = String(name);
    if (!wrong.has(key)) wrong.set(key, Object.hasOwn(json as object, key) ? (WRONG[code] ?? "no_text") : "missing");
  }
  return { credentials: null, wrong: [...wrong].map(([key, what]) => ({ key, wrong: what })) };
}

const WRONG: Readonly<Record<string, WrongCredential["wrong"]>> = {
  too_small: "empty",
  too_big: "long",
  invalid_format: "characters",
};
