import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton, useTranslation } from "../../../components/index.ts";

interface Props {
  /** Its description. */
  readonly what: string;
  /** Why it cannot be changed now. */
  readonly blocked: string | null;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A line of the stage's panel that can be edited and removed. */
export function ListItem({ what, blocked, onEdit, onRemove, children }: Props) {
  const { t } = useTranslation();
  return (
    <li className="inspector-item">
      {children}
      <IconButton icon={Pencil} label={t("common.changeThis", { what })} blocked={blocked} onClick={onEdit} />
      <IconButton icon={Trash2} label={t("common.removeThis", { what })} blocked={blocked} onClick={onRemove} />
    </li>
  );
}
