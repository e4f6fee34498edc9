/** The language room's front door: other rooms import from here only. */

export { type AnalyseOptions, type Analysis, analyse } from "./analysis/analyse.ts";
export { Analyser } from "./analysis/analyser.ts";
export { readPart, readShaped, type ShapedFile, type ValueProblem } from "./analysis/shaped-file.ts";
export { meansUnread, type Unread, whyUnread } from "./analysis/unread.ts";
export { isObject, objectOf, sameJson } from "./edit/compare.ts";
export { edit, editsOrNull, UneditableText, withMembers } from "./edit/edit.ts";
export { blockYaml, flowYaml } from "./edit/render.ts";
export { textsOf } from "./intents/flow-value.ts";
export { intend } from "./intents/intend.ts";
export { intendedValue } from "./intents/intended.ts";
export { type FlowObject, ImpossibleIntent, type Intent, type ReminderParts } from "./intents/intent.ts";
export { conditionKeys, groupsOf } from "./intents/matrix.ts";
export { changedMentions } from "./intents/mentions.ts";
export { moveItem } from "./intents/move-item.ts";
export * from "./model/defaults.ts";
export { idElsewhere, isDocumentId, ofAnotherWorkspace } from "./model/document-ids.ts";
export type * from "./model/outline.ts";
export * from "./model/process.ts";
export { type AuthenticationKey, authenticationKeys } from "./model/reading.ts";
export { type Source, sourceOf } from "./model/source.ts";
export { draftText, draftTextParts, type WireFields, wireFields } from "./model/wire.ts";
export { type Example, exampleExcerpt, exampleText } from "./rules/example.ts";
export { ruleCatalogue } from "./rules/index.ts";
export { hasControls, LONGEST_TITLE, withoutControls, wrongName } from "./rules/names.ts";
export { comparableAddress, isPhoneNumber, wrongUserName } from "./rules/parameters.ts";
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
export { type FlowKeys, flowFields, flowShape, processShape } from "./schema/grammar.ts";
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
