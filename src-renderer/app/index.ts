/** What every view needs of the app: the host, the language, notices, actions and the address. */
export { ActionButton, menuEntryOf } from "./actions/action-button.tsx";
export { type AppAction, useActions } from "./actions/actions.ts";
export { keysOf, type ShortcutId } from "./actions/shortcut-table.ts";
export { download, saveText } from "./connection/download.ts";
export { host, useHost } from "./connection/host.ts";
export { useCall, useChanges } from "./connection/use-call.ts";
export { type Pages, usePages } from "./connection/use-pages.ts";
export { type Folder, folderName } from "./language/folder-name.ts";
export { reasonText } from "./language/i18n.ts";
export { useSentence } from "./language/use-sentence.ts";
export { useTime } from "./language/use-time.ts";
export { ZoneNote } from "./language/zone-note.tsx";
export { beginsWriting, beginWriting } from "./navigation/arrival.ts";
export { goTo, replaceRoute, useRoute } from "./navigation/navigate.ts";
export { Page } from "./navigation/page.tsx";
export { routeHref } from "./navigation/route.ts";
export { callOrTell, copy, tell, tellError, toasts } from "./notices/notify.ts";
export { setChoice, usePane, usePreferences } from "./settings/preferences.ts";
