import { setTimeout as pause } from "node:timers/promises";
import type { RemoteDialect } from "../../../src-shared/dialect/index.ts";
import { type OAuthClaim, oauthHeader } from "../../../src-shared/service/index.ts";
import { localFailureMessage } from "../local-failures.ts";
import { CANCEL_GRACE, canceled } from "./abort.ts";
import { createBackoff, LONGEST_PAUSE, type StoredBackoff, withBackoff } from "./backoff.ts";
import { type Body, sizeOf } from "./file-body.ts";
import { createLedgerWriter, type Listed, type OutboundLedger } from "./ledger-writer.ts";
import { faultOf, jsonOf, type RawAnswer } from "./read-answer.ts";
import { RemoteError, type RemoteFault } from "./remote-error.ts";
import { callOf, pathOf, type RequestKind, requestKinds } from "./requests.ts";
import { refusalWithout, secretsIn, withoutSecrets } from "./secrets.ts";
import { exchange, type Sending } from "./send.ts";
import { createStallDetector } from "./stall-detector.ts";
import { createThrottle, type Wait } from "./throttle.ts";
import { type Connections, connectionsTo, type Reaching } from "./transport.ts";

export interface ClientOptions {
  readonly baseUrl: string;
  readonly dialect: RemoteDialect;
  /** null: only for what needs none. */
  readonly credentials: OAuthClaim | null;
  readonly ledger: OutboundLedger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly wait?: Wait;
  /** Ends what it asks, also what is under way: it throws. */
  readonly signal?: AbortSignal | undefined;
  /** How long its service asked to be left alone, as it is kept: until when, wall time. */
  readonly rest?: StoredBackoff;
  /** Longest Retry-After, in milliseconds, that is waited for before giving up for now. */
  readonly longestPause?: () => number;
  /** Wall milliseconds until an answer must be whole; default 30 s, and ten times that for a file. */
  readonly timeout?: number;
  /** Wall milliseconds that a canceled write still waits for its answer. */
  readonly grace?: number;
  /** Told before each request that goes out, with the bytes that it carries. */
  readonly goesOut?: (bytes: number) => void;
  /** Told once a whole answer has come. */
  readonly answered?: () => void;
  /** Called with the wall time since which no answer has come, once requests stall; null: one came, or none is open. */
  readonly silent?: (since: number | null) => void;
  readonly reaching?: Reaching;
}

export interface Asking {
  readonly id?: string;
  readonly cursor?: string;
  readonly document?: string;
  /** Of an access link, which is a secret: it stands in no ledger and no message. */
  readonly url?: string;
  /** A participant's, in place of the account's credentials. */
  readonly session?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A body that is no JSON, with its type. */
  readonly body?: { readonly type: string; readonly bytes: Body };
  readonly headers?: Readonly<Record<string, string>>;
  /** The file that the answer is written to. */
  readonly into?: string;
  /** Keeps that it goes out now, in the commit of its line in the ledger. */
  readonly goesOut?: () => Promise<void>;
  /** Checked at its turn: an error if the request must not be sent any more; null: send it. */
  readonly cancelReason?: () => unknown;
  /** Whether a look tells afterwards if it was done: it is noted before its turn, many in one commit. */
  readonly shows?: boolean;
  /** Its line in the ledger, where it was listed ahead. */
  readonly listed?: Listed;
}

export interface Answer extends RawAnswer {
  /** undefined where there is none. */
  readonly json: unknown;
  /** By the service's own clock, epoch milliseconds; null: it does not say. */
  readonly date: number | null;
}

export type Client = Readonly<ReturnType<typeof createClient>>;

const TIMEOUT = 30_000;
/** The part of it after which whoever waits is told that no answer has come. */
const SILENT_AFTER = 1 / 6;
const MEBIBYTE = 1_048_576;
/** Bytes of an answer. A page of a list, or the largest draft; a file of the largest document. */
const MOST = { json: 16 * MEBIBYTE, nothing: 16 * MEBIBYTE, pdf: 51 * MEBIBYTE };
/** Bytes within which a PDF says that it is one. */
const PDF_WITHIN = 1_024;
const isPdf = (begin: Buffer): boolean => begin.includes("%PDF-");
/** Tries of what changes nothing, and of what the service had no time for. */
const TRIES = 4;
const FIRST_PAUSE = 500;
/** Wall milliseconds after which a note of a request that goes out is made anew. */
const STALE = 1_000;
/** Milliseconds that a write waits for others to share its commit, while requests wait for their turn anyway. */
const PATIENCE = 250;

