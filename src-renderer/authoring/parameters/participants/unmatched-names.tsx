import type { Diagnostic } from "../../../../src-shared/basics/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { Problems } from "../../forms/problems.tsx";
import { problemsAt, type SectionProps } from "../../model/problems.ts";

/** Most names listed; fixing the first ones brings up the rest. */
const MOST = 50;

/** Participants that the process uses but nothing defines, and those that it never uses: one click fixes each. */
export function UnmatchedNames({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const missing = analysis.diagnostics.filter(({ rule }) => rule === "R001");
  const unused = problemsAt(analysis, ["process_parameters", "users"]).filter(({ rule }) => rule === "R004");
  return (
    <>
      <Names title={t("parameters.missing")} tone="bad" problems={missing} text={analysis.text} />
      <Names title={t("parameters.unused")} tone="wait" problems={unused} text={analysis.text} />
    </>
  );
}

interface NamesProps {
  readonly title: string;
  readonly tone: "bad" | "wait";
  readonly problems: readonly Diagnostic[];
  readonly text: string;
}

function Names({ title, tone, problems, text }: NamesProps) {
  if (problems.length === 0) return null;
  return (
    <section className={`param-names param-names-${tone}`} aria-label={title}>
      <h2>{title}</h2>
      <Problems problems={problems.slice(0, MOST)} text={text} />
    </section>
  );
}
