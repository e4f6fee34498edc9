import { history, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { create } from "zustand";
import type { TextEdit, TextRange } from "../../../src-shared/basics/index.ts";
import type { CompanionName } from "../../../src-shared/foresight/index.ts";
import { notify, toasts } from "../../app/index.ts";
import { readOnlyReason, translate } from "../../components/index.ts";
import { notifyFailure } from "../language/notify-failure.ts";
import { type DraftStore, keptUnder } from "./draft-store.ts";
import { editing, isByAuthor, replacing, reveal } from "./editor-steps.ts";
import { keepsWritten, shownText, textOf } from "./line-ends.ts";
import { keepUndo, keptUndo, undoFields } from "./undo-memory.ts";

/** The editor's extensions of a companion while it shows it. */
const shownBy = new Compartment();

/**
 * A companion text, stored with its draft: its expectations, or its scenarios. It can be read and edited with or
 * without an editor; every edit is saved and can be undone, like one of the flow's text.
 */
export type Companion = ReturnType<typeof createCompanion>;

/** @param edited called after each edit of the author's */
export function createCompanion(name: CompanionName, draft: DraftStore, edited: () => void) {
  const useText = create(() => "");
  const editor = createLooseEditor(changed, edited);
  const { text, applyEdits } = editor;
  const journal = draft.part(name);
  let kept = editor.now();

  function changed() {
    useText.setState(text(), true);
    journal.dispatch({ type: "typed", text: text() });
  }

  draft.useStore.subscribe((all, before) => {
    const known = all.companions[name];
    if (known === null) return;
    if (before.companions[name] === null) open(known.text);
    else if (known.text !== text()) editor.show(known.text);
  });

  function open(opened: string) {
    editor.open(stateOf(opened, keptUndo(keptUnder(draft.key(), name), opened)));
    kept = editor.now();
    useText.setState(opened, true);
    journal.keepStepsBy(keepSteps);
  }

  function keepSteps() {
    const present = editor.now();
    if (present === kept) return;
    kept = present;
    keepUndo(keptUnder(draft.key(), name), present);
  }

  return {
    name,
    /** The current text. */
    text,
    /** The same for a component, which renders again when it changes. */
    useText: (): string => useText(),
    applyEdits,
    /**
     * Applies the edits that `edits` returns for the current text. Returns false, and shows why, if the text is
     * read-only, has changed, or there are no such edits: `unable` says why.
     * @param seen the text in which the author chose what to change; null: any text
     */
    async change(
      edits: (text: string) => Promise<readonly TextEdit[] | null>,
      unable: string,
      seen: string | null,
    ): Promise<boolean> {
      if (isRefused()) return false;
      const before = seen ?? text();
      const found = before === text() ? await edits(before).catch(notWorkedOut) : [];
      if (found === undefined) return false;
      const isDone = found !== null && applyEdits(before, found);
      if (!isDone) notify(found === null ? unable : translate("editor.stale"));
      return isDone;
    },
    /** Reports the last edit and offers undo, while the text stays as that edit left it. */
    notifyUndoable(title: string, description: string) {
      const id = notify(title, description);
      const stop = useText.subscribe(() => {
        stop();
        toasts.close(id);
      });
    },
    undo: editor.undo,
    redo: editor.redo,
    hasStep: editor.hasStep,
    focused: editor.focused,
    showIn: editor.showIn,
    reveal: editor.reveal,
  };
}

/**
 * A text with its undo history, with or without an editor.
 * @param changed called whenever the text has changed
 * @param edited called after each edit of the author's
 */
function createLooseEditor(changed: () => void, edited: () => void) {
  let state = stateOf("", null);
  let view: EditorView | null = null;
  const now = () => view?.state ?? state;
  const text = () => textOf(now());

  /** Applies a transaction, with or without an editor. */
  function act(transaction: Transaction) {
    if (view) return view.update([transaction]);
    state = transaction.state;
    if (transaction.docChanged) changed();
  }

  const dispatch = (spec: TransactionSpec) => act(now().update(spec));

  return {
    now,
    text,
    open(opened: EditorState) {
      state = opened;
    },
    /** Shows a text from the host as one undo step. */
    show(other: string) {
      dispatch(replacing(now(), other));
    },
    /**
     * Applies edits made for `of` as one undo step. Returns false, with no change, if the text has changed since or is
     * read-only.
     */
    applyEdits(of: string, edits: readonly TextEdit[]): boolean {
      if (readOnlyReason() !== null || text() !== of) return false;
      dispatch({ ...editing(now(), edits), scrollIntoView: true });
      edited();
      return true;
    },
    /** Undoes the last step; false if there is none. */
    undo: () => undo({ state: now(), dispatch: act }),
    redo: () => redo({ state: now(), dispatch: act }),
    /** Whether there is such a step. */
    hasStep: (which: "undo" | "redo") => (which === "undo" ? undoDepth : redoDepth)(now()) > 0,
    /** Its editor while it has the focus. */
    focused: () => (view?.hasFocus ? view : null),
    /** Shows the text in an editor until the returned function is called, with its undo history. */
    showIn(parent: HTMLElement, extensions: Extension): { readonly view: EditorView; readonly leave: () => void } {
      const listening = EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (!docChanged) return;
        changed();
        if (isByAuthor(transactions)) edited();
      });
      const shown = state.update({ effects: shownBy.reconfigure([extensions, listening]) }).state;
      const opened = new EditorView({ parent, state: shown });
      view = opened;
      const leave = () => {
        state = opened.state.update({ effects: shownBy.reconfigure([]) }).state;
        view = null;
        opened.destroy();
      };
      return { view: opened, leave };
    },
    /** Selects and focuses a range of the text in its editor; does nothing without one. */
    reveal(range: TextRange) {
      if (view) reveal(view, range);
    },
  };
}

/** Reports the error to the author. */
function notWorkedOut(error: unknown): undefined {
  notifyFailure(error);
}

/** Whether the text is read-only; the author sees why. */
export function isRefused(): boolean {
  const reason = readOnlyReason();
  if (reason !== null) notify(reason);
  return reason !== null;
}

function stateOf(text: string, undoSteps: Record<string, unknown> | null): EditorState {
  const extensions = [keepsWritten(text), history(), shownBy.of([])];
  return undoSteps === null
    ? EditorState.create({ doc: shownText(text), extensions })
    : EditorState.fromJSON(undoSteps, { extensions }, undoFields);
}