const ignore = () => undefined;

/** Asks one account, one request of `requestKinds` at a time or a few at once [Y13, Y14]. */
export function createClient(options: ClientOptions) {
  const { baseUrl, dialect, now, longestPause = () => LONGEST_PAUSE, timeout = TIMEOUT, silent = ignore } = options;
  const throttle = createThrottle(now, unlessCanceled(options));
  const connections = connectionsTo(baseUrl, options.reaching);
  const ledger = createLedgerWriter(options.ledger, () => patience());
  const stalls = createStallDetector(timeout * SILENT_AFTER, now, silent);
  let requests = 0;
  let answeredAt: number | null = null;
  /** After it, nothing else of the account is asked. */
  let ended: unknown = null;
  const patience = (): number => (throttle.queued > 0 ? PATIENCE : 0);
  const end = (error: unknown): void => {
    ended ??= error;
  };
  const own = ownHeaders(options);
  const withRetryAfter = createBackoff({ ...options, throttle, longestPause, end });

  async function once(kind: RequestKind, target: Target, asking: Asking, line: number): Promise<Answer> {
    const sending = sendingOf(options, kind, target, asking, whoAsks(own, kind, asking));
    const asked = `${target.method} ${target.path}`;
    const secrets = () => secretsIn(options.credentials, sending.body);
    const began = now();
    requests += 1;
    let came: RawAnswer | null = null;
    try {
      came = await told(options, sending, connections, stalls);
      const seen = read(refusalWithout(came, secrets), asked, kind, now());
      answeredAt = now();
      ledger.end(line, `${inNumbers(came, now() - began)} ms`);
      return seen;
    } catch (error) {
      const told = error instanceof RemoteError ? withoutSecrets(error, secrets()) : error;
      if (came !== null && !(told instanceof RemoteError && told.unusable)) answeredAt = now();
      ledger.end(line, whyInList(told, came, now() - began));
      throw told;
    }
  }

  /**
   * Reads, and writes that a poll can verify, are listed in the ledger while queued, many in one commit. Other writes
   * are listed at their turn, so that a crash leaves only those under way in doubt.
   */
  async function inTurn(kind: RequestKind, asking: Asking): Promise<Answer> {
    unlessOver(whyEnded(), asking);
    const target = targetOf(options, kind, asking);
    const isEarly = !requestKinds[kind].writes || asking.shows === true;
    // At its turn it waits for nobody: those behind it wait for the turn.
    const note = async () =>
      (await Promise.all([ledger.begin(target.line, requestKinds[kind].writes, isEarly), asking.goesOut?.()]))[0];
    const listed = asking.listed !== undefined ? await asking.listed.line : isEarly ? await note() : null;
    const notedAt = now();
    const unlessEnded = (line: number | null) => {
      const end = whyEnded() ?? asking.cancelReason?.() ?? null;
      if (end === null) return;
      if (line !== null) ledger.end(line, "not sent");
      throw end;
    };
    return throttle.turn(async () => {
      unlessEnded(listed);
      // After a pause that the service asked for, the time of the note is not that of the request any more.
      if (listed !== null && now() - notedAt > STALE) await asking.goesOut?.();
      const line = listed ?? (await note());
      // It may have been ended, or taken back, while that was kept.
      unlessEnded(line);
      return once(kind, target, asking, line).catch(async (error: unknown) => {
        if (!(error instanceof RemoteError)) throw error;
        // Before the next has its turn.
        if (isOfAccount(kind, asking) && error.fault === "unauthorised") ended ??= error;
        // Those that wait for their turn may have no answer neither, each for as long.
        if (error.late && throttle.queued > 0) await unlessSilent();
        throw await withRetryAfter(error);
      });
    });
  }

  /** Ends all if the whole service gives no answer. */
  async function unlessSilent(): Promise<void> {
    const look = targetOf(options, "retention", {});
    await once("retention", look, {}, await ledger.begin(look.line, false, false)).catch((error: unknown) => {
      if (error instanceof RemoteError && error.late) end(notSent(error));
    });
  }

  const whyEnded = (): unknown => (options.signal?.aborted ? canceled() : ended);

  return {
    baseUrl,
    dialect,
    /** How many went out. */
    get requests(): number {
      return requests;
    },
    /** When the last whole answer of the interface came, wall time; null: none has. */
    get answeredAt(): number | null {
      return answeredAt;
    },
    /** Milliseconds that a write about an answer may wait for others to share its commit. */
    get patience(): number {
      return patience();
    },
    /** Ends the client: queued requests throw this, marked as not sent. */
    end: (error: unknown): void => end(notSent(error)),
    has: (kind: RequestKind): boolean => callOf(dialect, kind) !== null,
    /** As it will be sent. */
    describe: (kind: RequestKind, id?: string) => described(dialect, kind, id),
    /** Lists what only reads, and is asked once another request was answered, which is listed now. */
    listAhead: (kind: RequestKind, asking: Asking): Listed => ledger.ahead(targetOf(options, kind, asking).line),
    /** @throws RemoteError where it comes to nothing, after some tries where another try is safe */
    async ask(kind: RequestKind, { listed, ...asking }: Asking = {}): Promise<Answer> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTurn(kind, tries === 1 && listed !== undefined ? { ...asking, listed } : asking);
        } catch (error) {
          if (!(error instanceof RemoteError) || !isWorthAnother(kind, error)) throw error;
          const rest = error.retryAfter ?? FIRST_PAUSE * 2 ** (tries - 1);
          if (tries === TRIES || rest > longestPause()) throw withBackoff(options, error);
          throttle.holdFor(rest);
        }
      }
    },
    /** Once nothing is asked any more: what is still connecting is not waited for. */
    close: (): Promise<void> => ledger.written().then(() => connections.close()),
  };
}

