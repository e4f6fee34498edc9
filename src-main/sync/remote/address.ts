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

/** Whether a link leads to the service at an address: this machine has many names, and the service may use another of them. */
export function leadsTo(link: string, baseUrl: string): boolean {
  const [there, own] = [URL.parse(link), URL.parse(baseUrl)];
  if (there === null || own === null) return false;
  if (there.origin === own.origin) return true;
  const areHere = [link, baseUrl].every((url) => isLoopbackName(hostOf(url) ?? ""));
  return areHere && there.protocol === own.protocol && there.port === own.port;
}

const no = (why: string): Address => ({ ok: false, why });
