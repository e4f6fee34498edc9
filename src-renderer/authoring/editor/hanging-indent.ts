import { type EditorState, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { decorationsInSight } from "./line-decorations.ts";

/** Wrapped lines continue below their own beginning, so that YAML's indentation stays readable in a narrow pane. */
export const hangingIndent = [EditorView.lineWrapping, decorationsInSight(indents)];

/** Only visible lines are processed. */
function indents(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const columns = indentOf(line.text, view.state);
      if (columns > 0) builder.add(line.from, line.from, hang(columns));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** A list's dash belongs to the indentation: `- a long text` continues below `a`. */
function indentOf(text: string, state: EditorState): number {
  const lead = /^[\s-]*(?=\S)/.exec(text)?.[0] ?? "";
  return (
    Math.min(
      40,
      [...lead].reduce((width, sign) => width + (sign === "\t" ? state.tabSize : 1), 0),
    ) + 2
  );
}

const hang = (columns: number) =>
  Decoration.line({ attributes: { style: `padding-left:calc(${columns}ch + 6px);text-indent:-${columns}ch` } });
