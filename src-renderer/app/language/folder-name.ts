import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";

export type Folder = OutputOf<"folders.list">["items"][number];

/** The home folder's name in the reader's language; control marks in other names are made visible. */
export const folderName = (t: Translate, { home, name }: Folder): string =>
  home ? t("folders.home") : marksShown(name);
