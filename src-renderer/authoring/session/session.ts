import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { create } from "zustand";
import type { Fix, TextEdit, TextRange } from "../../../src-shared/basics/index.ts";
import type { CompanionName } from "../../../src-shared/foresight/index.ts";
import type { Intent } from "../../../src-shared/language/index.ts";
import { notify, notifyOutcome } from "../../app/index.ts";
import { translate } from "../../components/index.ts";
import { foresightAsker } from "../foresight/foresight-asker.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { notifyFailure } from "../language/notify-failure.ts";
import { createBudget } from "./budget.ts";
import { type Companion, createCompanion, isRefused } from "./companion.ts";
import { createDraftStore, type DraftPart } from "./draft-store.ts";
import { editing, inSight, reveal, scrollTo } from "./editor-steps.ts";
import { textOf } from "./line-ends.ts";
import { createStageKeys } from "./stage-keys.ts";

/** A stage as the author saw it when acting on it. */
export interface SeenStage {
  readonly at: number;
  readonly name: string;
}

/** What an edit scrolls into view. */
type Shows = "cursor" | "change";

/** A place in a companion text; `range` null: the text itself. */
export interface AskedPlace {
  readonly part: CompanionName;
  readonly range: TextRange | null;
}

/** One open draft: its unsaved text, the editor that shows it, and the state of the views beside it. */
export type AuthoringSession = ReturnType<typeof createSession>;

export function createSession(id: string) {
  const changes = createChanges(change);
  const views = createShownViews(text);
  const draft = createDraftStore(id);
  const companions: Readonly<Record<CompanionName, Companion>> = {
    expectations: createCompanion("expectations", draft, () => setEdited("expectations")),
    scenarios: createCompanion("scenarios", draft, () => setEdited("scenarios")),
  };
  let editor: EditorView | null = null;
  let hurried = false;
  let lastEdited: DraftPart = "text";

  function setEdited(part: DraftPart) {
    lastEdited = part;
  }

  /** The current text. */
  function text(): string {
    return editor ? textOf(editor.state) : "";
  }

  /**
   * Applies edits made for `of` as one undo step. Returns false, with no change, if the text has changed since or is
   * read-only.
   */
  function applyEdits(of: string, edits: readonly TextEdit[], shows: Shows = "cursor"): boolean {
    if (!editor || editor.state.readOnly || text() !== of) return false;
    const step = editing(editor.state, edits);
    const [first] = step.changes;
    editor.dispatch({
      ...step,
      ...(shows === "cursor" ? { scrollIntoView: true } : first && { effects: inSight(first) }),
    });
    setEdited("text");
    return true;
  }

  /** Undo or redo: of the last edited text, else of one that has such a step. */
  function step(which: "undo" | "redo"): boolean {
    const order: readonly DraftPart[] = [lastEdited, "text", "expectations", "scenarios"];
    const stepped = order.find((part) => (part === "text" ? stepText(which) : companions[part][which]()));
    if (stepped !== undefined) setEdited(stepped);
    return stepped !== undefined;
  }

  function stepText(which: "undo" | "redo"): boolean {
    return editor !== null && (which === "undo" ? undo : redo)(editor);
  }

  /** Whether there is such a step. */
  function hasStep(which: "undo" | "redo"): boolean {
    const depth = which === "undo" ? undoDepth : redoDepth;
    const isInText = editor !== null && depth(editor.state) > 0;
    return isInText || Object.values(companions).some((companion) => companion.hasStep(which));
  }

  async function change(intents: readonly Intent[], seen: SeenStage | null): Promise<boolean> {
    if (isRefused()) return false;
    const before = text();
    hurried = true;
    const answer = await askLanguage("change", { text: before, intents, seen });
    if (answer.ok) {
      if (applyEdits(before, answer.edits, "change")) {
        notifyOutcome(translate("change.impossible"), null);
        return true;
      }
      notify(translate("change.stale"));
    } else if (answer.reason === "impossible")
      notifyOutcome(translate("change.impossible"), { message: answer.message });
    else notify(translate(answer.reason === "stale" ? "change.stale" : "common.fixTextFirst"));
    return false;
  }

  const foresight = foresightAsker();
  // The page handles a key when it has time; the check ends at once.
  draft.useStore.subscribe((now, before) => {
    if (now.journal?.text !== before.journal?.text) foresight.hold();
  });

  return {
    draft,
    /** Computes what can happen, in a separate thread. */
    foresight,
    /**
     * The text of the expectations, or of the scenarios: `useText()` reads it live in a component, `text()` at once,
     * and `applyEdits(of, edits)` edits it as one undo step. It is saved automatically.
     */
    companion: (name: CompanionName): Companion => companions[name],
    /** The keys of the stages of the newest analysis, in order. */
    stageKeys: createStageKeys(),
    ...createAskedPlace(),
    ...createBudget(),
    /** A text was edited by hand: undo begins there. */
    setEdited,
    undo: () => step("undo"),
    redo: () => step("redo"),
    /** The same for a component, which renders again when it changes. */
    useHasStep: (which: "undo" | "redo"): boolean => draft.useStore(() => hasStep(which)),
    editor: () => editor,
    /** The focused editor, whichever text it shows; else that of the flow's text. */
    focusedEditor: () => companions.expectations.focused() ?? companions.scenarios.focused() ?? editor,
    setEditor(view: EditorView | null) {
      editor = view;
    },
    text,
    applyEdits,
    /** Applies a problem's fix, or reports that the text has changed. */
    fix(of: string, { edits }: Fix) {
      if (!applyEdits(of, edits, "change")) notify(translate("problems.stale"));
    },
    /** Selects a range of the text and focuses its editor. A range of an older text is clamped. */
    reveal(range: TextRange) {
      if (editor) reveal(editor, range);
    },
    /** Scrolls a range of the text into view; the focus stays. */
    scrollTo(range: TextRange) {
      if (editor) scrollTo(editor, range);
    },
    ...changes,
    ...views,
    /** Resolves when every requested change is in the text, and the views show that text. */
    settled: () => changes.changesDone().then(views.caughtUp),
    /** Whether the author has just acted on a view and waits for the result there; reading it resets it. */
    takeHurry(): boolean {
      const was = hurried;
      hurried = false;
      return was;
    },
  };
}

