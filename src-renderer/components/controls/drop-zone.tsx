import { type DragEvent, type ReactNode, useState } from "react";
import { readOnlyReason } from "./read-only.ts";
import "./drop-zone.css";

/** A disabled form and a read-only workspace accept no drop. */
const takes = (event: DragEvent) =>
  readOnlyReason() === null &&
  event.dataTransfer.types.includes("Files") &&
  event.currentTarget.closest("fieldset:disabled") === null;

interface DropZoneProps {
  /** The effect of a drop; shown while files are over it. */
  readonly hint: string;
  readonly className?: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Accepts dropped files; the innermost zone under the mouse gets them. */
export function DropZone({ hint, className, onFiles, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; a button is the first
    <div
      className={className === undefined ? "drop-zone" : `drop-zone ${className}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!takes(event)) return;
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
