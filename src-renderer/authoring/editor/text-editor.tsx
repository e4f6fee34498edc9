import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import {
  cursorGroupLeft,
  cursorGroupRight,
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  selectGroupLeft,
  selectGroupRight,
  simplifySelection,
} from "@codemirror/commands";
import { foldKeymap, indentUnit } from "@codemirror/language";
import { type Diagnostic as EditorDiagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import { type Diagnostic, editBetween } from "../../../src-shared/language/index.ts";
import { beginsWriting } from "../../app/index.ts";
import { mac, plainText, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import type { DraftStore } from "../session/draft-store.ts";
import { keepsWritten, nowWritten, shownAt, shownText, textOf } from "../session/line-ends.ts";
import type { AuthoringSession } from "../session/session.ts";
import { keepUndo, keptUndo, undoFields } from "../session/undo-memory.ts";
import { useSession } from "../session/use-session.ts";
import { completeFlow } from "./completion.ts";
import { goToDefinition } from "./editor-actions.tsx";
import { editorTheme } from "./editor-theme.ts";
import { flowColours } from "./flow-colours.ts";
import { flowIndent } from "./flow-indent.ts";
import { languageFolding, setFolds } from "./folding.ts";
import { hangingIndent } from "./hanging-indent.ts";
import { languageHover } from "./hover.ts";
import { textStructure } from "./text-structure.ts";
import "./text-editor.css";

/** The element that tells how the keyboard leaves the text. */
const LEAVING = "text-editor-leaving";

/** Milliseconds without another analysis. */
const FOLDS_AFTER_MS = 300;

/** By default these go by a syntax tree of the whole text, and there is none. */
const BY_WORDS = [
  { key: "Alt-ArrowLeft", mac: "Ctrl-ArrowLeft", run: cursorGroupLeft, shift: selectGroupLeft },
  { key: "Alt-ArrowRight", mac: "Ctrl-ArrowRight", run: cursorGroupRight, shift: selectGroupRight },
];

/** Milliseconds after Escape in which Tab leaves the text; any other key ends them. */
const LEAVES_MS = 10_000;

/** Escape, too, where it drops a selection: one is enough for Tab to leave. What Escape closes, as a list of words, comes first. */
const LEAVE = {
  key: "Escape",
  run: (view: EditorView) => {
    view.setTabFocusMode(LEAVES_MS);
    simplifySelection(view);
    return true;
  },
};

/** What is in the reader's language, and whether anything can be typed: changes without a new editor. */
const wording = new Compartment();

/** The flow's text. Tab leaves the editor after Escape, as screen-reader users expect of CodeMirror. */
export function TextEditor({ analysis }: { readonly analysis: AnalysisView | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  const readOnly = useReadOnly() !== null;
  const firstWords = useRef(worded(session, t, readOnly));

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
      if (journal && journal.text !== textOf(view.state))
        view.dispatch({
          changes: editBetween(view.state.doc.toString(), shownText(journal.text)).map(({ range, insert }) => ({
            ...range,
            insert,
          })),
          effects: nowWritten(journal.text),
          annotations: isolateHistory.of("full"),
        });
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
    session.editor()?.dispatch({ effects: wording.reconfigure(worded(session, t, readOnly)) });
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
    // Folds move along with the text: new ones can wait until the typing is over.
    const timer = window.setTimeout(async () => {
      const folds = await askLanguage("folds", { text: analysis.text });
      if (view === session.editor() && textOf(view.state) === analysis.text)
        view.dispatch({ effects: setFolds.of(folds.map((range) => shownAt(view.state, range))) });
    }, FOLDS_AFTER_MS);
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

/** With the first title chosen, so that typing replaces it. */
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
    lineNumbers(),
    languageFolding,
    history(),
    // Else Mod+D and Mod+Alt with an arrow up or down do nothing.
    EditorState.allowMultipleSelections.of(true),
    drawSelection(),
    flowIndent,
    indentUnit.of("  "),
    textStructure,
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    flowColours,
    hangingIndent,
    // Half of a character, which no file can hold: pasted, it is seen at once as what it would become.
    EditorView.clipboardInputFilter.of((text) => text.toWellFormed()),
    // Outside the panes, which would cut a tooltip off, and within a landmark, where a screen reader finds it.
    tooltips({ parent: document.querySelector("main") ?? document.body }),
    editorTheme,
    wording.of(words),
    keymap.of([
      ...closeBracketsKeymap,
      ...BY_WORDS,
      ...searchKeymap,
      LEAVE,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      session.draft.dispatch({ type: "typed", text: textOf(update.state) });
      if (update.transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete")))
        session.setEdited("text");
    }),
  ];
}

function worded(session: AuthoringSession, t: Translate, readOnly: boolean): Extension {
  const since = (version: string) => t("editor.since", { version });
  const words = { required: t("editor.required"), since };
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ "aria-label": t("editor.label"), "aria-describedby": LEAVING, tabindex: "0" }),
    autocompletion({ override: [(context) => completeFlow(context, words)], icons: false }),
    languageHover(since),
    EditorView.domEventHandlers({
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
