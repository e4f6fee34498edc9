import { notifyError, toasts } from "../../app/index.ts";
import { jsonOnDisk, putOnDisk, translate } from "../../components/index.ts";
import { forgetUndo } from "./undo-memory.ts";

export interface KeptText {
  readonly text: string;
  readonly baseRevision: number;
  /** The fingerprint of the text that it is based on; absent: stored by an earlier release. */
  readonly of?: string;
}

/**
 * A draft's unsent text on this page's own disk, by the draft's key: other workspaces share that disk, and also number
 * their drafts from 1. While there is no room for it, a message says so.
 */
export function keptTextOf(draftKey: string) {
  const key = `countersign.journal.${draftKey}`;
  let warning: string | null = null;

  function endWarning() {
    if (warning !== null) toasts.close(warning);
    warning = null;
  }

  return {
    keep(kept: KeptText) {
      const written = JSON.stringify(kept);
      if (putOnDisk(key, written)) return endWarning();
      forgetUndo();
      if (putOnDisk(key, written)) return endWarning();
      warning ??= notifyError(translate("save.keepFailed"), { message: translate("save.keepFailedText") });
    },
    forget() {
      localStorage.removeItem(key);
      endWarning();
    },
    read: () => readKept(jsonOnDisk(key)),
  };
}

export type KeptOnDisk = ReturnType<typeof keptTextOf>;

function readKept(kept: unknown): KeptText | null {
  if (typeof kept !== "object" || kept === null || !("text" in kept) || !("baseRevision" in kept)) return null;
  const { text, baseRevision } = kept;
  if (typeof text !== "string" || typeof baseRevision !== "number") return null;
  return { text, baseRevision, ...("of" in kept && typeof kept.of === "string" && { of: kept.of }) };
}
