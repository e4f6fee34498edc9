/** The language room's front door: other rooms import from here only. */

export { type AnalyseOptions, type Analysis, analyse } from "./analysis/analyse.ts";
export { Analyser } from "./analysis/analyser.ts";
export { type LintedFile, type LintReport, lintReport } from "./analysis/report.ts";
export { type RuleInfo, sarifLog } from "./analysis/sarif.ts";
export { readShaped, type ShapedFile, type ValueProblem } from "./analysis/shaped-file.ts";
export { meansUnread, type Unread, whyUnread } from "./analysis/unread.ts";
export { controlsShown } from "./basics/controls.ts";
export type * from "./basics/diagnostics.ts";
export { encodingProblem } from "./basics/encoding.ts";
export { limits, tooMany } from "./basics/limits.ts";
export { applyEdits, editBetween, type LineIndex, lineIndex, offsetAt, positionAt } from "./basics/lines.ts";
export { listed, short } from "./basics/short.ts";
export { toItsEnd } from "./basics/to-its-end.ts";
export { msg, type Translatable, type Translation, translated } from "./basics/translatable.ts";
export type { FlowChange } from "./changes/change.ts";
export { describeChanges } from "./changes/describe.ts";
export { renamesOf } from "./changes/stages.ts";
export { isObject } from "./edit/compare.ts";
export { edit, editsOrNull, UneditableText, withMembers } from "./edit/edit.ts";
export { flowYaml } from "./edit/render.ts";
export { intend } from "./intents/intend.ts";
export { intendedValue } from "./intents/intended.ts";
export { ImpossibleIntent, type Intent, type ReminderParts } from "./intents/intent.ts";
export { idElsewhere, isDocumentId, ofAnotherWorkspace } from "./model/document-ids.ts";
export type * from "./model/outline.ts";
export * from "./model/process.ts";
export { type AuthenticationKey, authenticationKeys } from "./model/reading.ts";
export { type Source, sourceOf } from "./model/source.ts";
export { draftText, draftTextParts, type WireFields, wireFields } from "./model/wire.ts";
export { type Example, exampleExcerpt, exampleText } from "./rules/example.ts";
export { ruleCatalogue } from "./rules/index.ts";
export { hasControls, withoutControls, wrongName } from "./rules/names.ts";
export { isEmailAddress, wrongUserName } from "./rules/parameters.ts";
export {
  type AuthenticationFieldName,
  authenticationField,
  type FieldCheck,
  providerFieldNames,
  providerFields,
  providersFor,
} from "./rules/providers.ts";
export type { DocumentFault, Rule } from "./rules/rule.ts";
export { hasUserInfo } from "./rules/url.ts";
export { dslVersions } from "./rules/versions.ts";
export { type FlowKeys, flowShape, processShape } from "./schema/grammar.ts";
export * from "./schema/shapes.ts";
export { type CompletionItem, complete } from "./services/complete.ts";
export { format } from "./services/format.ts";
export { type Hover, hover } from "./services/hover.ts";
export { type FlowPart, partAt } from "./services/part-at.ts";
export { bracketsAt, foldingRanges, rangeAround, rangeAt } from "./services/ranges.ts";
export {
  definitionAt,
  type FlowSymbol,
  type Occurrence,
  type Renaming,
  referencesAt,
  rename,
  type SymbolKind,
  symbolIn,
} from "./services/symbols.ts";
