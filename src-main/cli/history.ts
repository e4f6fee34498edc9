import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isoInstant } from "../../src-shared/flow/index.ts";
import type { HistoryFormat } from "../host/index.ts";
import { openStoreReadOnly } from "../store/index.ts";
import { historyExport } from "../workspace/instances/history-export.ts";
import { DONE } from "./exit-codes.ts";
import { Refusal } from "./explain-error.ts";
import { logUpgradeOfCopy } from "./log.ts";
import { isUnread, printable } from "./terminal-text.ts";

/**
 * `countersign history WORKSPACE INSTANCE`: prints its history, as JSON lines or CSV. Changes nothing, and the
 * workspace may be open in the app.
 */
export async function history(
  dir: string,
  instanceId: string,
  { format }: { readonly format: HistoryFormat },
): Promise<number> {
  const store = openStoreReadOnly(path.resolve(dir), { newer: true, onUpgrade: logUpgradeOfCopy });
  try {
    const made = historyExport(store.read, instanceId, format);
    if (!made.ok) throw new Refusal(`${made.error.message} \`countersign history ${dir}\` lists those that are there.`);
    await pipeline(Readable.from(made.value.pieces()), process.stdout, { end: false });
    return DONE;
  } catch (cause) {
    if (isUnread(cause)) return DONE;
    throw cause;
  } finally {
    store.close();
  }
}

const TO_START_ONE = "start a flow in the app, or with `countersign run FILE --workspace DIR`.";

/** `countersign history WORKSPACE`: a line per instance, newest first: id, status, start, title, separated by tabs. */
export function histories(dir: string): number {
  const store = openStoreReadOnly(path.resolve(dir), { newer: true, onUpgrade: logUpgradeOfCopy });
  try {
    if (store.read.instances.count() === 0) process.stderr.write(`No instance is in ${dir} yet: ${TO_START_ONE}\n`);
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = store.read.instances.list({ cursor: cursor ?? null, limit: 500 });
      for (const { id, status, startedAt, title } of page.items)
        process.stdout.write(
          `${[id, status, isoInstant(startedAt), printable(title.replaceAll(/\s+/g, " "))].join("\t")}\n`,
        );
      cursor = page.next;
    }
    return DONE;
  } finally {
    store.close();
  }
}
