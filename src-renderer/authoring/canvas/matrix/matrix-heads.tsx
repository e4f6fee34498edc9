import { FileText } from "lucide-react";
import { Avatar } from "../../../components/index.ts";

/** The documents across the top of a stage's matrix. */
export function DocumentHeads({ documents }: { readonly documents: readonly string[] }) {
  return (
    <thead>
      <tr>
        <td />
        {documents.map((document) => (
          <th key={document} scope="col" title={document}>
            <span className="matrix-document">
              <FileText className="icon" aria-hidden />
              <span className="truncate">{document}</span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A participant at the left of a stage's matrix. */
export function ParticipantHead({ participant }: { readonly participant: string }) {
  return (
    <th scope="row" title={participant}>
      <span className="matrix-participant">
        <Avatar name={participant} small />
        <span className="truncate">{participant}</span>
      </span>
    </th>
  );
}
