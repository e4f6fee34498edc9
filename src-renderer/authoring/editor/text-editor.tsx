import { history, historyField } from "@codemirror/commands";
import { type Diagnostic as EditorDiagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { beginsWriting } from "../../app/index.ts";
import { mac, plainText, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import type { DraftStore } from "../session/draft-store.ts";
import { isByAuthor, replacing } from "../session/editor-steps.ts";
import { keepsWritten, shownAt, textOf } from "../session/line-ends.ts";
import type { AuthoringSession } from "../session/session.ts";
import { keepUndo, keptUndo, undoFields } from "../session/undo-memory.ts";
import { useSession } from "../session/use-session.ts";
import { goToDefinition } from "./editor-actions.tsx";
import { type EditorLanguage, textEditing, worded } from "./editor-setup.ts";
import { showFolds } from "./folding.ts";
import "./text-editor.css";

/** The element that explains how to leave the text by keyboard. */
const LEAVING = "text-editor-leaving";

/** Milliseconds without another analysis. */
const FOLDS_AFTER_MS = 300;

/** Depends on the reader's language or on read-only mode: changes without a new editor. */
const wording = new Compartment();

/** The flow's text. Tab leaves the editor after Escape, as screen-reader users expect of CodeMirror. */
export function TextEditor({ analysis }: { readonly analysis: AnalysisView | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  const readOnly = useReadOnly() !== null;
  const firstWords = useRef(flowWords(session, t, readOnly));

  useEffect(() => {
    const store = session.draft;
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: firstState(store, extensions(session, firstWords.current)),
    });
    session.setEditor(view);
    if (beginsWriting(store.id)) beginAtTitle(view, store.useStore.getState().draft?.title ?? "");
    const follow = store.useStore.subscribe(({ journal }) => {
      if (journal && journal.text !== textOf(view.state)) view.dispatch(replacing(view.state, journal.text));
    });
    let kept = view.state;
    const keep = () => {
      const now = view.state;
      if (now.doc === kept.doc && now.field(historyField) === kept.field(historyField)) return;
      kept = now;
      keepUndo(store.key(), now);
    };
    store.keepStepsBy(keep);
    return () => {
      follow();
      keep();
      store.keepStepsBy(null);
      session.setEditor(null);
      view.destroy();
    };
  }, [session]);

  useEffect(() => {
    session.editor()?.dispatch({ effects: wording.reconfigure(flowWords(session, t, readOnly)) });
  }, [session, t, readOnly]);

  useEffect(() => {
    const view = session.editor();
    if (!view || !analysis || textOf(view.state) !== analysis.text) return undefined;
    view.dispatch(
      setDiagnostics(
        view.state,
        analysis.diagnostics.map((diagnostic) => toEditor(session, view.state, diagnostic, readOnly)),
      ),
    );
    // Folds move along with the text: new ones can wait until typing pauses.
    const timer = window.setTimeout(() => void showFolds(view, analysis.text, session.editor), FOLDS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [session, analysis, readOnly]);

  return (
    <>
      <div ref={place} className="text-editor" />
      <span id={LEAVING} className="visually-hidden">
        {t("editor.leaving")}
      </span>
    </>
  );
}

/** With the first title selected, so that typing replaces it. */
function beginAtTitle(view: EditorView, title: string): void {
  const at = view.state.doc.toString().indexOf(title);
  if (at >= 0) view.dispatch({ selection: { anchor: at, head: at + title.length } });
  view.focus();
}

function firstState(store: DraftStore, all: Extension): EditorState {
  const text = store.useStore.getState().journal?.text ?? "";
  const kept = keptUndo(store.key(), text);
  return kept
    ? EditorState.fromJSON(kept, { extensions: [keepsWritten(text), all] }, undoFields)
    : EditorState.create({ doc: text, extensions: [keepsWritten(text), all] });
}

function extensions(session: AuthoringSession, words: Extension): Extension {
  return [
    history(),
    wording.of(words),
    textEditing(),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      session.draft.dispatch({ type: "typed", text: textOf(update.state) });
      if (isByAuthor(update.transactions)) session.setEdited("text");
    }),
  ];
}

const FLOW: EditorLanguage = {
  complete: (place) => askLanguage("complete", place),
  hover: (place) => askLanguage("hover", place),
};

function flowWords(session: AuthoringSession, t: Translate, readOnly: boolean): Extension {
  return [
    worded(t, FLOW, { label: t("editor.label"), leaving: LEAVING, readOnly }),
    EditorView.domEventHandlers({
      // The window handles files; they are never inserted into the text.
      drop: ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false,
      mousedown(event, view) {
        if (event.button !== 0 || !(mac ? event.metaKey : event.ctrlKey)) return false;
        const offset = view.posAtCoords(event);
        if (offset !== null) void goToDefinition(session, view, offset, t);
        return true;
      },
    }),
  ];
}

function toEditor(
  session: AuthoringSession,
  state: EditorState,
  { rule, severity, message, range, fix }: Diagnostic,
  readOnly: boolean,
): EditorDiagnostic {
  const text = textOf(state);
  return {
    ...shownAt(state, range),
    severity: severity === "hint" ? "hint" : severity,
    message: plainText(message),
    source: rule,
    ...(fix &&
      !readOnly && {
        actions: [{ name: plainText(fix.title), apply: () => void session.applyEdits(text, fix.edits) }],
      }),
  };
}
