import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { gone } from "../../app/index.ts";
import { ButtonLink, EmptyState, useTranslation } from "../../components/index.ts";

interface Props {
  readonly id: string;
  readonly list: { readonly href: string; readonly name: string };
}

/** Replaces a run that was deleted while it was shown. */
export function DeletedRun({ id, list }: Props) {
  const { t } = useTranslation();
  // A message may still offer to restore it.
  useEffect(() => gone([id]), [id]);
  return (
    <EmptyState icon={Trash2} title={t("instance.deleted")}>
      <p>{t("instance.deletedText")}</p>
      <ButtonLink href={list.href}>{t("shortcuts.goTo", { what: list.name })}</ButtonLink>
    </EmptyState>
  );
}
