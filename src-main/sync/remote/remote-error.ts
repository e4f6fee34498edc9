/** Why a request failed [Y14]. */
export type RemoteFault =
  /** Nobody of that name, or nothing that listens there; no usable connection. */
  | "unreachable"
  /** A proxy answers, and makes no connection to the service until somebody changes something. */
  | "proxy_refuses"
  /** A variable of this machine names a proxy that cannot be used. */
  | "proxy_setting"
  /** Something answers, but makes no secure connection. */
  | "insecure"
  | "certificate"
  | "redirect"
  /** Something answers, but not the interface. */
  | "not_the_interface"
  /** No whole answer came. */
  | "lost"
  | "unauthorised"
  | "two_factor"
  /** A file that is none of the interface's kind. */
  | "no_pdf"
  | "not_found"
  /** The thing has changed since: 412. */
  | "stale"
  /** Too many requests. */
  | "busy"
  | "refused"
  /** The author canceled it, before it was sent or before it was answered. */
  | "canceled";

/** Faults after which nothing else of the account is worth asking now. */
const OFFLINE: ReadonlySet<RemoteFault> = new Set([
  "unreachable",
  "proxy_refuses",
  "insecure",
  "certificate",
  "redirect",
  "not_the_interface",
  "lost",
  "busy",
]);

/** Those of them in which something answers that is not used: to wait does not help. */
const UNUSABLE: ReadonlySet<RemoteFault> = new Set([
  "proxy_refuses",
  "insecure",
  "certificate",
  "redirect",
  "not_the_interface",
]);

/** A failed request. The message is a sentence for the author, without secrets. */
export class RemoteError extends Error {
  readonly fault: RemoteFault;
  /** Whether the service may have done what was asked. */
  readonly perhapsDone: boolean;
  /** Milliseconds that the service asks to wait; null: it says nothing. */
  readonly retryAfter: number | null;
  /** The `type` of the service's own error [interface 2.5]; null: it names none. */
  readonly type: string | null;
  /** Of the answer; null: none came. */
  readonly status: number | null;
  /** Whether the answer was waited for as long as any is. */
  readonly late: boolean;

  constructor(
    fault: RemoteFault,
    message: string,
    {
      perhapsDone = false,
      retryAfter = null,
      type = null,
      status = null,
      late = false,
    }: Partial<Pick<RemoteError, "perhapsDone" | "retryAfter" | "type" | "status" | "late">> = {},
  ) {
    super(message);
    this.name = "RemoteError";
    this.fault = fault;
    this.perhapsDone = perhapsDone;
    this.retryAfter = retryAfter;
    this.type = type;
    this.status = status;
    this.late = late;
  }

  get offline(): boolean {
    return OFFLINE.has(this.fault);
  }

  get unusable(): boolean {
    return UNUSABLE.has(this.fault);
  }

  /** Whether nothing else of the account can be asked. */
  get ends(): boolean {
    return this.fault === "unauthorised" || this.fault === "canceled" || this.fault === "proxy_setting";
  }
}
