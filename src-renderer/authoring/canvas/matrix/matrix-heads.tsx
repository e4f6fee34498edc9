import { FileText, X } from "lucide-react";
import { marksShown } from "../../../../src-shared/basics/index.ts";
import { Avatar, IconButton, useTranslation } from "../../../components/index.ts";
import { Lines } from "../drawing/lines.tsx";

interface DocumentsProps {
  readonly documents: readonly string[];
  /** The lines of each; left out, the page breaks them. */
  readonly lines?: readonly (readonly string[])[];
  /** Removes a document from the stage; null for one that cannot be removed here. */
  readonly remover?: (document: string) => (() => void) | null;
}

/** The documents across the top of a stage's matrix. */
export function DocumentHeads({ documents, lines, remover }: DocumentsProps) {
  return (
    <thead>
      <tr>
        <td />
        {documents.map((document, at) => (
          <th key={document} scope="col" aria-label={marksShown(document)} title={marksShown(document)}>
            <span className="matrix-document">
              <FileText className="icon" aria-hidden />
              <Lines lines={lines?.[at] ?? [document]} />
              <Remove what={document} onRemove={remover?.(document) ?? null} />
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ParticipantProps {
  readonly participant: string;
  readonly lines?: readonly string[] | undefined;
  /** Removes the participant from the stage; null or left out: it cannot be done here. */
  readonly onRemove?: (() => void) | null;
}

/** A participant at the left of a stage's matrix. */
export function ParticipantHead({ participant, lines, onRemove = null }: ParticipantProps) {
  return (
    <th scope="row" aria-label={marksShown(participant)} title={marksShown(participant)}>
      <span className="matrix-participant">
        <Avatar name={participant} small />
        <Lines lines={lines ?? [participant]} />
        <Remove what={participant} onRemove={onRemove} />
      </span>
    </th>
  );
}

function Remove({ what, onRemove }: { readonly what: string; readonly onRemove: (() => void) | null }) {
  const { t } = useTranslation();
  if (onRemove === null) return null;
  return <IconButton icon={X} label={t("common.removeThis", { what })} onClick={onRemove} />;
}