function described(dialect: RemoteDialect, kind: RequestKind, id?: string): Pick<Target, "path"> & { method: string } {
  const call = callOf(dialect, kind);
  return call === null ? { method: "", path: "" } : { method: call.method, path: pathOf(call, dialect, { id }) };
}

/** Nothing is asked any more: what was listed ahead is not sent. @throws why */
function unlessOver(why: unknown, { listed }: Asking): void {
  if (why === null) return;
  listed?.drop();
  throw why;
}

/** Whether a retry is safe and may help. After a timeout there is no retry. */
const isWorthAnother = (kind: RequestKind, { fault, late }: RemoteError): boolean =>
  fault === "busy" || (fault === "lost" && !late && !requestKinds[kind].writes);

/** What is thrown in place of what waits for its turn, once nothing more is asked. */
const notSent = (error: unknown): unknown =>
  error instanceof RemoteError ? new RemoteError(error.fault, error.message) : error;

/** Faults in which no connection was made. */
const BEFORE: ReadonlySet<RemoteFault> = new Set([
  "unreachable",
  "proxy_refuses",
  "proxy_setting",
  "certificate",
  "insecure",
]);

/** What the list of requests says of one that came to nothing [Y16]. @param took milliseconds */
function whyInList(error: unknown, came: RawAnswer | null, took: number): string {
  const numbers = inNumbers(came, took);
  if (!(error instanceof RemoteError)) return `${numbers} ms: ${localFailureMessage(error)}`;
  if (came === null && BEFORE.has(error.fault)) return `not sent: ${error.message}`;
  return error.fault === "unauthorised" ? `${numbers} ms` : `${numbers} ms: ${error.message}`;
}

/** A request to its end, of which is told that it goes out, and that it was answered. */
async function told(
  { goesOut, answered }: ClientOptions,
  sending: Sending,
  connections: Connections,
  { asks, over }: ReturnType<typeof createStallDetector>,
): Promise<RawAnswer> {
  goesOut?.(sizeOf(sending.body));
  asks();
  let isWhole = false;
  try {
    const answer = await exchange(sending, connections);
    isWhole = true;
    answered?.();
    return answer;
  } finally {
    over(isWhole);
  }
}

/** Status, bytes and milliseconds [Y16]. */
const inNumbers = (answer: RawAnswer | null, took: number): string =>
  answer === null ? `no whole answer, ${took}` : `${answer.status}, ${answer.size} bytes, ${took}`;

