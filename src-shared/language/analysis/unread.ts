import { type Diagnostic, lineIndex, positionAt } from "../../basics/index.ts";
import { ruleOf } from "../rules/index.ts";
import type { Analysis } from "./analyse.ts";

/** Whether it says that a text has no structure that could be shown, edited or compared. */
export const meansUnread = ({ rule, severity }: Diagnostic): boolean =>
  severity === "error" && ruleOf(rule)?.unread === true;

/** Why a text was not read, or in part only. */
export interface Unread {
  readonly rule: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Null where the whole text was read: so is one that counts more than is allowed [S008], which can be compared. */
export function whyUnread(text: string, { unreadable, diagnostics }: Analysis): Unread | null {
  const first = unreadable === null ? undefined : diagnostics.find(meansUnread);
  if (first === undefined) return null;
  return { rule: first.rule, line: positionAt(lineIndex(text), first.range.from).line, message: first.message };
}
