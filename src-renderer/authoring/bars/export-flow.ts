import { useMemo } from "react";
import { type AppAction, download, host, keysOf, tellError, useActions, valueOrTell } from "../../app/index.ts";
import { translate, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";

/** Saves a flow as a file, with `pdfs` as one zip; where that cannot be done, says why. */
export async function exportFlow(id: string, pdfs: boolean): Promise<void> {
  const made = valueOrTell(translate("export.failed"), await host.call("drafts.export", { id, pdfs }));
  if (made) download(made.address);
}

/** The open flow is exported from the palette. */
export function useExportActions() {
  const { draft } = useSession();
  const { t } = useTranslation();
  useActions(
    useMemo<readonly AppAction[]>(() => {
      const save = async (pdfs: boolean) => {
        if (await draft.flush()) await exportFlow(draft.id, pdfs);
        else tellError(t("export.failed"), { message: t("versions.notSaved") });
      };
      const group = t("authoring.title");
      return [
        {
          id: "draft.exportZip",
          title: t("export.zip"),
          group,
          shortcut: keysOf("draft.exportZip"),
          run: () => void save(true),
        },
        { id: "draft.exportFile", title: t("export.file"), group, run: () => void save(false) },
      ];
    }, [t, draft]),
  );
}
