/** What an account shows of an instance. Statuses, states of documents and actions are open sets: any text may stand there [Y12]. */
export interface SeenInstance {
  readonly title: string | null;
  readonly status: string;
  readonly trashed: boolean;
  /** The stage that is in progress; null: none, or it is not shown. */
  readonly stage: string | null;
  /** Epoch milliseconds by the service's clock; null: it is not shown. */
  readonly timeout: number | null;
  readonly participants: readonly { readonly name: string; readonly id: string }[];
  readonly documents: readonly SeenDocument[];
  /** What the author may do now; null: it is not shown. */
  readonly adminActions: readonly string[] | null;
  /** Who is asked to do what now, by the names that the process uses. */
  readonly pending: readonly SeenAct[];
}

export interface SeenDocument {
  readonly id: string;
  /** null: it is not shown. */
  readonly state: string | null;
  /** By which the process calls it; left out: it is not shown. */
  readonly name?: string;
}

export interface SeenAct {
  readonly type: string;
  readonly user: string;
  readonly document: string;
}

const ENDED: ReadonlySet<string> = new Set(["completed", "canceled", "failed", "timed_out"]);

/** Whether nothing happens in it by itself. `failed` and `timed_out` are not final, for the author may prolong. */
export const hasEnded = ({ status, trashed }: Pick<SeenInstance, "status" | "trashed">): boolean =>
  trashed || ENDED.has(status);
