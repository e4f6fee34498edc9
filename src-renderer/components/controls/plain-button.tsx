import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import "./button.css";

export interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  readonly look?: "plain" | "primary" | "ghost" | "danger";
  readonly icon?: LucideIcon | undefined;
  /** While working, it keeps its place in the focus order and does nothing. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * A button without tooltip and shortcut, for standalone pages. `aria-disabled` makes it do nothing; its form still
 * handles Enter, and reports what is missing.
 */
export function PlainButton({ look = "plain", icon: Icon, busy, children, onClick, ...rest }: PlainButtonProps) {
  const inert = busy || rest["aria-disabled"] || undefined;
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look}`}
      aria-disabled={inert}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : inert ? undefined : onClick}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      <span className="button-label">{children}</span>
    </button>
  );
}
