import type { LucideIcon } from "lucide-react";
import type { AnchorHTMLAttributes, ReactNode } from "react";
import "./button.css";

interface ButtonLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className" | "target" | "rel"> {
  readonly look?: "plain" | "primary" | "ghost";
  readonly icon?: LucideIcon;
  /** It opens in a new window. */
  readonly apart?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ look = "plain", icon: Icon, apart, children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={`button button-${look}`} {...(apart && { target: "_blank", rel: "noreferrer" })}>
      {Icon && <Icon className="icon" aria-hidden />}
      <span className="button-label">{children}</span>
    </a>
  );
}
