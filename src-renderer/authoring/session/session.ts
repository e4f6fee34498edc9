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

/** What an edit brings into sight. */
type Shows = "cursor" | "change";

/** A place in a text beside the flow's; `range` null: the text itself. */
export interface AskedPlace {
  readonly part: CompanionName;
  readonly range: TextRange | null;
}

/** One opened draft: its text on the way to the host, the editor that shows it, and what the views beside it show. */
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

  /** The text as it stands now. */
  function text(): string {
    return editor ? textOf(editor.state) : "";
  }

  /** Applies edits made for `of` as one step of undo. False, and nothing done, when the text has moved on since or is read-only. */
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

  /** Takes the last step back, or does it again: of the text that was edited last, else of one that has such a step. */
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
  // The page follows a key when it has time; the check ends at once.
  draft.useStore.subscribe((now, before) => {
    if (now.journal?.text !== before.journal?.text) foresight.hold();
  });

  return {
    draft,
    /** Works out what can happen, beside the page. */
    foresight,
    /**
     * The text of the expectations, or of the scenarios: `useText()` reads it live in a component, `text()` at once, and
     * `applyEdits(of, edits)` edits it as one step of undo. It is saved by itself.
     */
    companion: (name: CompanionName): Companion => companions[name],
    /** What the stages of the newest analysis are known by, in their order. */
    stageKeys: createStageKeys(),
    ...createAskedPlace(),
    ...createBudget(),
    /** A text was edited by hand: undo begins there. */
    setEdited,
    undo: () => step("undo"),
    redo: () => step("redo"),
    /** The same in a component, which is drawn again when it changes. */
    useHasStep: (which: "undo" | "redo"): boolean => draft.useStore(() => hasStep(which)),
    editor: () => editor,
    /** The editor that has the focus, whichever text it shows; else that of the flow's text. */
    focusedEditor: () => companions.expectations.focused() ?? companions.scenarios.focused() ?? editor,
    setEditor(view: EditorView | null) {
      editor = view;
    },
    text,
    applyEdits,
    /** Applies a problem's fix, or says that the text has moved on. */
    fix(of: string, { edits }: Fix) {
      if (!applyEdits(of, edits, "change")) notify(translate("problems.stale"));
    },
    /** Shows and selects a range of the text, and gives the editor the focus. A range of an older text is cut to size. */
    reveal(range: TextRange) {
      if (editor) reveal(editor, range);
    },
    /** Brings a range of the text into sight; the focus stays where it is. */
    scrollTo(range: TextRange) {
      if (editor) scrollTo(editor, range);
    },
    ...changes,
    ...views,
    /** Resolves when every change that was asked for so far is in the text, and the views show that text. */
    settled: () => changes.changesDone().then(views.caughtUp),
    /** Whether the author has just acted on a view and waits to see it there; asking answers for the last time. */
    takeHurry(): boolean {
      const was = hurried;
      hurried = false;
      return was;
    },
  };
}

/** What other views ask of those beside the text. */
function createAskedPlace() {
  const useAsked = create<AskedPlace | null>(() => null);
  return {
    /** The latest request; a new object each time. */
    useAsked: (): AskedPlace | null => useAsked(),
    /** Shows a companion beside the text, and a place in it. */
    showBeside(part: CompanionName, range: TextRange | null) {
      useAsked.setState({ part, range }, true);
    },
    /** The place that was asked for is in sight. */
    shownBeside() {
      useAsked.setState(null, true);
    },
  };
}

function createChanges(change: (intents: readonly Intent[], seen: SeenStage | null) => Promise<boolean>) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /**
     * Does what an author wants of the flow, as minimal edits of its text and one step of undo. One change after the other:
     * quick clicks build on each other. Answers false, and says why, when it could not be done; the text is then untouched.
     * `seen`: the stage that is meant.
     */
    change(intents: readonly Intent[], seen: SeenStage | null = null): Promise<boolean> {
      const done = last.then(() => change(intents, seen)).catch(notDone);
      last = done;
      return done;
    },
    changesDone: () => last,
  };
}

/** What could not be worked out is not done. */
function notDone(error: unknown): false {
  notifyFailure(error);
  return false;
}

/** What the views beside the text show by now. */
function createShownViews(text: () => string) {
  let shown: AnalysisView | null = null;
  const waiting = new Set<() => void>();
  const isCaughtUp = () => shown?.text === text();
  return {
    /** The views have been drawn from an analysis. */
    setShown(analysis: AnalysisView | null) {
      shown = analysis;
      if (!isCaughtUp()) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    /** Resolves when the views show the text as it stands. */
    caughtUp: () => (isCaughtUp() ? Promise.resolve() : new Promise<void>((resolve) => waiting.add(resolve))),
  };
}
