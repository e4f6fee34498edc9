import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppAction, useActions } from "../app/actions.ts";
import { routeHref } from "../app/route.ts";
import { BackLink } from "../components/back-link.tsx";
import { Choice, Page } from "../components/page.tsx";
import { Split } from "../components/split.tsx";
import { ErrorState, Loading } from "../components/states.tsx";
import { useAnalysis } from "./analysis-client.ts";
import type { AnalysisView } from "./analysis-types.ts";
import { Canvas } from "./canvas.tsx";
import { ConflictBar } from "./conflict-bar.tsx";
import { Dock } from "./dock.tsx";
import { createDraftStore, type DraftStore } from "./draft-store.ts";
import { EditorActions } from "./editor-actions.tsx";
import { RunButton } from "./run-button.tsx";
import { SaveState } from "./save-state.tsx";
import { TextEditor } from "./text-editor.tsx";
import { TooLongBar } from "./too-long-bar.tsx";

/** One draft: its text, the drawing of it, and what is wrong with it. */
export function AuthoringPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const store = useMemo(() => createDraftStore(id), [id]);
  useEffect(() => store.start(), [store]);
  const failure = store.useStore((state) => state.failure);
  const opened = store.useStore((state) => state.journal !== null);
  if (opened) return <OpenDraft store={store} />;
  return (
    <Page title={t("authoring.title")} beside={<BackLink href={routeHref("flows")} text={t("nav.flows")} />}>
      {failure ? <ErrorState error={failure} title={t("authoring.failed")} onRetry={store.reopen} /> : <Loading />}
    </Page>
  );
}

type Shown = "text" | "both" | "canvas";

function OpenDraft({ store }: { readonly store: DraftStore }) {
  const { t } = useTranslation();
  const text = store.useStore((state) => state.journal?.text ?? null);
  const stored = store.useStore((state) => state.draft?.title ?? "");
  // Typing comes first: the drawing and the panels follow when there is time.
  const analysis = useDeferredValue(useAnalysis(text));
  const [shown, setShown] = useShown();
  const title = analysis?.outline.title || stored || t("common.untitled");
  return (
    <Page
      title={title}
      beside={<SaveState store={store} />}
      actions={
        <>
          <Choice
            label={t("authoring.show")}
            value={shown}
            onChange={setShown}
            options={[
              ["text", t("authoring.text")],
              ["both", t("authoring.both")],
              ["canvas", t("authoring.canvas")],
            ]}
          />
          <RunButton store={store} analysis={analysis} />
        </>
      }
    >
      <ConflictBar store={store} />
      <TooLongBar store={store} />
      <div className="workbench">
        <Views store={store} analysis={analysis} shown={shown} />
        {analysis && <Dock analysis={analysis} />}
      </div>
      <EditorActions />
    </Page>
  );
}

/** Which views are open, with the shortcuts to change it. */
function useShown(): readonly [Shown, (shown: Shown) => void] {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>("both");
  useActions(
    useMemo<readonly AppAction[]>(
      () =>
        (["text", "both", "canvas"] as const).map((view, index) => ({
          id: `authoring.${view}`,
          title: t(`authoring.show_${view}`),
          group: t("authoring.title"),
          shortcut: `Alt+Shift+${index + 1}`,
          run: () => setShown(view),
        })),
      [t],
    ),
  );
  return [shown, setShown];
}

/** The editor stays alive while only the drawing is shown: a click on a stage must still find its text. */
function Views({
  store,
  analysis,
  shown,
}: {
  readonly store: DraftStore;
  readonly analysis: AnalysisView | null;
  readonly shown: Shown;
}) {
  const { t } = useTranslation();
  return (
    <div className="views" data-shown={shown}>
      <Split
        name="authoring"
        label={t("authoring.resize")}
        initial={0.42}
        narrowShows={shown === "canvas" ? "second" : "first"}
        first={<TextEditor store={store} analysis={analysis} />}
        second={analysis ? <Canvas analysis={analysis} /> : <Loading />}
      />
    </div>
  );
}
