import { useTranslation } from "../../components/index.ts";
import type { CardNote } from "../model/stage-cards.ts";
import { NOTE_ICONS } from "./note-icons.ts";

/** What a stage sends or does, in one line. */
export function StageNote({ note }: { readonly note: CardNote }) {
  const words = useNoteWords()(note);
  const Icon = NOTE_ICONS[note.kind];
  return (
    <>
      <Icon className="icon" aria-hidden />
      <span className="truncate" title={words}>
        {words}
      </span>
    </>
  );
}

export function useNoteWords(): (note: CardNote) => string {
  const { t } = useTranslation();
  return (note) => {
    const ways = [note.email && t("canvas.byEmail"), note.sms && t("canvas.bySms")].filter(Boolean).join(" + ");
    return t(`canvas.note.${note.kind}`, { users: note.users.join(", "), what: note.what, ways });
  };
}