/** What an answer says. @throws RemoteError */
function read(answer: RawAnswer, asked: string, kind: RequestKind, now: number): Answer {
  const { writes } = requestKinds[kind];
  const { status, headers } = answer;
  const date = Date.parse(headers.date ?? "");
  const whole = { ...answer, date: Number.isNaN(date) ? null : date };
  const leads = requestKinds[kind].leads === true && status > 300 && status < 400;
  if (status === 304 || leads) return { ...whole, json: undefined };
  if (status < 200 || status > 299) throw faultOf(answer, asked, writes, now);
  if (requestKinds[kind].answers === "pdf" && !isPdf(answer.bytes.subarray(0, PDF_WITHIN)))
    throw new RemoteError("no_pdf", `${asked} was answered with a file that is not a PDF.`);
  if (requestKinds[kind].answers !== "json") return { ...whole, json: looseJson(answer) };
  const json = jsonOf(answer);
  if (json === undefined) throw notJson(answer, asked, writes);
  return { ...whole, json };
}

/** Whether the account's own credentials go with it. */
const isOfAccount = (kind: RequestKind, { session }: Asking): boolean =>
  session === undefined && requestKinds[kind].authorised;

type Headers = Readonly<Record<string, string>>;

/** The account's credentials, as they go with each request that needs them. */
const ownHeaders = ({ credentials, dialect }: ClientOptions): Headers =>
  credentials === null ? {} : { authorization: oauthHeader(credentials, dialect.authorization) };

/** A participant's session, or the account's credentials where they go with it. */
const whoAsks = (own: Headers, kind: RequestKind, { session }: Asking): Headers =>
  session ?? (requestKinds[kind].authorised ? own : {});

/** How a request is sent, and its line in the ledger. */
interface Target {
  readonly method: Sending["method"];
  readonly path: string;
  readonly line: string;
}

function targetOf({ dialect, baseUrl }: ClientOptions, kind: RequestKind, asking: Asking): Target {
  const call = callOf(dialect, kind);
  if (call === null) throw new Error(`The dialect ${dialect.name} has no ${kind}.`);
  const path = pathOf(call, dialect, asking);
  return { method: call.method, path, line: `${call.method} ${baseUrl}${path}` };
}

/** A request as it goes out. @param who the headers that say who asks */
function sendingOf(
  options: ClientOptions,
  kind: RequestKind,
  { method, path }: Target,
  asking: Asking,
  who: Headers,
): Sending {
  const { answers } = requestKinds[kind];
  const isPdfAsked = answers === "pdf";
  const body = asking.json === undefined ? asking.body?.bytes : JSON.stringify(asking.json);
  const type = asking.json === undefined ? asking.body?.type : "application/json";
  return {
    ...{ url: asking.url ?? `${options.baseUrl}${path}`, method, body, most: MOST[answers] },
    goesOn: isPdfAsked ? isPdf : undefined,
    into: asking.into,
    timeout: (options.timeout ?? TIMEOUT) * (isPdfAsked || kind === "upload" ? 10 : 1),
    ...{ canceled: options.signal, grace: requestKinds[kind].writes ? (options.grace ?? CANCEL_GRACE) : 0 },
    headers: {
      accept: isPdfAsked ? "application/pdf" : "application/json",
      ...(type !== undefined && { "content-type": type }),
      ...who,
      ...asking.headers,
    },
  };
}

/** A rest that an author need not wait for. @throws RemoteError */
function unlessCanceled({ wait = (milliseconds) => pause(milliseconds), signal }: ClientOptions): Wait {
  if (signal === undefined) return wait;
  return async (milliseconds) => {
    if (signal.aborted) throw canceled();
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(canceled());
    signal.addEventListener("abort", end, { once: true });
    try {
      await Promise.race([wait(milliseconds), ended.promise]);
    } finally {
      signal.removeEventListener("abort", end);
    }
  };
}

/** What an answer that need have none holds. */
function looseJson(answer: RawAnswer): unknown {
  return /\bjson\b/.test(answer.headers["content-type"] ?? "") ? jsonOf(answer) : undefined;
}

function notJson({ headers, status }: RawAnswer, asked: string, perhapsDone: boolean): RemoteError {
  const type = (headers["content-type"] ?? "no type").split(";", 1)[0]?.slice(0, 60);
  return new RemoteError(
    "not_the_interface",
    `${asked} was answered with ${status} and ${type}, which is not the interface's JSON: check that the address is the service's, without a login page or proxy in between.`,
    { perhapsDone },
  );
}
