import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import {
  cursorGroupLeft,
  cursorGroupRight,
  defaultKeymap,
  historyKeymap,
  indentWithTab,
  selectGroupLeft,
  selectGroupRight,
  simplifySelection,
} from "@codemirror/commands";
import { foldKeymap, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  tooltips,
  ViewPlugin,
} from "@codemirror/view";
import type { Translate } from "../../components/index.ts";
import { type AskCompletion, completed } from "./completion.ts";
import { editorTheme } from "./editor-theme.ts";
import { flowColours } from "./flow-colours.ts";
import { flowIndent } from "./flow-indent.ts";
import { languageFolding } from "./folding.ts";
import { hangingIndent } from "./hanging-indent.ts";
import { type AskHover, languageHover } from "./hover.ts";
import { textStructure } from "./text-structure.ts";

/** By default these use a syntax tree of the whole text, and there is none. */
const BY_WORDS = [
  { key: "Alt-ArrowLeft", mac: "Ctrl-ArrowLeft", run: cursorGroupLeft, shift: selectGroupLeft },
  { key: "Alt-ArrowRight", mac: "Ctrl-ArrowRight", run: cursorGroupRight, shift: selectGroupRight },
];

/**
 * Keys by which the app runs a flow, creates one from PDFs, and shows the order of acts: they also work within the
 * text.
 */
const OURS: ReadonlySet<string | undefined> = new Set(["Mod-Enter", "Alt-u", "Shift-Alt-m"]);
const withoutOurs = (bindings: readonly KeyBinding[]) =>
  bindings.filter(({ key, mac }) => !OURS.has(key) && !OURS.has(mac));

/** Milliseconds after Escape in which Tab leaves the text; any other key ends them. */
const LEAVES_MS = 10_000;

/**
 * Handles Escape even if it clears a selection: one press is enough for Tab to leave. Open lists, such as completions,
 * close first.
 */
const LEAVE = {
  key: "Escape",
  run: (view: EditorView) => {
    view.setTabFocusMode(LEAVES_MS);
    simplifySelection(view);
    return true;
  },
};

/** Milliseconds in which Tab moves on from a text that Tab has entered; a click or any other key ends them. */
const PASSES_MS = 86_400_000;

/** Tabbing through a page changes no text. */
const passingBy = ViewPlugin.define((view) => {
  const page = view.dom.ownerDocument;
  let isTab = false;
  const pressed = (event: Event) => {
    isTab = event instanceof KeyboardEvent && event.key === "Tab";
  };
  const reached = () => {
    if (isTab) view.setTabFocusMode(PASSES_MS);
  };
  const clicked = () => view.setTabFocusMode(false);
  page.addEventListener("keydown", pressed, true);
  page.addEventListener("pointerdown", pressed, true);
  view.contentDOM.addEventListener("focus", reached);
  view.contentDOM.addEventListener("pointerdown", clicked);
  return {
    destroy() {
      page.removeEventListener("keydown", pressed, true);
      page.removeEventListener("pointerdown", pressed, true);
      view.contentDOM.removeEventListener("focus", reached);
      view.contentDOM.removeEventListener("pointerdown", clicked);
    },
  };
});

/** The editing setup for any text of a flow, on the current page. Its callers' keys take precedence. */
export function textEditing(): Extension {
  return [
    lineNumbers(),
    languageFolding,
    // Else Mod+D and Mod+Alt with an arrow up or down do nothing.
    EditorState.allowMultipleSelections.of(true),
    drawSelection(),
    highlightSpecialChars(),
    flowIndent,
    indentUnit.of("  "),
    textStructure,
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    flowColours,
    hangingIndent,
    passingBy,
    // Half a character, which no file can hold: if pasted, it shows its replacement at once.
    EditorView.clipboardInputFilter.of((text) => text.toWellFormed()),
    // Outside the panes, which would cut a tooltip off, and within a landmark, where screen readers find it.
    tooltips({ parent: document.querySelector("main") ?? document.body }),
    editorTheme,
    keymap.of([
      ...closeBracketsKeymap,
      ...BY_WORDS,
      ...searchKeymap,
      LEAVE,
      ...withoutOurs(defaultKeymap),
      ...withoutOurs(historyKeymap),
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}

export interface EditorLanguage {
  readonly complete: AskCompletion;
  readonly hover: AskHover;
  /** Completion opens as soon as a value is expected, before its first letter. */
  readonly eager?: boolean;
}

interface Worded {
  readonly label: string;
  /** Id of the element that explains how to leave the text by keyboard. */
  readonly leaving: string;
  readonly readOnly: boolean;
}

/** The parts of an editor that depend on the reader's language, and whether it is read-only. */
export function worded(t: Translate, language: EditorLanguage, { label, leaving, readOnly }: Worded) {
  const { complete, hover, eager = false } = language;
  const since = (version: string) => t("editor.since", { version });
  const words = { required: t("editor.required"), since };
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": leaving, tabindex: "0" }),
    autocompletion({
      override: [(context) => completed(context, words, complete, eager)],
      activateOnCompletion: () => eager,
      icons: false,
    }),
    languageHover(since, hover),
  ];
}
