import { History as Rewind } from "lucide-react";
import { Pill, useTranslation } from "../../components/index.ts";

/** Distinguishes a fork from the original run if both are listed under one title [C5]; empty for other runs. */
export function ForkMark({ number }: { readonly number: number | null }) {
  const { t } = useTranslation();
  if (number === null) return null;
  return (
    <Pill>
      <Rewind className="icon" aria-hidden />
      <span title={t("fork.markText")}>{t("fork.mark", { number })}</span>
    </Pill>
  );
}
