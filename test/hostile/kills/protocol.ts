import type { Credentials } from "../../../src-main/host/types.ts";

/** What the driver and a process that is to be killed tell each other: one JSON object per line. */

export interface Order {
  readonly dir: string;
  /** Clock of the flows that are started over HTTP. */
  readonly clock: "real" | "virtual";
  /** Looks the whole workspace through as the last crash left it, before it is opened. */
  readonly verify: boolean;
  /** Waits until everything due has run, and checks what came of it. */
  readonly settle: boolean;
  readonly expected: Expected;
}

/** What the driver knows for sure from a 2xx. A null stands for what a cut-off request left open. */
export interface Expected {
  readonly instances: readonly ExpectedInstance[];
  readonly documents: readonly { readonly id: string; readonly sha256: string }[];
  readonly drafts: readonly { readonly id: string; readonly title: string | null; readonly gone: boolean | null }[];
  /** Clocks never go back behind an acknowledged instant (epoch milliseconds). */
  readonly clocks: readonly { readonly id: string; readonly at: number }[];
  /** Days of `delete_trashed` of the home folder. */
  readonly deleteTrashed: number | null;
}

export interface ExpectedInstance {
  readonly id: string;
  /** `<participant> <document>` */
  readonly acts: readonly string[];
  readonly canceled: boolean;
  readonly trashed: boolean | null;
  readonly gone: boolean | null;
}

export interface CallbackSeen {
  readonly eventId: string;
  readonly state: string;
}

export type VictimMessage =
  /** Every module is loaded; the opening begins. */
  | { readonly event: "loaded" }
  | { readonly event: "open"; readonly baseUrl: string; readonly clockId: string; readonly credentials: Credentials }
  /** `callbacks`: of every flow, once settled; else none. */
  | { readonly event: "checked"; readonly problems: readonly string[]; readonly callbacks: readonly CallbackSeen[] }
  /** The log has an error. */
  | { readonly event: "fault"; readonly message: string }
  | { readonly event: "closed"; readonly problems: readonly string[] };
