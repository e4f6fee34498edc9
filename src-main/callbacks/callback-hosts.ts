import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address is this machine's own. IPv4 in IPv6 (`::ffff:127.0.0.1`) counts by its IPv4 part. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return loopback.check(mapped, "ipv4");
  return loopback.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** The url's host without brackets, case and the dot of the root; null when it is no http(s) url. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") return null;
  return withoutRoot(parsed.hostname.replace(/^\[|\]$/g, "").toLowerCase());
}

/** What DNS and addresses hold alone: an address parser also takes `*` and `-5`, which name nothing. */
const HOST_NAME = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/;

/** Whether this is a host alone, without port and path: a name as DNS holds it, or an IPv4 address. */
export function isHost(text: string): boolean {
  const host = text.toLowerCase();
  return HOST_NAME.test(host) && hostOf(`https://${host}/`) === host;
}

/** `localhost.` is `localhost`: the dot at the end names the root, which every whole name ends in. */
const withoutRoot = (host: string): string => host.replace(/\.$/, "");

/** Whether callbacks to a url are sent from here: to loopback, or to a host that the author allows (law 8, P006). */
export function mayLeave(url: string, allowedHosts: readonly string[]): boolean {
  const host = hostOf(url);
  if (host === null) return false;
  return isLoopbackName(host) || allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}

/** A name that means this machine. What it resolves to is checked once more when the connection is made. */
export function isLoopbackName(host: string): boolean {
  return isLoopbackAddress(host) || host === "localhost" || host.endsWith(".localhost");
}

/** As `dns.lookup` answers it. */
export type Resolve = typeof lookup;

/**
 * A resolver for connections that must stay on this machine: every address that a name has must be loopback, so that a
 * name cannot be pointed elsewhere between check and connection.
 */
export function loopbackLookup(resolve: Resolve = lookup): LookupFunction {
  return (name, options, callback) => {
    const hostname = withoutRoot(name);
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      // Names under localhost mean this machine, even where its resolver knows none of them (RFC 6761, 6.3).
      if (error?.code === "ENOTFOUND" && hostname.endsWith(".localhost")) {
        if (options.all === true) callback(null, [{ address: "127.0.0.1", family: 4 }]);
        else callback(null, "127.0.0.1", 4);
        return;
      }
      if (error !== null) {
        callback(error, [], 0);
        return;
      }
      const elsewhere = addresses.find((entry) => !isLoopbackAddress(entry.address));
      if (elsewhere !== undefined || addresses.length === 0) {
        const found = elsewhere?.address ?? "no address";
        callback(new Error(`"${hostname}" resolves to ${found}, which is not this machine; nothing was sent.`), [], 0);
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? "127.0.0.1", addresses[0]?.family ?? 4);
    });
  };
}
