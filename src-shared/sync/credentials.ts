import { z } from "zod";
import { parsedJson } from "../basics/index.ts";

/** Visible characters, as a header takes them; what copying left around them is no part of it. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]{1,1000}$/);
const keys = z.object({ apitoken: secret, apisecret: secret, accesstoken: secret, accesssecret: secret });
const login = z.object({ email: z.string().min(1).max(1_000), password: z.string().min(1).max(1_000) });

/** How an author shows who they are: the four strings, or what they are traded for [Y14]. */
export const remoteCredentials = z.union([keys, login]);
export type RemoteCredentials = z.output<typeof remoteCredentials>;

/** The credentials in a JSON text; null: it holds none. The parser's own words quote the text, which may hold secrets. */
export function readCredentials(text: string): RemoteCredentials | null {
  return remoteCredentials.safeParse(parsedJson(text)).data ?? null;
}
