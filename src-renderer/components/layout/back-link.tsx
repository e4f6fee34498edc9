import { ArrowLeft } from "lucide-react";
import "./back-link.css";

export function BackLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a className="back-link" href={href}>
      <ArrowLeft className="icon" aria-hidden />
      {text}
    </a>
  );
}
