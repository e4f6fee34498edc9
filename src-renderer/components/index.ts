/** Parts of pages that know nothing of the app. */
export { isPhoneNumber, plainNumber } from "./basics/contact.ts";
export { FileInput, pickedFiles } from "./basics/file-input.tsx";
export { isolate, lowerFirst } from "./basics/isolate.ts";
export { keepSame } from "./basics/keep-same.ts";
export { fromLocalInput, isNoDate, isSkipped, toLocalInput } from "./basics/local-input.ts";
export { nextAcross, nextIndex } from "./basics/next-index.ts";
export { jsonOnDisk, putOnDisk } from "./basics/page-disk.ts";
export { shellWord } from "./basics/shell-word.ts";
export { fieldKeeps, isTyping, mac, matchesShortcut } from "./basics/shortcuts.ts";
export { textScale } from "./basics/text-scale.ts";
export { timesIn } from "./basics/time.ts";
export { toggled } from "./basics/toggled.ts";
export { useBusy } from "./basics/use-busy.ts";
export { useHash } from "./basics/use-hash.ts";
export { useWidth } from "./basics/use-width.ts";
export { walkButtons } from "./basics/walk-buttons.ts";
export { Button, IconButton, Keys, Tip } from "./controls/button.tsx";
export { ButtonLink } from "./controls/button-link.tsx";
export { FilterChip, ToggleChip } from "./controls/chips.tsx";
export { Choice, SearchField } from "./controls/choice.tsx";
export { DateField } from "./controls/date-field.tsx";
export { DropZone } from "./controls/drop-zone.tsx";
export { Finder } from "./controls/finder.tsx";
export { FoldButton } from "./controls/fold-button.tsx";
export { Check, InputField, Select } from "./controls/inputs.tsx";
export { LONG_CHOICE, LongChoice } from "./controls/long-choice.tsx";
export {
  anchorAt,
  Menu,
  type MenuAnchor,
  MenuAt,
  MenuChoice,
  MenuEntries,
  type MenuEntry,
  MenuNames,
} from "./controls/menu.tsx";
export type { PlainButtonProps } from "./controls/plain-button.tsx";
export { readOnlyReason, setReadOnly, useReadOnly } from "./controls/read-only.ts";
export { SearchSelect } from "./controls/search-select.tsx";
export { Tooltips } from "./controls/tooltips.tsx";
export { NEVER_NEXT, useFocusStays } from "./controls/use-focus-stays.ts";
export { closedBy } from "./dialogs/closed-by.ts";
export { ConfirmDialog, confirmFirst } from "./dialogs/confirm.tsx";
export { Dialog } from "./dialogs/dialog.tsx";
export { FORM_PROBLEM, FormDialog } from "./dialogs/form-dialog.tsx";
export { NameDialog } from "./dialogs/name-dialog.tsx";
export { RadioChoice } from "./dialogs/radio-choice.tsx";
export { SECOND_PRESS } from "./dialogs/use-one-press.ts";
export { FlowPicture } from "./drawing/flow-picture.tsx";
export { BackLink } from "./layout/back-link.tsx";
export { ErrorBoundary } from "./layout/error-boundary.tsx";
export { LongText } from "./layout/long-text.tsx";
export { Split } from "./layout/split.tsx";
export { EmptyState, ErrorState, Loading, Waiting } from "./layout/states.tsx";
export { CheckList } from "./lists/check-list.tsx";
export type { Column } from "./lists/column.ts";
export { useFirstPainted } from "./lists/first-painted.ts";
export { ONE_CLICK } from "./lists/one-click.ts";
export { useReadingStop } from "./lists/reading-stop.ts";
export { type Selection, useSelection } from "./lists/selection.tsx";
export { type SelectionAct, SelectionBar } from "./lists/selection-bar.tsx";
export { csvOf, PLAIN_LAYOUT, sortedItems, type TableLayout } from "./lists/table-layout.ts";
export { TableTools } from "./lists/table-tools.tsx";
export { VirtualTable } from "./lists/virtual-table.tsx";
export { Avatar } from "./marks/avatar.tsx";
export { BrandMark } from "./marks/brand-mark.tsx";
export { Marked, Pill, Simulated, Status, type Tone } from "./marks/status.tsx";
export { VerbMark } from "./marks/verb-mark.tsx";
export { MessageBody } from "./messages/message-body.tsx";
export { PdfThumbnail } from "./pdf/pdf-thumbnail.tsx";
export { TakenOut } from "./pdf/taken-out.tsx";
export { fieldWord, fieldWords, valueWords } from "./texts/field-words.ts";
export { MessageText, plainText } from "./texts/message-text.tsx";
export { byLanguage, startTexts } from "./texts/start-texts.ts";
export { type TextKey, type Translate, textOr, translate, useTranslation } from "./texts/texts.ts";
