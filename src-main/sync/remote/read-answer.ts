import { limits } from "../../../src-shared/basics/index.ts";
import { isObject } from "../../../src-shared/language/index.ts";
import { RemoteError } from "./remote-error.ts";

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** A few levels around what a draft's text may have. */
const DEEPEST = limits.depth + 10;

/** undefined: it is no JSON. */
export function jsonOf({ bytes }: RawAnswer): unknown {
  const text = bytes.toString("utf8");
  if (depthOf(text) > DEEPEST)
    throw new RemoteError("not_the_interface", `The answer is nested more than ${DEEPEST} levels deep.`, {
      perhapsDone: true,
    });
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Of brackets outside of strings: what is read next walks it level by level. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++depth);
    else if (token === "}" || token === "]") depth -= 1;
  }
  return deepest;
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
      `The service does not take these credentials (401${words === "" ? "" : `, ${words}`}): make new ones there, or look whether somebody has.`,
    );
  const retryAfter = waitOf(headers["retry-after"], now);
  if (status === 429) return new RemoteError("busy", said, { retryAfter });
  if (status >= 500) return new RemoteError("lost", said, { perhapsDone: writes, retryAfter });
  if (status === 404 || status === 410) return new RemoteError("not_found", said);
  if (status === 412) return new RemoteError("stale", said);
  const type = typeof body?.type === "string" ? body.type : null;
  return new RemoteError("refused", said, { type, status });
}

function errorBodyOf(answer: RawAnswer): Readonly<Record<string, unknown>> | null {
  const body = answer.bytes.length > 65_536 ? undefined : jsonOf(answer);
  return isObject(body) ? body : null;
}

/** The error body's own words, on one line; "" where it is none. */
function wordsOf(body: Readonly<Record<string, unknown>> | null): string {
  if (body === null) return "";
  const parts = [body.type, body.message, body.explanation].filter((part) => typeof part === "string");
  return parts.join(", ").replaceAll(/\s+/g, " ").slice(0, LONGEST_WORDS).replace(/\.$/, "");
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
