import { percentDecoded as decoded } from "../basics/index.ts";

/** The four values of interface 2.10; here those that a request claims. */
export interface OAuthClaim {
  readonly apitoken: string;
  readonly apisecret: string;
  readonly accesstoken: string;
  readonly accesssecret: string;
}

export type OAuthParse =
  | { readonly ok: true; readonly claim: OAuthClaim }
  /** `reason` is a sentence for the caller; it repeats nothing of the header. */
  | { readonly ok: false; readonly reason: string };

const MAX_HEADER = 4096;
// A quoted value may hold commas; a bare one ends at the next comma and starts with no space: neighbouring parts share no
// sign, so that a header nobody has vouched for is read in linear time.
const PARAMETER = /\s*([^\s=,"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^\s",][^",]*)?)(,|$)/y;
const EMPTY = /\s*,/y;
const KNOWN = new Set(["oauth_signature_method", "oauth_consumer_key", "oauth_token", "oauth_signature"]);

/**
 * Parses the one `Authorization` header of interface 5.4 (OAuth 1.0, PLAINTEXT). Parameters come in any order, quoted or
 * not, percent-encoded or not, after an optional `OAuth`; unknown ones (version, timestamp, nonce, realm) are ignored, and so are
 * empty elements of the list (RFC 9110, 5.6.1).
 */
export function parseOAuthHeader(header: string): OAuthParse {
  if (header.length > MAX_HEADER) return refuse(`The Authorization header is longer than ${MAX_HEADER} characters.`);
  const parameters = readParameters(header.replace(/^\s*OAuth\s+/i, ""));
  if (parameters === null) {
    return refuse("The Authorization header is not a comma-separated list of name=value parameters, each given once.");
  }
  const method = parameters.get("oauth_signature_method");
  if (method === undefined) return refuse("The Authorization header has no oauth_signature_method; send PLAINTEXT.");
  if (decoded(method).toUpperCase() !== "PLAINTEXT") {
    return refuse("The oauth_signature_method is not PLAINTEXT, the only one this service takes.");
  }
  const consumerKey = parameters.get("oauth_consumer_key");
  const token = parameters.get("oauth_token");
  const signature = parameters.get("oauth_signature");
  if (!consumerKey) return refuse("The Authorization header has no oauth_consumer_key (the API token).");
  if (!token) return refuse("The Authorization header has no oauth_token (the access token).");
  if (!signature) return refuse("The Authorization header has no oauth_signature (API secret & access secret).");
  const secrets = splitSignature(signature);
  if (secrets === null) return refuse("The oauth_signature is not two secrets joined by one ampersand.");
  const [apisecret, accesssecret] = secrets;
  return { ok: true, claim: { apitoken: decoded(consumerKey), accesstoken: decoded(token), apisecret, accesssecret } };
}

function refuse(reason: string): OAuthParse {
  return { ok: false, reason };
}

/** Names to raw values; null when the text is no such list or names one of the four twice. */
function readParameters(text: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < text.length) {
    EMPTY.lastIndex = PARAMETER.lastIndex;
    if (EMPTY.test(text)) {
      PARAMETER.lastIndex = EMPTY.lastIndex;
      continue;
    }
    const match = PARAMETER.exec(text);
    if (match === null) return null;
    const [, rawName = "", quoted, bare = "", end] = match;
    const name = decoded(rawName);
    if (found.has(name) && KNOWN.has(name)) return null;
    found.set(name, quoted?.replaceAll(/\\(.)/g, "$1") ?? bare.trim());
    if (end === "") return found;
  }
  return found.size > 0 ? found : null;
}

/**
 * With a bare ampersand each half stands for itself. An encoded one means that the client encoded the whole value, as
 * RFC 5849 3.4.4 and 3.5.1 ask, so that a half may have been encoded twice.
 */
function splitSignature(raw: string): readonly [string, string] | null {
  const [first, second, ...rest] = (raw.includes("&") ? raw : decoded(raw)).split("&");
  if (!first || !second || rest.length > 0) return null;
  return [decoded(first), decoded(second)];
}

/** How a service wants its header. */
export interface OAuthSpelling {
  readonly scheme: string;
  readonly quoted: boolean;
  readonly encoded: boolean;
}

/** The value of the `Authorization` header of interface 5.4. */
export function oauthHeader(claim: OAuthClaim, { scheme, quoted, encoded }: OAuthSpelling): string {
  const written = (value: string) => (encoded ? encodeURIComponent(value) : value);
  const parameters = {
    oauth_signature_method: "PLAINTEXT",
    oauth_consumer_key: written(claim.apitoken),
    oauth_token: written(claim.accesstoken),
    oauth_signature: `${written(claim.apisecret)}&${written(claim.accesssecret)}`,
  };
  const list = Object.entries(parameters).map(([name, value]) => `${name}=${quoted ? `"${value}"` : value}`);
  return `${scheme === "" ? "" : `${scheme} `}${list.join(", ")}`;
}
