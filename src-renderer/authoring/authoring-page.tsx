import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Page, replaceRoute, routeHref, StandingChip, useCall, usePane, useRoute } from "../app/index.ts";
import { BackLink, Choice, ErrorState, Loading, Split, textScale, useTranslation } from "../components/index.ts";
import { ArchivedBar } from "./bars/archived-bar.tsx";
import { ConflictBars, NotSavedBars } from "./bars/conflict-bar.tsx";
import { exportFlow } from "./bars/export-flow.ts";
import { FileBar } from "./bars/file-bar.tsx";
import { FlowTitle } from "./bars/flow-title.tsx";
import { RunButton } from "./bars/run-button.tsx";
import { SaveState } from "./bars/save-state.tsx";
import { Dock } from "./dock.tsx";
import { EditorActions } from "./editor/editor-actions.tsx";
import { TextEditor } from "./editor/text-editor.tsx";
import { ExpectedContext, useExpected, withAccepted } from "./expectations/use-expected.ts";
import type { AnalysisView } from "./language/analysis-view.ts";
import { useAnalysis } from "./language/use-analysis.ts";
import { useChecked } from "./language/use-check.ts";
import { ScenariosContext, useScenarios } from "./scenarios/use-scenarios.ts";
import { flushOrNotify } from "./session/draft-store.ts";
import { createSession } from "./session/session.ts";
import { SessionContext, useSession } from "./session/use-session.ts";
import { SideViews, useSide } from "./side-views.tsx";
import { useFlowActions } from "./use-flow-actions.ts";
import { VersionsButton } from "./versions/versions-drawer.tsx";
import "./authoring-page.css";

/** One draft: its text, its drawing, and its problems. */
export const AuthoringPage = ({ id }: { readonly id: string }) => <Draft key={id} id={id} />;

function Draft({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [session] = useState(() => createSession(id));
  const { draft } = session;
  useEffect(() => draft.start(), [draft]);
  useEffect(() => () => session.foresight.close(), [session]);
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
    <Page title={t("common.flow")} beside={<BackLink href={list.href} text={list.name} />}>
      {failure === null && <Loading />}
      {failure && <ErrorState error={failure} title={t("authoring.failed")} onRetry={draft.reopen} list={list} />}
    </Page>
  );
}

/** side: only the view beside the text. */
type Shown = "text" | "both" | "side";

function OpenDraft() {
  const { t } = useTranslation();
  const session = useSession();
  const { draft } = session;
  const text = draft.useStore((state) => state.journal?.text ?? null);
  const stored = draft.useStore((state) => state.draft?.title ?? "");
  // Typing comes first: the drawing and the panels update when there is time.
  const checked = useDeferredValue(useChecked(useAnalysis(text)));
  const expected = useExpected(checked);
  const analysis = useMemo(() => checked && withAccepted(checked, expected.read), [checked, expected.read]);
  const side = useSide();
  const scenarios = useScenarios(checked, side === "scenarios");
  useEffect(() => session.setShown(analysis), [session, analysis]);
  const workbench = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(workbench);
  const [shown, setShown] = useShown(narrow);
  useExportActions();
  useAskedPerson(
    analysis,
    useCallback(() => setShown((now) => (now === "side" ? "both" : now)), [setShown]),
  );
  const title = analysis?.outline.title || stored || t("common.untitled");
  return (
    <Page
      title={title}
      rename={<FlowTitle key={title} title={title} />}
      beside={
        <>
          <SaveState />
          <FlowStanding />
        </>
      }
      actions={
        <>
          <Choice
            label={t("authoring.show")}
            value={shown}
            onChange={setShown}
            options={[
              ["text", t("authoring.text")],
              ...(narrow ? [] : [["both", t("authoring.both")] as const]),
              ["side", t(`sides.${side}`)],
            ]}
          />
          <VersionsButton title={title} />
          <RunButton analysis={analysis} />
        </>
      }
    >
      <ArchivedBar />
      <ConflictBars />
      <FileBar />
      <NotSavedBars />
      <ExpectedContext value={expected}>
        <ScenariosContext value={scenarios}>
          <div ref={workbench} className="workbench">
            <Views {...{ analysis, shown, narrow }} onShow={setShown} />
            {analysis && <Dock analysis={analysis} />}
          </div>
        </ScenariosContext>
      </ExpectedContext>
      <EditorActions />
    </Page>
  );
}

/** The open views, with shortcuts to change them. If there is room for only one, the text replaces both. */
function useShown(narrow: boolean): readonly [Shown, Dispatch<SetStateAction<Shown>>] {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Shown>("both");
  const views = ["text", "both", "side"] as const;
  const noRoom = narrow ? t("authoring.noRoom") : null;
  useFlowActions(
    views.map((view) => [
      `authoring.${view}`,
      t(`authoring.show_${view}`),
      () => setWanted(view),
      { disabled: view === "both" ? noRoom : null },
    ]),
  );
  return [narrow && wanted === "both" ? "text" : wanted, setWanted];
}

/** Pixels at the normal text size: up to this width a split shows one of its panes (split.css). */
const NARROW = 640;

/** Whether the box has room for one view only. */
function useNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setNarrow(element.clientWidth <= NARROW * textScale());
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return narrow;
}

interface ViewsProps {
  readonly analysis: AnalysisView | null;
  readonly shown: Shown;
  readonly narrow: boolean;
  readonly onShow: (change: (shown: Shown) => Shown) => void;
}

/** The editor stays mounted while only the other view is shown: a click on a stage must still find its text. */
function Views({ analysis, shown, narrow, onShow }: ViewsProps) {
  const { t } = useTranslation();
  const pane = usePane("authoring", 0.42);
  const box = useRef<HTMLDivElement>(null);
  const showSide = useCallback(() => {
    onShow((now) => (narrow ? "side" : now === "text" ? "both" : now));
  }, [onShow, narrow]);
  // A pane that is hidden hands the focus to the one that stays.
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

/** The flow's sync state with its remote account; empty if it has none [Y17]. */
function FlowStanding() {
  const { draft } = useSession();
  const standing = useCall("sync.drafts.get", { draftId: draft.id }, ["draft", "account"]).value?.standing ?? null;
  return standing && <StandingChip standing={standing} />;
}

/** The open flow is exported from the palette. */
function useExportActions() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const save = async (pdfs: boolean) => {
    if (await flushOrNotify(draft, t("export.failed"))) await exportFlow(draft.id, pdfs);
  };
  useFlowActions([
    ["draft.exportZip", t("export.zip"), () => save(true)],
    ["draft.exportFile", t("export.file"), () => save(false)],
  ]);
}

/**
 * A search result for a person leads to their place in the text, once.
 * @param showText brings the text into view
 */
function useAskedPerson(analysis: AnalysisView | null, showText: () => void): void {
  const session = useSession();
  const { id, query } = useRoute();
  const asked = query.person;
  useEffect(() => {
    if (asked === undefined || analysis === null) return;
    const person = analysis.outline.participants.find(({ name }) => name === asked);
    replaceRoute("flows", id, {});
    showText();
    // After the text is visible: hidden elements take no focus.
    if (person) requestAnimationFrame(() => session.reveal(person.range));
  }, [asked, analysis, id, session, showText]);
}
