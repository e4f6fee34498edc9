import { useRef, useState } from "react";
import type { Result } from "../../src-shared/bridge/index.ts";
import { goTo, notify, notifyError, toasts } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { flowFrom, importFiles, pdfsAlone } from "./import-flow.ts";
import { NewFlowDialog } from "./new-flow-dialog.tsx";
import { type PdfUploads, uploadPdfs } from "./pdf-uploads.ts";

/** Takes in dropped or picked files, and opens the flow where it is one. PDFs alone become a new flow: `dialog` asks for its people. */
export function useImport() {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  const [pdfs, setPdfs] = useState<PdfUploads | null>(null);
  /** Their names and refusals have changed. */
  const [, setChanged] = useState(0);
  const failure = useRef<string | null>(null);
  const fail = (message: string) => {
    if (failure.current !== null) toasts.close(failure.current);
    failure.current = notifyError(t("import.failed"), { message });
  };
  /** @param isSaid whether the dialog says already why something was refused: a message would cover it */
  const run = async (start: () => Promise<readonly Result<{ readonly id: string }>[]>, isSaid = () => false) => {
    setImporting(true);
    // What the last try lacked is no news any more.
    if (failure.current !== null) toasts.close(failure.current);
    const results = await start();
    setImporting(false);
    const taken = results.flatMap((result) => (result.ok ? [result.value] : []));
    const refused = results.flatMap((result) => (result.ok ? [] : [result.error.message]));
    failure.current = null;
    if (refused.length > 0 && !isSaid()) fail(refused.join("\n"));
    const [only] = taken;
    if (taken.length === 1 && only && results.length === 1) goTo("flows", only.id);
    else if (taken.length > 0) notify(t("import.done", { count: taken.length }));
    return refused.length === 0;
  };
  const refused = () => setChanged((before) => before + 1);
  const take = (files: readonly File[]) => {
    const { pdfs: alone, skipped } = pdfsAlone(files);
    if (alone.length === 0) {
      if (files.length > 0) void run(() => importFiles(files));
      return;
    }
    if (pdfs === null) setPdfs(uploadPdfs(alone, refused));
    else pdfs.add(alone);
    setChanged((before) => before + 1);
    if (skipped !== null) fail(skipped);
  };
  return {
    importing,
    take,
    dialog: pdfs && (
      <NewFlowDialog
        fileNames={pdfs.names()}
        refusals={pdfs.refusals()}
        onDone={async (flow) => {
          // What was typed stays where the flow could not be made.
          const isSaid = () => pdfs.refusals().some((why, at) => why !== null && flow.titles[at] !== null);
          if (await run(async () => [await flowFrom(pdfs, flow)], isSaid)) setPdfs(null);
        }}
        onClose={() => {
          setPdfs(null);
          void pdfs.discard();
        }}
      />
    ),
  };
}
