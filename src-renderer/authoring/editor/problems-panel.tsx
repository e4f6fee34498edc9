import { CheckCircle2 } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import {
  type Diagnostic,
  lineIndex,
  positionAt,
  problemCount,
  type Severity,
} from "../../../src-shared/basics/index.ts";
import { type FindingId, findingTitles } from "../../../src-shared/foresight/index.ts";
import { MessageText, plainText, useTranslation } from "../../components/index.ts";
import { AcceptButton, AcceptedFindings } from "../expectations/accept.tsx";
import { useExpectedHere } from "../expectations/use-expected.ts";
import { PlayButton } from "../foresight/play-button.tsx";
import { RunSteps } from "../foresight/run-steps.tsx";
import { AllowHost } from "../forms/allow-host.tsx";
import { PdfChooser } from "../forms/pdf-chooser.tsx";
import { FixButton, SeverityIcon } from "../forms/problems.tsx";
import { useGiveDocuments } from "../forms/use-give-documents.ts";
import type { AnalysisView, ShownProblem } from "../language/analysis-view.ts";
import { fieldText, valueAt } from "../language/raw-value.ts";
import { useAsked } from "../language/use-asked.ts";
import { askCheck } from "../language/use-check.ts";
import { documentsOf, documentWithoutPdf } from "../model/documents.ts";
import { useScenariosHere } from "../scenarios/use-scenarios.ts";
import { useSession } from "../session/use-session.ts";
import { type ProblemBeside, useProblemsBeside } from "./problems-beside.ts";
import "./problems-panel.css";
import { ShowRunButton } from "../foresight/show-run-button.tsx";

/** Nobody reads a thousand problems; fixing the first ones often resolves the rest. */
const MOST = 200;
const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 };

/** A problem of the flow, or, `beside`, of its expectations or scenarios. */
interface ListedProblem extends ShownProblem {
  readonly beside?: ProblemBeside;
}

/**
 * All problems of the flow, its expectations and its scenarios, worst first, each with a link to its place and its fix,
 * if any.
 */
export function ProblemsPanel({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const { diagnostics, accepted = [], text } = analysis;
  const beside = useProblemsBeside();
  const lines = useLines();
  const flowLines = useMemo(() => lineIndex(text), [text]);
  const all = useMemo((): readonly ListedProblem[] => {
    return [...diagnostics, ...beside.map((problem) => ({ ...problem, beside: problem }))];
  }, [diagnostics, beside]);
  const shown = useMemo(() => worstFirst(all), [all]);
  // For all problems at once: it goes through every stage.
  const documents = useMemo(() => documentsOf(analysis), [analysis]);
  const { busy, give } = useGiveDocuments(analysis.outline);
  const wayOutOf = (diagnostic: Diagnostic) => {
    if (diagnostic.rule === "P006" && diagnostic.severity === "warning")
      return <AllowHost look="ghost" url={fieldText(valueAt(analysis.value, ["callback", "url"]))} />;
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
            line={positionAt(diagnostic.beside ? lines[diagnostic.beside.part] : flowLines, diagnostic.range.from).line}
            choose={wayOutOf(diagnostic)}
          />
        ))}
      </ul>
      {all.length > MOST && (
        <p className="problems-none soft">{t("common.more", { count: problemCount(all) - MOST })}</p>
      )}
      <AcceptedFindings
        findings={accepted.map(({ problem, acceptance }) => ({
          key: `${problem.rule} ${problem.pointer} ${problem.message}`,
          row: (
            <>
              {problem.rule} · <MessageText text={problem.message} />
            </>
          ),
          acceptance,
        }))}
      />
    </section>
  );
}

/** The lines of the companion texts to which their problems refer. */
function useLines() {
  const expectations = useExpectedHere().read?.text ?? "";
  const scenarios = useScenariosHere().played?.text ?? "";
  return useMemo(
    () => ({ expectations: lineIndex(expectations), scenarios: lineIndex(scenarios) }),
    [expectations, scenarios],
  );
}

/**
 * The displayed problems, worst first, each with a key that survives edits: a row recreated on typing would lose its
 * focus.
 */
function worstFirst(diagnostics: readonly ListedProblem[]): readonly (readonly [string, ListedProblem])[] {
  const seen = new Map<string, number>();
  return diagnostics
    .toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])
    .slice(0, MOST)
    .map((diagnostic) => {
      const identity = `${diagnostic.beside?.part ?? ""} ${diagnostic.rule} ${diagnostic.pointer} ${diagnostic.message}`;
      const before = seen.get(identity) ?? 0;
      seen.set(identity, before + 1);
      return [`${identity} ${before}`, diagnostic];
    });
}

const isFinding = (rule: string): rule is FindingId => Object.hasOwn(findingTitles, rule);

const LINES = { flow: "problems.line", expectations: "expect.line", scenarios: "scenarios.line" } as const;

interface ProblemProps {
  readonly diagnostic: ListedProblem;
  readonly text: string;
  readonly line: number;
  /** The remedy if a document needs a PDF of this workspace, or callbacks need permission to go out. */
  readonly choose: ReactNode;
}

function Problem({ diagnostic, text, line, choose }: ProblemProps) {
  const { t } = useTranslation();
  const session = useSession();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { rule, severity, range, finding = null, checked = text, participants, document = null, beside } = diagnostic;
  const isBroken = beside?.verdict?.verdict === "fails";
  const message = isBroken ? t("expect.broken", { why: diagnostic.message }) : diagnostic.message;
  const trace = beside?.verdict?.trace ?? [];
  const reveal = () => (beside ? session.showBeside(beside.part, range) : session.reveal(range));
  return (
    <li className="problem">
      <button type="button" className="problem-go" onClick={reveal}>
        <SeverityIcon severity={severity} />
        <span className="problem-words">
          <MessageText text={message} />
        </span>
        <span className="problem-place soft">
          {rule} · {t(LINES[beside?.part ?? "flow"], { line })}
        </span>
      </button>
      {choose}
      {(finding !== null || trace.length > 0) && (
        <ShowRunButton problem={plainText(message)} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      )}
      {beside?.play && <PlayButton look="ghost" {...beside.play} />}
      <FixButton problem={diagnostic} text={text} />
      {participants && isFinding(rule) && <AcceptButton finding={{ id: rule, message, participants, document }} />}
      {isOpen && trace.length > 0 && <RunSteps run={trace} title={message} {...{ id }} />}
      {finding !== null && isOpen && <ProblemRun text={checked} title={message} {...{ finding, id }} />}
    </li>
  );
}

interface Props {
  /** The text that was checked. */
  readonly text: string;
  readonly finding: number;
  readonly id: string;
  /** The finding's text. */
  readonly title: string;
}

/** The run that shows a finding, step by step; it stays while a newer text is being checked. */
function ProblemRun({ text, finding, id, title }: Props) {
  const run = useAsked(() => askCheck("run", { text, finding }), [text, finding]);
  if (run === null) return null;
  return <RunSteps {...{ run, id, title }} />;
}
