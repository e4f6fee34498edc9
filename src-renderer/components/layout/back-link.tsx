import { ArrowLeft } from "lucide-react";
import "./back-link.css";

interface BackLinkProps {
  readonly href: string;
  readonly text: string;
  readonly className?: string;
}

/** Links from a page to its list. */
export function BackLink({ href, text, className = "" }: BackLinkProps) {
  return (
    <a className={`back-link ${className}`} href={href}>
      <ArrowLeft className="icon" aria-hidden />
      {text}
    </a>
  );
}
