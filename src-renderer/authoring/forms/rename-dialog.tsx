import { useRef, useState } from "react";
import { notify } from "../../app/index.ts";
import { FORM_PROBLEM, FormDialog, InputField, useTranslation } from "../../components/index.ts";
import type { NamedInText } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { useAnswer } from "../language/use-answer.ts";
import { useSession } from "../session/use-session.ts";

const REFUSALS = {
  "nothing here": "rename.refused.nothingHere",
  "bad name": "rename.refused.badName",
  taken: "rename.refused.taken",
  unreadable: "common.fixTextFirst",
  alias: "rename.refused.alias",
} as const;

/** Renames a participant, document, message or stage everywhere; says first in how many places, or why it cannot. */
export function RenameDialog({ named, onClose }: { readonly named: NamedInText; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { symbol, text } = named;
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(symbol.name);
  const renaming = useAnswer("rename", { text, offset: named.offset, newName: name });
  const same = name === symbol.name;
  const rename = async () => {
    if (same) return onClose();
    // Fast typists press Enter before the newest preview arrives.
    const answer = await askLanguage("rename", { text, offset: named.offset, newName: name });
    if (!answer.ok) return;
    if (!session.applyEdits(text, answer.edits)) notify(t("editor.stale"));
    onClose();
  };
  const refusal = renaming && !renaming.ok ? t(REFUSALS[renaming.reason], { name }) : null;
  const count = renaming?.ok && !same ? renaming.edits.length : named.places.length;
  return (
    <FormDialog
      title={t(`rename.title.${symbol.kind}`, { name: symbol.name })}
      focusFirst={field}
      problem={refusal}
      blocked={refusal}
      note={t("rename.places", { count })}
      done={t("common.rename")}
      onSubmit={rename}
      onClose={onClose}
    >
      <InputField
        ref={field}
        label={t("rename.newName")}
        value={name}
        onChange={setName}
        onFocus={(event) => event.target.select()}
        aria-invalid={refusal !== null}
        aria-describedby={FORM_PROBLEM}
        spellCheck={false}
      />
    </FormDialog>
  );
}
