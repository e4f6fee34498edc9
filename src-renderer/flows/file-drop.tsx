import type { ReactNode } from "react";
import { DropZone, useTranslation } from "../components/index.ts";
import { useImport } from "./use-import.tsx";

/** Takes flows and PDFs that are dropped anywhere on what it holds, and opens the flow that comes of them. */
export function FileDrop({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { take, dialog } = useImport();
  return (
    <DropZone hint={t("flows.dropHere")} className="drop-page" onFiles={take}>
      {children}
      {dialog}
    </DropZone>
  );
}
