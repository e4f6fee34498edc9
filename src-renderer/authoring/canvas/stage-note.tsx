import type { CardNote } from "../../../src-shared/drawing/index.ts";
import { Lines } from "./drawing/lines.tsx";
import { NOTE_ICONS } from "./note-icons.ts";

/** An action of a stage. */
export function StageNote({ note, lines }: { readonly note: CardNote; readonly lines: readonly string[] }) {
  const Icon = NOTE_ICONS[note.kind];
  return (
    <>
      <Icon className="icon" aria-hidden />
      <Lines lines={lines} />
    </>
  );
}
