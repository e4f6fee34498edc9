import type { TFunction } from "i18next";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";

export type Folder = OutputOf<"folders.list">["items"][number];

/** The home folder is named in the reader's language. */
export const folderName = (t: TFunction, { home, name }: Folder): string => (home ? t("folders.home") : name);
