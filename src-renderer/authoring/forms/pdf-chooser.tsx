import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button, FileInput, useTranslation } from "../../components/index.ts";

interface Props {
  /** Of the document. */
  readonly name: string;
  readonly what: "upload" | "replace";
  readonly busy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Chooses the PDF of one document from the files of this machine. */
export function PdfChooser({ name, what, busy, onFiles }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={picker}
        accept="application/pdf,.pdf"
        aria-label={t(`documents.${what}For`, { name })}
        onFiles={onFiles}
      />
      <Button
        icon={FileUp}
        busy={busy}
        aria-label={t(`documents.${what}For`, { name })}
        onClick={() => picker.current?.click()}
      >
        {t(`documents.${what}`)}
      </Button>
    </>
  );
}
