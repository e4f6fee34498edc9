import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "../session/api.ts";

type Look = "plain" | "primary" | "ghost" | "danger";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  /** At work: keeps its place in the focus order and does nothing. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The app's button without the app's shortcuts behind it: this page is served alone. */
export function Button({ look = "plain", icon: Icon, busy, children, onClick, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${look}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      <span className="button-label">{children}</span>
    </button>
  );
}

/** A view's heading; it can take the focus when the view changes. */
export function ViewTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="view-title" title={typeof children === "string" ? children : undefined}>
      {children}
    </h1>
  );
}

/** What went wrong, in the participant's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t, i18n } = useTranslation();
  return ({ kind, message }) =>
    i18n.exists(`problem.${kind}`) ? t(`problem.${kind}`) : t("problem.other", { message });
}

export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  const words = useProblemText();
  return (
    <p className="problem" role="alert">
      {problem !== null && words(problem)}
    </p>
  );
}
