import { Check, PenLine, ThumbsUp } from "lucide-react";
import type { Verb } from "../../../src-shared/language/index.ts";

/** Signing is a pen, approving a thumb; done is a tick in the same place. Words are beside it. */
export function VerbMark({ verb, done }: { readonly verb: Verb; readonly done?: boolean }) {
  const Icon = done ? Check : verb === "sign" ? PenLine : ThumbsUp;
  return <Icon className={done ? "icon tone-good" : "icon"} aria-hidden />;
}
