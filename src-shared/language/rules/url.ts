import { msg, short, type Translatable } from "../../basics/index.ts";

/**
 * The host of an http or https address, in lower case, without port and the dot of the root; null for anything else. Stricter than browsers
 * on purpose: spaces, backslashes and control characters, which they read in surprising ways, are refused.
 */
export function httpHost(address: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused here.
  if (/[\s\\\u0000-\u001f\u007f]/.test(address)) return null;
  const match = /^https?:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#@:[\]]+)(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(address);
  const host = match?.[1]?.toLowerCase().replace(/(?<=[^.])\.$/, "");
  if (host === undefined || Number(match?.[2] ?? 0) > 65_535) return null;
  return host;
}

/** Whether a host as `httpHost` gives it is this machine: localhost and its subdomains, 127.0.0.0/8 or ::1. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "[::1]") return true;
  return /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host);
}

/** Whether an address carries a user name, or one with a password: `https://name:password@host/`. */
export function hasUserInfo(address: string): boolean {
  return /^https?:[/\\]*[^/\\?#]*@/i.test(address.trim());
}

export function noWebAddress(address: string): Translatable {
  if (address.trim() === "") return msg`The address is empty: write one that begins with https:// or http://.`;
  return msg`\`${short(address)}\` is not a valid URL: write one that begins with https:// or http://.`;
}
