import { type DragEvent, type ReactNode, useState } from "react";

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Takes files that are dropped on it; the innermost zone under the mouse has them. */
export function DropZone({
  hint,
  className,
  onFiles,
  children,
}: {
  /** What a drop would do; shown while files are over it. */
  readonly hint: string;
  readonly className?: string;
  /** null: nothing may be dropped now. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  readonly children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; a button is the first
    <div
      className={className === undefined ? "drop-zone" : `drop-zone ${className}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event) || onFiles === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event) || onFiles === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && <p className="drop-hint">{hint}</p>}
    </div>
  );
}
