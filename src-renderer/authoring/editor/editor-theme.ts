import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The editor in the app's tokens, so light and dark work automatically. */
const look = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "var(--text-m)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--accent)", padding: "var(--space-2) 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 5%, transparent)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-faint)", border: "0" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 var(--space-2) 0 var(--space-3)", minWidth: "2.25rem" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--ink-faint)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "var(--space-2)", fontFamily: "var(--font)" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-s)",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-s)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--wait-ground)", outline: "1px solid var(--wait)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface-raised)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow-float)",
    zIndex: "30",
  },
  ".cm-completionInfo": {
    maxWidth: "20rem",
    padding: "var(--space-2) var(--space-3)",
    fontFamily: "var(--font)",
    fontSize: "var(--text-s)",
  },
  ".cm-tooltip.cm-tooltip-hover, .cm-tooltip:has(.hover-card)": { maxWidth: "min(30rem, calc(100vw - 2rem))" },
  ".cm-completionDetail": { color: "var(--ink-faint)", fontFamily: "var(--font)", fontStyle: "normal" },
  ".cm-completionInfo.cm-completionInfo": { whiteSpace: "pre-line" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "var(--text-s)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px var(--space-2)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--selected)", color: "var(--ink)" },
  ".cm-diagnostic": {
    padding: "var(--space-2) var(--space-3)",
    borderLeftWidth: "3px",
    fontFamily: "var(--font)",
    fontSize: "var(--text-s)",
    maxWidth: "32rem",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--wait)" },
  ".cm-diagnostic-hint": { borderLeftColor: "var(--line-strong)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent-strong)",
    color: "var(--on-accent)",
    borderRadius: "var(--radius-s)",
    padding: "2px var(--space-2)",
  },
  ".cm-lintRange": {
    backgroundImage: "none",
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
    textDecorationThickness: "1px",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--bad)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--wait)" },
  ".cm-lintRange-hint": { textDecorationColor: "var(--ink-faint)", textDecorationStyle: "dotted" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--quiet-ground)",
    border: "0",
    color: "var(--ink-soft)",
    padding: "0 var(--space-1)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selected)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--accent)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--ink-faint)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--good)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-soft)" },
]);

export const editorTheme = [look, syntaxHighlighting(colours)];
