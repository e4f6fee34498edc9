import { hostOf, isLoopbackName } from "../../callbacks/index.ts";

/** An account's address as it is kept, or why it cannot be one. */
export type Address = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly why: string };

/** Only https, save to this machine; no name and password in it, and nothing after the path [Y14]. */
export function addressOf(given: string): Address {
  const parsed = URL.parse(given);
  const host = hostOf(given);
  if (parsed === null || host === null)
    return no("The address is not an https address: write it as in https://service.example.com.");
  if (parsed.username !== "" || parsed.password !== "")
    return no("The address holds a user name or password: leave them out, and name a file with --credentials.");
  if (parsed.search !== "" || parsed.hash !== "") return no("The address has a ? or # part: leave it out.");
  if (parsed.protocol === "http:" && !isLoopbackName(host))
    return no(`The address begins with http: what goes to ${host} could be read on the way. Use https.`);
  return { ok: true, url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}` };
}

const no = (why: string): Address => ({ ok: false, why });
