import type { ReactNode } from "react";
import { textOr } from "../../components/texts/texts.ts";
import type { Problem } from "../session/api.ts";
import { useTranslation } from "../session/texts.ts";

export { PlainButton as Button } from "../../components/controls/plain-button.tsx";

/** A view's heading; it can take the focus when the view changes. */
export function ViewTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="view-title" title={typeof children === "string" ? children : undefined}>
      {children}
    </h1>
  );
}

/** A problem in the participant's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return ({ kind, message }) => textOr(`problem.${kind}`, t("problem.other", { message }));
}

export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  const words = useProblemText();
  return (
    <p className="problem" role="alert">
      {problem !== null && words(problem)}
    </p>
  );
}
