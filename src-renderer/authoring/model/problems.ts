import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { fieldText, pointer, valueAt } from "../language/raw-value.ts";
import { settingKeys } from "./settings.ts";

/** Props of every section of the forms. While nothing can be changed, the frame disables everything in it. */
export interface SectionProps {
  /** The analysis of the last text that could be parsed. */
  readonly analysis: AnalysisView;
}

export type SectionId =
  | "participants"
  | "documents"
  | "messages"
  | "authentication"
  | "reminders"
  | "callback"
  | "settings";

/** Problems at a place of the text; `below` includes those inside it. */
export function problemsAt(
  { diagnostics }: Pick<AnalysisView, "diagnostics">,
  path: readonly (string | number)[],
  below: "below" | "only" = "below",
): readonly Diagnostic[] {
  const place = pointer(path);
  return diagnostics.filter(
    (diagnostic) => diagnostic.pointer === place || (below === "below" && diagnostic.pointer.startsWith(`${place}/`)),
  );
}

/** A scalar of the flow for a field. */
export const fieldAt = (analysis: AnalysisView, ...path: readonly (string | number)[]) => ({
  text: analysis.text,
  problems: problemsAt(analysis, path),
  value: fieldText(valueAt(analysis.value, path)),
});

const BY_PLACE: readonly (readonly [RegExp, SectionId])[] = [
  [/^\/process_parameters\/users\/[^/]+\/auth_to_/, "authentication"],
  [/^\/process_parameters\/users/, "participants"],
  [/^\/process_parameters\/documents/, "documents"],
  [/^\/process_parameters\/messages/, "messages"],
  [/^(?:\/process)?\/automatic-reminders/, "reminders"],
  [/^\/callback/, "callback"],
  [new RegExp(`^/(?:${settingKeys.flow.join("|")})`), "settings"],
  [new RegExp(`^(?:/process)?/(?:${settingKeys.process.join("|")})`), "settings"],
];
/** Names that the process mentions without a definition are reported in the process, and fixed in the parameters. */
const BY_RULE: Readonly<Record<string, SectionId>> = { R001: "participants", R002: "documents", R003: "messages" };

/** The section in which a problem can be fixed; null if there is none. */
export function sectionOf({ rule, pointer: place }: Pick<Diagnostic, "rule" | "pointer">): SectionId | null {
  return BY_RULE[rule] ?? BY_PLACE.find(([pattern]) => pattern.test(place))?.[1] ?? null;
}

/** How many errors and warnings each section has. */
export function problemCounts({ diagnostics }: Pick<AnalysisView, "diagnostics">): ReadonlyMap<SectionId, number> {
  const counts = new Map<SectionId, number>();
  for (const diagnostic of diagnostics) {
    const section = diagnostic.severity === "hint" ? null : sectionOf(diagnostic);
    if (section) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return counts;
}
