import { Pencil } from "lucide-react";
import { useState } from "react";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import { notify } from "../../app/index.ts";
import { IconButton, useTranslation } from "../../components/index.ts";
import type { NamedInText } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { RenameDialog } from "./rename-dialog.tsx";

interface RenameButtonProps {
  /** The text that the range belongs to. */
  readonly text: string;
  readonly range: TextRange;
  readonly label: string;
}

/** Renames the name in a range of the text, in the process and the parameters at once. */
export function RenameButton({ text, range, label }: RenameButtonProps) {
  const { t } = useTranslation();
  const [named, setNamed] = useState<NamedInText | null>(null);
  const ask = async () => {
    const place = { text, offset: range.from };
    const found = await askLanguage("named", place);
    if (found) setNamed({ ...found, ...place });
    else notify(t("editor.noName"));
  };
  return (
    <>
      <IconButton icon={Pencil} label={label} onClick={() => void ask()} />
      {named && <RenameDialog named={named} onClose={() => setNamed(null)} />}
    </>
  );
}
