import { createContext, type ReactNode, useContext, useRef } from "react";
import { useActions } from "../app/index.ts";
import { DropZone, FileInput, useTranslation } from "../components/index.ts";
import { useImport } from "./use-import.tsx";

const PdfPicker = createContext<() => void>(() => undefined);

/** Asks for PDFs, and makes a new flow of them. */
export const usePdfPicker = (): (() => void) => useContext(PdfPicker);

/** Takes flows and PDFs that are dropped anywhere on what it holds, or PDFs that are picked, and opens the flow that comes of them. */
export function FileDrop({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { take, dialog } = useImport();
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => picker.current?.click();
  useActions([{ id: "flows.fromPdfs", title: t("flows.newFromPdfs"), group: t("nav.flows"), writes: true, run: pick }]);
  return (
    <DropZone hint={t("flows.dropHere")} className="drop-page" onFiles={take}>
      <FileInput ref={picker} multiple accept=".pdf,application/pdf" onFiles={take} />
      <PdfPicker value={pick}>{children}</PdfPicker>
      {dialog}
    </DropZone>
  );
}
