import { controlsShown, limits, parsedJson } from "../../../src-shared/basics/index.ts";
import { isObject } from "../../../src-shared/language/index.ts";
import { RemoteError } from "./remote-error.ts";

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning alone where it was written to a file. */
  readonly bytes: Buffer;
  /** Bytes in all. */
  readonly size: number;
}

/** A few levels around what a draft's text may have. */
const DEEPEST = limits.depth + 10;

/** undefined: it is no JSON. @throws RemoteError where it is nested too deep */
export function jsonOf({ bytes }: RawAnswer): unknown {
  if (isDeeper(bytes, DEEPEST))
    throw new RemoteError("not_the_interface", `The answer is nested more than ${DEEPEST} levels deep.`, {
      perhapsDone: true,
    });
  return parsedJson(bytes.toString("utf8"));
}

const [QUOTE, ESCAPE] = [0x22, 0x5c];
/** Brackets and braces differ in one bit. */
const [OPENING, CLOSING, EITHER] = [0x7b, 0x7d, 0x20];

/** By brackets outside of strings, and no further than it takes: what is read next walks it level by level. */
function isDeeper(bytes: Buffer, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted && byte === ESCAPE) at += 1;
    else if (!quoted && (byte | EITHER) === OPENING) depth += 1;
    else if (!quoted && (byte | EITHER) === CLOSING) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** Such as `404`, with the service's own words where it has the interface's error body. */
const LONGEST_WORDS = 300;

/**
 * What a refusing answer means [interface 7].
 * @param asked in words, such as "GET /flow/drafts"
 */
export function faultOf(answer: RawAnswer, asked: string, writes: boolean, now: number): RemoteError {
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    return new RemoteError(
      "redirect",
      `${asked} was answered with a redirect${whereTo(headers.location)}; redirects are not followed. If that is the service's address, use it.`,
    );
  const body = errorBodyOf(answer);
  const words = wordsOf(body);
  const said = `${asked} was answered with ${status}${words === "" ? "" : `: ${words}`}.`;
  if (status === 401)
    return new RemoteError(
      "unauthorised",
      `The service does not take these credentials (401${words === "" ? "" : `, ${words}`}): somebody may have replaced or revoked them. Make new ones there.`,
    );
  const retryAfter = waitOf(headers["retry-after"], now);
  if (status === 429) return new RemoteError("busy", said, { retryAfter });
  if (status >= 500) {
    const what = `${said} The service failed: try again later, or ask who runs it.`;
    return new RemoteError("lost", what, { perhapsDone: writes, retryAfter });
  }
  if (status === 404 || status === 410) return new RemoteError("not_found", said);
  if (status === 412) return new RemoteError("stale", said);
  const type = typeof body?.type === "string" ? body.type : null;
  return new RemoteError("refused", said, { type, status });
}

function errorBodyOf(answer: RawAnswer): Readonly<Record<string, unknown>> | null {
  const body = answer.bytes.length > 65_536 || isDeeper(answer.bytes, DEEPEST) ? undefined : jsonOf(answer);
  return isObject(body) ? body : null;
}

/** The error body's own words, on one line, with the marks in them shown, so that they turn nothing around; "" where it is none. */
function wordsOf(body: Readonly<Record<string, unknown>> | null): string {
  if (body === null) return "";
  const parts = [body.type, body.message, body.explanation].filter((part) => typeof part === "string");
  const said = parts.map((part) => part.trim().replace(/\.$/, ""));
  return controlsShown(said.join(", ").replaceAll(/\s+/g, " ")).slice(0, LONGEST_WORDS);
}

function whereTo(location: string | undefined): string {
  const origin = location === undefined ? undefined : URL.parse(location)?.origin;
  return origin === undefined || origin === "null" ? "" : ` to ${origin}`;
}

/** Milliseconds; Retry-After has seconds or a date. */
function waitOf(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
