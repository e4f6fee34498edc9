import type { Connection } from "../connection.ts";

/** One step of the schema. Released steps never change: a correction is a new step. */
export interface Migration {
  /** The `user_version` that the database has after this step; the first is 1, without gaps. */
  readonly version: number;
  readonly name: string;
  /** SQL, run inside the upgrade's transaction. */
  readonly script: string;
  /** The part that SQL cannot compute, in the same transaction. */
  readonly fill?: (db: Connection) => void;
}
