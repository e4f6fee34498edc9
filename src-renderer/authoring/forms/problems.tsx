import { CircleX, Info, type LucideIcon, TriangleAlert, Wrench } from "lucide-react";
import type { Diagnostic, Severity } from "../../../src-shared/basics/index.ts";
import { Button, MessageText, plainText, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";

export const TONES = { error: "tone-bad", warning: "tone-wait", hint: "tone-quiet" } as const;
const ICONS: Readonly<Record<Severity, LucideIcon>> = { error: CircleX, warning: TriangleAlert, hint: Info };

/** The severity of a problem: by shape, colour and name. */
export function SeverityIcon({ severity }: { readonly severity: Severity }) {
  const { t } = useTranslation();
  const Icon = ICONS[severity];
  return <Icon className={`icon ${TONES[severity]}`} aria-label={t(`problems.${severity}`)} />;
}

interface FixProps {
  readonly problem: Pick<Diagnostic, "fix">;
  /** The text that the problem belongs to. */
  readonly text: string;
}

/** Fixes a problem in the text, if the language offers a fix. */
export function FixButton({ problem: { fix }, text }: FixProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (fix === null) return null;
  return (
    <Button
      look="ghost"
      icon={Wrench}
      writes
      aria-label={t("problems.fixThis", { fix: plainText(fix.title) })}
      onClick={() => session.fix(text, fix)}
    >
      <MessageText text={fix.title} />
    </Button>
  );
}

/** The message for a form: a key at its start is replaced by the field's label. */
export function labelled({ message, pointer }: Pick<Diagnostic, "message" | "pointer">, label: string): string {
  const key = pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const code = `\`${key}\``;
  return message.startsWith(code) ? label + message.slice(code.length) : message;
}

interface ProblemsProps {
  readonly problems: readonly Diagnostic[];
  readonly text?: string | undefined;
  /** The form's name for the value. */
  readonly label?: string | undefined;
}

/** The language's problems at a place, each with its fix if there is one. */
export function Problems({ problems, text, label }: ProblemsProps) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <ul className="param-problems">
      {problems.map((problem) => (
        <li key={`${problem.rule} ${problem.pointer} ${problem.message}`} className="param-problem">
          <SeverityIcon severity={problem.severity} />
          <span>
            <MessageText
              text={label === undefined ? problem.message : labelled(problem, t("problems.field", { label }))}
            />
          </span>
          {text !== undefined && <FixButton problem={problem} text={text} />}
        </li>
      ))}
    </ul>
  );
}
