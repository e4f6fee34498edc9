import { Toast } from "@base-ui/react/toast";
import { type ReactElement, Suspense, useEffect, useLayoutEffect } from "react";
import { AuthoringPage, loadAuthoring } from "../../authoring/index.ts";
import {
  ConfirmDialog,
  ErrorBoundary,
  Loading,
  setReadOnly,
  Tooltips,
  useTranslation,
} from "../../components/index.ts";
import { FileDrop, FlowsPage, HomePage } from "../../flows/index.ts";
import {
  CallbacksPage,
  ComparePage,
  InstancePage,
  InstancesPage,
  loadCompare,
  loadRun,
  MailboxPage,
} from "../../monitoring/index.ts";
import { ConflictPage, loadSyncing, SyncPage } from "../../syncing/index.ts";
import { listenForShortcuts, useActions } from "../actions/actions.ts";
import { Palette } from "../actions/palette.tsx";
import { ShortcutsDialog } from "../actions/shortcuts-dialog.tsx";
import { useHost } from "../connection/host.ts";
import { loadLanguages } from "../language/i18n.ts";
import { useFocusOnArrival } from "../navigation/arrival.ts";
import { goTo, useRoute } from "../navigation/navigate.ts";
import { type Route, VIEWS } from "../navigation/route.ts";
import { toasts } from "../notices/notify.ts";
import { Toasts } from "../notices/toasts.tsx";
import { setTheme, THEMES } from "../settings/preferences.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ConnectionBar, MovedBar, NoSession, ReadOnlyBar } from "./connection-bar.tsx";
import { Navigation } from "./navigation.tsx";
import { StatusBar } from "./status-bar.tsx";
import "./shell.css";
import "./print.css";

/** Late enough for the first view to be drawn. */
const LOAD_AHEAD_MS = 1000;

export function App() {
  // A page that once had its workspace stays: its unsaved text must remain readable.
  const noKey = useHost(({ failure, workspace }) => workspace === null && failure?.code === "insufficient_privileges");
  return noKey ? <NoSession /> : <Shell />;
}

function Shell() {
  const { t } = useTranslation();
  const route = useRoute();
  const readOnly = useHost(({ workspace }) => workspace?.readOnly ?? false);
  const away = useHost(({ connected }) => connected === false);
  useLayoutEffect(() => setReadOnly(readOnly ? t("connection.readOnlyWhy") : null), [readOnly, t]);
  useFocusOnArrival(route);
  useEffect(listenForShortcuts, []);
  useEffect(loadAhead, []);
  useAppActions();

  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      {/* The documents of an open flow take PDFs themselves. */}
      <FileDrop>
        <button type="button" className="skip-link" onClick={skipToMain}>
          {t("app.skip")}
        </button>
        <div className="shell">
          <Navigation view={route.view} />
          <div className="shell-main">
            <ConnectionBar />
            <ReadOnlyBar />
            <MovedBar />
            <main id="main" className="shell-content" tabIndex={-1}>
              <ErrorBoundary place={`${route.view} ${route.id}`} away={away}>
                <Suspense fallback={<Loading />}>
                  <RoutedView route={route} />
                </Suspense>
              </ErrorBoundary>
            </main>
          </div>
          <StatusBar />
        </div>
      </FileDrop>
      <Palette />
      <ShortcutsDialog />
      <ConfirmDialog />
      <Toasts />
      <Tooltips />
    </Toast.Provider>
  );
}

/**
 * Loads parts that the first view does not need, so that a flow opens at once, even if the host is away by then. A part
 * that fails is reported where it is opened.
 */
function loadAhead() {
  const timer = setTimeout(
    () => void Promise.allSettled([loadRun(), loadCompare(), loadAuthoring(), loadSyncing(), loadLanguages()]),
    LOAD_AHEAD_MS,
  );
  return () => clearTimeout(timer);
}

/** The hash is the app's address, so this is not a link: it moves the focus itself. */
function skipToMain() {
  document.getElementById("main")?.focus();
}

function RoutedView({ route: { view, id, query } }: { readonly route: Route }): ReactElement {
  switch (view) {
    case "home":
      return <HomePage />;
    case "flows":
      return id === null ? <FlowsPage /> : <AuthoringPage key={id} id={id} />;
    case "instances":
      if (id !== null && query.with) return <ComparePage key={`${id} ${query.with}`} a={id} b={query.with} />;
      return id === null ? <InstancesPage query={query} /> : <InstancePage key={id} id={id} query={query} />;
    case "mailbox":
      return <MailboxPage id={id} query={query} />;
    case "callbacks":
      return <CallbacksPage id={id} query={query} />;
    case "sync":
      return id === null ? <SyncPage /> : <ConflictPage key={id} draft={id} account={query.account ?? ""} />;
    case "settings":
      return <SettingsPage part={id} />;
  }
}

function useAppActions() {
  const { t } = useTranslation();
  const places = VIEWS.map((view) => ({
    id: `go.${view}`,
    title: t("actions.goTo", { view: t(`nav.${view}`) }),
    group: t("actions.groupGo"),
    ...(view === "sync" && { also: t("actions.alsoSync") }),
    run: () => goTo(view),
  }));
  const themes = THEMES.map((theme) => ({
    id: `theme.${theme}`,
    title: t("actions.theme", { theme: t(`settings.theme.${theme}`) }),
    group: t("actions.groupApp"),
    run: () => setTheme(theme),
  }));
  useActions([...places, ...themes]);
}