/** Requests from other views to those beside the text. */
function createAskedPlace() {
  const useAsked = create<AskedPlace | null>(() => null);
  return {
    /** The latest request; a new object each time. */
    useAsked: (): AskedPlace | null => useAsked(),
    /** Shows a companion beside the text, and a place in it. */
    showBeside(part: CompanionName, range: TextRange | null) {
      useAsked.setState({ part, range }, true);
    },
    /** The requested place is visible. */
    shownBeside() {
      useAsked.setState(null, true);
    },
  };
}

function createChanges(change: (intents: readonly Intent[], seen: SeenStage | null) => Promise<boolean>) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /**
     * Applies the author's changes of the flow, as minimal edits of its text and one undo step. One change after the
     * other: quick clicks build on each other. Returns false, and says why, when it could not be done; the text is then
     * unchanged. `seen`: the intended stage.
     */
    change(intents: readonly Intent[], seen: SeenStage | null = null): Promise<boolean> {
      const done = last.then(() => change(intents, seen)).catch(notDone);
      last = done;
      return done;
    },
    changesDone: () => last,
  };
}

/** A change that could not be computed is not made. */
function notDone(error: unknown): false {
  notifyFailure(error);
  return false;
}

/** The analysis that the views beside the text show. */
function createShownViews(text: () => string) {
  let shown: AnalysisView | null = null;
  const waiting = new Set<() => void>();
  const isCaughtUp = () => shown?.text === text();
  return {
    /** The views have rendered an analysis. */
    setShown(analysis: AnalysisView | null) {
      shown = analysis;
      if (!isCaughtUp()) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    /** Resolves when the views show the current text. */
    caughtUp: () => (isCaughtUp() ? Promise.resolve() : new Promise<void>((resolve) => waiting.add(resolve))),
  };
}
