import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowShape } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import type { SecretReads, SecretWrites } from "../port/types.ts";

const shape = rowShape<{ readonly sealed: Uint8Array }>({ sealed: "bytes" });

export function reads(db: ReadConnection): SecretReads {
  return {
    get: (ref) => db.get(sql`SELECT sealed FROM secrets WHERE ref = ${ref}`, (row) => shape.decode(row).sealed),
  };
}

export function writes(db: WriteConnection): SecretWrites {
  return {
    put(ref, sealed, instanceId) {
      db.run(sql`INSERT INTO secrets (ref, sealed, instanceId) VALUES (${ref}, ${sealed}, ${instanceId})
        ON CONFLICT (ref) DO UPDATE SET sealed = excluded.sealed, instanceId = excluded.instanceId`);
    },
    remove(ref) {
      db.run(sql`DELETE FROM secrets WHERE ref = ${ref}`);
    },
  };
}
