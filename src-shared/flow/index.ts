/** The flow room's front door: other rooms import from here only. */
export { type Bits, hasBit, isEmpty, noBits, withBit } from "./bits.ts";
export { callbackBody, hasCallback } from "./callbacks.ts";
export { canonicalJson } from "./canonical.ts";
export { compareHistories, type FirstDifference, type HistoryComparison, type HistoryPoint } from "./compare.ts";
export { type Decided, decide } from "./decide.ts";
export { decisionEnd, decisionsOf, type HistoryItem, sameMoment } from "./decisions.ts";
export { effectsOf } from "./effects.ts";
export { type EventWhere, eventKinds } from "./event-kinds.ts";
export { evolve, isKnown, replay } from "./evolve.ts";
export { type Forecast, type ForecastItem, type ForecastOptions, forecast } from "./forecast.ts";
export {
  CSV_COLUMNS,
  CSV_HEAD,
  type HistoryAccount,
  type HistorySaid,
  historyAccountant,
  historyAccounts,
  historyCsv,
  historyCsvRow,
  historyLine,
  historyLines,
  historyNote,
  historyTeller,
} from "./history.ts";
export { contactOf } from "./notifications.ts";
export { compile, holds, type Program, pendingOf, type StageProgram } from "./program.ts";
export { due, nextDue } from "./reminders.ts";
export { authenticationOf, isRunning, notificationOf, participantNamed } from "./rules.ts";
export {
  ENGLISH,
  ENGLISH_WORDS,
  english,
  INSTANTS,
  SECONDS,
  type Sentence,
  type SentenceKey,
  sentence,
} from "./sentences.ts";
export { snapshot } from "./snapshot.ts";
export type * from "./state.ts";
export { instantOf, isoInstant, localMinute, localSecond, nextBeat, plusDaysSameLocalTime } from "./time.ts";
export { type Guard, type TransitionNote, transitionNotes } from "./transition-notes.ts";
export {
  CONDITIONS,
  type Condition,
  conditionOf,
  NOT_THERE,
  refusalOf,
  refusalOfUnread,
  START_TWICE,
  transitions,
} from "./transitions.ts";
export type * from "./types.ts";
export * from "./views.ts";
