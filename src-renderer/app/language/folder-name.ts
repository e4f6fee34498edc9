import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";

export type Folder = OutputOf<"folders.list">["items"][number];

/** The home folder is named in the reader's language; marks in others' names are shown. */
export const folderName = (t: Translate, { home, name }: Folder): string =>
  home ? t("folders.home") : marksShown(name);
