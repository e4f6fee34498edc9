/** What every view needs of the app: the host, the language, notices, actions and the address. */
export { ActionButton, menuEntryOf } from "./actions/action-button.tsx";
export { type AppAction, useActions } from "./actions/actions.ts";
export { keysOf, type ShortcutId } from "./actions/shortcut-table.ts";
export { download, saveBlob, saveText } from "./connection/download.ts";
export { host, useHost } from "./connection/host.ts";
export { useCall, useChanges } from "./connection/use-call.ts";
export { useListChanges, without } from "./connection/use-list-changes.ts";
export { type Pages, usePages } from "./connection/use-pages.ts";
export { type Folder, folderName } from "./language/folder-name.ts";
export { reasonText } from "./language/i18n.ts";
export { ownStepText, type ShownStep, stepText } from "./language/step-text.ts";
export { useSentence } from "./language/use-sentence.ts";
export { useTime } from "./language/use-time.ts";
export { ZoneNote } from "./language/zone-note.tsx";
export { beginsWriting, beginWriting } from "./navigation/arrival.ts";
export { goTo, replaceRoute, useRoute } from "./navigation/navigate.ts";
export { Page } from "./navigation/page.tsx";
export { routeHref } from "./navigation/route.ts";
export {
  callOrNotify,
  copy,
  doneAfterAll,
  gone,
  notify,
  notifyError,
  notifyOutcome,
  toasts,
} from "./notices/notify.ts";
export { type Act, type Bulk, useBulk } from "./notices/use-bulk.ts";
export { setRecorded, useIsRecorded } from "./recording/recorded-runs.ts";
export { type KnownAccount, useAccountEntries, useAccounts } from "./remote/account-entries.tsx";
export { AdoptRun } from "./remote/adopt-run.tsx";
export { checkRun } from "./remote/check-run.ts";
export { commandWords, unansweredWords, useWaitsFor, waitingWords } from "./remote/command-words.ts";
export { CompareThere, useAccountNames } from "./remote/compare-there.tsx";
export { forgetRun } from "./remote/forget-run.ts";
export { PublishThere } from "./remote/publish-there.tsx";
export { flowWords, isOfDraft, ofRun, requestPath, requestWords } from "./remote/request-words.ts";
export { type NamedRun, shortId, useRunNames } from "./remote/run-names.ts";
export { StartThere } from "./remote/start-there.tsx";
export { stopAsking } from "./remote/stop-asking.ts";
export { stopSyncing } from "./remote/stop-syncing.ts";
export { perhapsOf, tellPerhaps, whyNotDone } from "./remote/tell-outcome.ts";
export { FIRST_STEPS, showFirstSteps, stepTaken, useFirstSteps } from "./settings/first-steps.ts";
export { askedAndAnswered } from "./settings/outbound.tsx";
export { setChoice, usePane, usePreferences } from "./settings/preferences.ts";
export { PolicyFields, policyOf, policyText, textsOf } from "./settings/retention-policy.tsx";
export { LongTable } from "./settings/settings-parts.tsx";
export { ListTools, useTableLayout, useTimeSort } from "./settings/use-table.tsx";
export { StandingChip } from "./standing/standing-chip.tsx";
