import { contentOf } from "../../../src-shared/sync/index.ts";
import { type Folder, folderName } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";
import { type Conflict, type DraftConflict, valueText } from "./choices.ts";

/** Names of values in conflicts. */
export interface Names {
  /** null: not read yet. */
  readonly folders: readonly Folder[] | null;
  /** Titles of documents by their content's SHA-256. */
  readonly documents: DraftConflict["documents"];
}

export const NO_NAMES: Names = { folders: null, documents: {} };

/**
 * A value of a conflict as its reader knows it: a folder and a document by name, other values in the author's notation.
 */
export function namedValue(t: Translate, { path }: Conflict, value: unknown, { folders, documents }: Names): string {
  if (path[0] === "folder_id" && folders !== null) {
    if (value === null) return t("folders.home");
    const folder = folders.find(({ id }) => id === value);
    return folder === undefined ? t("sync.conflict.folderGone") : folderName(t, folder);
  }
  const title = documents[contentOf(value) ?? ""];
  return title === undefined ? valueText(value) : t("sync.conflict.document", { title, content: valueText(value) });
}
