import { CheckCircle2, Route } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { type Diagnostic, lineIndex, positionAt, type Severity } from "../../../src-shared/language/index.ts";
import { Button, plainText, SaidText, useTranslation } from "../../components/index.ts";
import { PdfChooser } from "../forms/pdf-chooser.tsx";
import { FixButton, SeverityIcon } from "../forms/problems.tsx";
import { useGiveDocuments } from "../forms/use-give-documents.ts";
import type { AnalysisView, ShownProblem } from "../language/analysis-view.ts";
import { documentsOf, documentWithoutPdf } from "../model/documents.ts";
import { useSession } from "../session/use-session.ts";
import { ProblemRun } from "./problem-run.tsx";
import "./problems-panel.css";

/** A thousand problems help nobody: the first ones do, and fixing them often mends the rest. */
const MOST = 200;
const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 };

/** Everything that is wrong with the text, the worst first, each with the way to it and, where there is one, its fix. */
export function ProblemsPanel({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const { diagnostics, text } = analysis;
  const lines = useMemo(() => lineIndex(text), [text]);
  const shown = useMemo(() => worstFirst(diagnostics), [diagnostics]);
  // Of all problems at once: it goes through every stage.
  const documents = useMemo(() => documentsOf(analysis), [analysis]);
  const { busy, give } = useGiveDocuments(analysis.outline);
  const chooserOf = (diagnostic: Diagnostic) => {
    const document = documentWithoutPdf(documents, analysis, diagnostic);
    if (document === null) return null;
    const { name } = document;
    return <PdfChooser name={name} what="upload" busy={busy.has(name)} onFiles={(files) => give(document, files)} />;
  };
  return (
    <section className="problems" aria-label={t("problems.label")}>
      {shown.length === 0 && (
        <p className="problems-none tone-good">
          <CheckCircle2 className="icon" aria-hidden />
          {t("problems.none")}
        </p>
      )}
      <ul>
        {shown.map(([key, diagnostic]) => (
          <Problem
            key={key}
            diagnostic={diagnostic}
            text={text}
            line={positionAt(lines, diagnostic.range.from).line}
            choose={chooserOf(diagnostic)}
          />
        ))}
      </ul>
      {diagnostics.length > MOST && (
        <p className="problems-none soft">{t("common.more", { count: diagnostics.length - MOST })}</p>
      )}
    </section>
  );
}

/**
 * As many as are shown, each with a key that stays while the text moves: typing must not make a row of each anew, with its
 * focus gone.
 */
function worstFirst(diagnostics: readonly ShownProblem[]): readonly (readonly [string, ShownProblem])[] {
  const seen = new Map<string, number>();
  return diagnostics
    .toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])
    .slice(0, MOST)
    .map((diagnostic) => {
      const identity = `${diagnostic.rule} ${diagnostic.pointer} ${diagnostic.message}`;
      const before = seen.get(identity) ?? 0;
      seen.set(identity, before + 1);
      return [`${identity} ${before}`, diagnostic];
    });
}

interface ProblemProps {
  readonly diagnostic: ShownProblem;
  readonly text: string;
  readonly line: number;
  /** The way out where a document needs a PDF of this workspace. */
  readonly choose: ReactNode;
}

function Problem({ diagnostic, text, line, choose }: ProblemProps) {
  const { t } = useTranslation();
  const session = useSession();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { rule, severity, message, range, finding = null, checked = text } = diagnostic;
  return (
    <li className="problem">
      <button type="button" className="problem-go" onClick={() => session.reveal(range)}>
        <SeverityIcon severity={severity} />
        <span className="problem-words">
          <SaidText text={message} />
        </span>
        <span className="problem-place soft">
          {rule} · {t("problems.line", { line })}
        </span>
      </button>
      {choose}
      {finding !== null && (
        <Button
          look="ghost"
          icon={Route}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t("problems.showRun", { problem: plainText(message) })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("problems.how")}
        </Button>
      )}
      <FixButton problem={diagnostic} text={text} />
      {finding !== null && isOpen && <ProblemRun text={checked} title={message} {...{ finding, id }} />}
    </li>
  );
}
