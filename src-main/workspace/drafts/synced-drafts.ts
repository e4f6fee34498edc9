import { companionsOf, NO_COMPANIONS } from "../../../src-shared/foresight/index.ts";
import { type DraftDetail, type DraftFields, ok, type Result } from "../../host/index.ts";
import type { DraftRow } from "../../store/index.ts";
import { editFields, isReadable, textOfFields } from "../texts/index.ts";
import { type Workspace, write } from "../workspace.ts";
import { type Creating, change, createDraft, textChange } from "./drafts.ts";

/** How sync changes local drafts: each change is a version that names its account [Y3]. */
export interface SyncedDrafts {
  /** Whether a text can be edited: it parses. */
  readonly isReadable: (row: DraftRow) => boolean;
  /** Sets fields in the text, comments and layout kept. `precondition_failed` where somebody has written since `row`. */
  readonly take: (row: DraftRow, fields: DraftFields, source: string) => Promise<Result<DraftDetail>>;
  /** A new draft. @param also written in the same transaction, with the new row */
  readonly create: (
    fields: DraftFields,
    made: Pick<Required<Creating>, "key" | "accountId" | "source" | "patience">,
    also: Creating["also"],
  ) => Promise<Result<DraftDetail>>;
  /** Why fields could not become a new draft; null: they could. */
  readonly whyNot: (fields: DraftFields) => Promise<string | null>;
  /** Adds another version to History, and leaves the text unchanged [Y6]. */
  readonly keepAside: (row: DraftRow, fields: DraftFields, source: string) => Promise<Result<null>>;
}

export function syncedDrafts(workspace: Workspace): SyncedDrafts {
  const { analyse } = workspace;
  return {
    isReadable: (row) => isReadable(analyse(row.text)),
    take: async (row, fields, source) => {
      const text = await editFields(row.text, fields, analyse);
      if (!text.ok) return text;
      const analysis = analyse(text.value);
      const saving = { expectedRevision: row.revision, origin: "synced", source } as const;
      return change(workspace, row.id, (now) => ok(textChange(text.value, analysis, now)), saving);
    },
    create: async (fields, made, also) => {
      const text = await textOfFields(fields, analyse);
      if (!text.ok) return text;
      return ok(await createDraft(workspace, { ...NO_COMPANIONS, text: text.value }, { ...made, also }));
    },
    whyNot: async (fields) => {
      const text = await textOfFields(fields, analyse);
      return text.ok ? null : text.error.message;
    },
    keepAside: async (row, fields, source) => {
      const theirs = await textOfFields(fields, analyse);
      if (!theirs.ok) return theirs;
      return write<Result<null>>(workspace, "draft", row.id, (tx) => {
        const wall = workspace.clockNow();
        const before = tx.drafts.get(row.id);
        if (before === null) return ok(null);
        const { text, goodText } = before;
        tx.drafts.update(row.id, { text: theirs.value }, wall, { origin: "synced", source });
        tx.drafts.update(row.id, { ...companionsOf(before), text, goodText }, wall, { origin: "restored", source });
        return ok(null);
      });
    },
  };
}
