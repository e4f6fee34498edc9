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

/** By default these go by a syntax tree of the whole text, and there is none. */
const BY_WORDS = [
  { key: "Alt-ArrowLeft", mac: "Ctrl-ArrowLeft", run: cursorGroupLeft, shift: selectGroupLeft },
  { key: "Alt-ArrowRight", mac: "Ctrl-ArrowRight", run: cursorGroupRight, shift: selectGroupRight },
];

/** Keys by which the app runs a flow, makes one from PDFs, and shows the order of acts: they do so within the text, too. */
const OURS: ReadonlySet<string | undefined> = new Set(["Mod-Enter", "Alt-u", "Shift-Alt-m"]);
const withoutOurs = (bindings: readonly KeyBinding[]) =>
  bindings.filter(({ key, mac }) => !OURS.has(key) && !OURS.has(mac));

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

/** Milliseconds in which Tab goes on from a text that Tab has led to; a click or any other key ends them. */
const PASSES_MS = 86_400_000;

/** Tab alone, on its way through a page, changes no text. */
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

/** How a text of a flow is edited, whichever it is; made for the page that is shown. Keys of what stands before it come first. */
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
    // Half of a character, which no file can hold: pasted, it is seen at once as what it would become.
    EditorView.clipboardInputFilter.of((text) => text.toWellFormed()),
    // Outside the panes, which would cut a tooltip off, and within a landmark, where a screen reader finds it.
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
  /** Completion comes as soon as a value is due, before its first letter. */
  readonly eager?: boolean;
}

interface Worded {
  readonly label: string;
  /** Id of the element that explains how to leave the text by keyboard. */
  readonly leaving: string;
  readonly readOnly: boolean;
}

/** What of an editor is in the reader's language, and whether anything can be typed. */
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
