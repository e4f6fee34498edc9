import { useRef, useState } from "react";
import { goTo, notify, notifyError, toasts } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { importFiles } from "./import-flow.ts";

/** Takes in dropped or picked files, and opens the flow where it is one. */
export function useImport() {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  const failure = useRef<string | null>(null);
  const run = async (files: readonly File[]) => {
    setImporting(true);
    // What the last try lacked is no news any more.
    if (failure.current !== null) toasts.close(failure.current);
    const results = await importFiles(files);
    setImporting(false);
    const taken = results.flatMap((result) => (result.ok ? [result.value] : []));
    const refused = results.flatMap((result) => (result.ok ? [] : [result.error.message]));
    failure.current = refused.length > 0 ? notifyError(t("import.failed"), { message: refused.join("\n") }) : null;
    const [only] = taken;
    if (taken.length === 1 && only && results.length === 1) goTo("flows", only.id);
    else if (taken.length > 0) notify(t("import.done", { count: taken.length }));
  };
  return {
    importing,
    take: (files: readonly File[]) => {
      if (files.length > 0) void run(files);
    },
  };
}
