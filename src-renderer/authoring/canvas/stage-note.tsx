import type { CardNote } from "../../../src-shared/drawing/index.ts";
import { Lines } from "./drawing/lines.tsx";
import { NOTE_ICONS } from "./note-icons.ts";

/** What a stage sends or does. */
export function StageNote({ note, lines }: { readonly note: CardNote; readonly lines: readonly string[] }) {
  const Icon = NOTE_ICONS[note.kind];
  return (
    <>
      <Icon className="icon" aria-hidden />
      <Lines lines={lines} />
    </>
  );
}
