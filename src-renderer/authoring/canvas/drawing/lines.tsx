import { marksShown } from "../../../../src-shared/basics/index.ts";

/** A text, wrapped into the lines of its card. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 1) return <span className="set-lines">{marksShown(lines[0] ?? "")}</span>;
  return (
    <span className="set-lines">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
        <span key={at}>{marksShown(line)}</span>
      ))}
    </span>
  );
}
