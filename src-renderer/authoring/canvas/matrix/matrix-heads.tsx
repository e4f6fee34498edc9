import { FileText } from "lucide-react";
import { marksShown } from "../../../../src-shared/basics/index.ts";
import { Avatar } from "../../../components/index.ts";
import { Lines } from "../drawing/lines.tsx";

interface DocumentsProps {
  readonly documents: readonly string[];
  /** Of each; left out, the page breaks them. */
  readonly lines?: readonly (readonly string[])[];
}

/** The documents across the top of a stage's matrix. */
export function DocumentHeads({ documents, lines }: DocumentsProps) {
  return (
    <thead>
      <tr>
        <td />
        {documents.map((document, at) => (
          <th key={document} scope="col" title={marksShown(document)}>
            <span className="matrix-document">
              <FileText className="icon" aria-hidden />
              <Lines lines={lines?.[at] ?? [document]} />
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
}

/** A participant at the left of a stage's matrix. */
export function ParticipantHead({ participant, lines }: ParticipantProps) {
  return (
    <th scope="row" title={marksShown(participant)}>
      <span className="matrix-participant">
        <Avatar name={participant} small />
        <Lines lines={lines ?? [participant]} />
      </span>
    </th>
  );
}
