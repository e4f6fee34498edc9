import { type Dispatch, type SetStateAction, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { Page, routeHref, usePane } from "../app/index.ts";
import {
  BackLink,
  Choice,
  ErrorState,
  Loading,
  Split,
  textScale,
  useFocusStays,
  useTranslation,
} from "../components/index.ts";
import { ConflictBar, TooLongBar } from "./bars/conflict-bar.tsx";
import { useExportActions } from "./bars/export-flow.ts";
import { FileBar } from "./bars/file-bar.tsx";
import { FlowTitle } from "./bars/flow-title.tsx";
import { RunButton } from "./bars/run-button.tsx";
import { SaveState } from "./bars/save-state.tsx";
import { Dock } from "./dock.tsx";
import { EditorActions } from "./editor/editor-actions.tsx";
import { TextEditor } from "./editor/text-editor.tsx";
import type { AnalysisView } from "./language/analysis-view.ts";
import { useAnalysis } from "./language/use-analysis.ts";
import { useChecked } from "./language/use-check.ts";
import { createSession } from "./session/session.ts";
import { SessionContext, useSession } from "./session/use-session.ts";
import { SideViews, useSide } from "./side-views.tsx";
import { useFlowActions } from "./use-flow-actions.ts";
import { VersionsButton } from "./versions/versions-drawer.tsx";
import "./authoring-page.css";

/** One draft: its text, the drawing of it, and what is wrong with it. */
export const AuthoringPage = ({ id }: { readonly id: string }) => <Draft key={id} id={id} />;

function Draft({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [session] = useState(() => createSession(id));
  const { draft } = session;
  useEffect(() => draft.start(), [draft]);
  const failure = draft.useStore((state) => state.failure);
  const opened = draft.useStore((state) => state.journal !== null);
  if (opened)
    return (
      <SessionContext value={session}>
        <OpenDraft />
      </SessionContext>
    );
  const list = { href: routeHref("flows"), name: t("nav.flows") };
  return (
    <Page title={t("authoring.title")} beside={<BackLink href={list.href} text={list.name} />}>
      {failure === null && <Loading />}
      {failure && <ErrorState error={failure} title={t("authoring.failed")} onRetry={draft.reopen} list={list} />}
    </Page>
  );
}

/** side: the view beside the text, alone. */
type Shown = "text" | "both" | "side";

function OpenDraft() {
  const { t } = useTranslation();
  const session = useSession();
  const { draft } = session;
  const text = draft.useStore((state) => state.journal?.text ?? null);
  const stored = draft.useStore((state) => state.draft?.title ?? "");
  // Typing comes first: the drawing and the panels follow when there is time.
  const analysis = useDeferredValue(useChecked(useAnalysis(text)));
  useEffect(() => session.setShown(analysis), [session, analysis]);
  const [shown, setShown] = useShown();
  useExportActions();
  const workbench = useRef<HTMLDivElement>(null);
  useFocusStays(workbench);
  const side = useSide();
  const title = analysis?.outline.title || stored || t("common.untitled");
  return (
    <Page
      title={title}
      rename={<FlowTitle key={title} title={title} />}
      beside={<SaveState />}
      actions={
        <>
          <Choice
            label={t("authoring.show")}
            value={shown}
            onChange={setShown}
            options={[
              ["text", t("authoring.text")],
              ["both", t("authoring.both")],
              ["side", t(`sides.${side}`)],
            ]}
          />
          <VersionsButton title={title} />
          <RunButton analysis={analysis} />
        </>
      }
    >
      <ConflictBar />
      <FileBar />
      <TooLongBar />
      <div ref={workbench} className="workbench">
        <Views analysis={analysis} shown={shown} onShow={setShown} />
        {analysis && <Dock analysis={analysis} />}
      </div>
      <EditorActions />
    </Page>
  );
}

/** Which views are open, with the shortcuts to change it. */
function useShown(): readonly [Shown, Dispatch<SetStateAction<Shown>>] {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>("both");
  const views = ["text", "both", "side"] as const;
  useFlowActions(views.map((view) => [`authoring.${view}`, t(`authoring.show_${view}`), () => setShown(view)]));
  return [shown, setShown];
}

/** Pixels at the normal text size: below this width a split shows one of its panes (split.css). */
const NARROW = 640;

interface ViewsProps {
  readonly analysis: AnalysisView | null;
  readonly shown: Shown;
  readonly onShow: (change: (shown: Shown) => Shown) => void;
}

/** The editor stays alive while only the view beside it is shown: a click on a stage must still find its text. */
function Views({ analysis, shown, onShow }: ViewsProps) {
  const { t } = useTranslation();
  const pane = usePane("authoring", 0.42);
  const box = useRef<HTMLDivElement>(null);
  const showSide = useCallback(() => {
    // Where there is room for one view only, "both" shows the text.
    const narrow = (box.current?.clientWidth ?? 0) <= NARROW * textScale();
    onShow((now) => (narrow ? "side" : now === "text" ? "both" : now));
  }, [onShow]);
  // A pane that goes out of sight hands the focus to the one that stays.
  useEffect(() => {
    const held = document.activeElement;
    if (held === null || !box.current?.contains(held) || held.checkVisibility()) return;
    box.current.querySelector<HTMLElement>(shown === "side" ? "[role='tabpanel']" : ".cm-content")?.focus();
  }, [shown]);
  return (
    <div ref={box} className="views" data-shown={shown}>
      <Split
        {...pane}
        label={t("authoring.resize")}
        narrowShows={shown === "side" ? "second" : "first"}
        first={<TextEditor analysis={analysis} />}
        second={analysis ? <SideViews analysis={analysis} onShow={showSide} /> : <Loading />}
      />
    </div>
  );
}
