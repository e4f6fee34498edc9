import { useTranslation } from "react-i18next";
import { Problems } from "./fields.tsx";
import type { SectionProps } from "./section.ts";

/** More are not listed: adding the first ones is work enough, and the rest follow. */
const MOST = 50;

/** Names that the process uses and nothing gives, each with a click that adds it. */
export function MissingNames({ analysis, rule }: SectionProps & { readonly rule: "R001" | "R002" | "R003" }) {
  const { t } = useTranslation();
  const missing = analysis.diagnostics.filter((diagnostic) => diagnostic.rule === rule);
  if (missing.length === 0) return null;
  return (
    <section className="param-missing" aria-label={t("parameters.missing")}>
      <h3>{t("parameters.missing")}</h3>
      <Problems problems={missing.slice(0, MOST)} text={analysis.text} />
    </section>
  );
}
