import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { type Extension, RangeSet, RangeValue, StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import { askLanguage } from "../language/ask-language.ts";
import { shownAt, textOf } from "../session/line-ends.ts";

class Fold extends RangeValue {}
const fold = new Fold();

/** The foldable ranges of the current text, from the language. */
const setFolds = StateEffect.define<readonly TextRange[]>();

/** Edits shift the folds until the language has answered again. */
const folds = StateField.define<RangeSet<Fold>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setFolds))
        return RangeSet.of(
          effect.value.map(({ from, to }) => fold.range(from, to)),
          true,
        );
    return transaction.docChanged ? value.map(transaction.changes) : value;
  },
});

/** Requests the folds of a text, and sets them in its editor if that is still `shown` with this text. */
export async function showFolds(view: EditorView, text: string, shown: () => EditorView | null): Promise<void> {
  const found = await askLanguage("folds", { text });
  if (view === shown() && textOf(view.state) === text)
    view.dispatch({ effects: setFolds.of(found.map((range) => shownAt(view.state, range))) });
}

/** Folding of stages, actions and lists, as the language defines it; by the gutter and by keys. */
export const languageFolding: Extension = [
  folds,
  foldService.of((state, lineStart, lineEnd) => {
    let found: TextRange | null = null;
    state.field(folds).between(lineStart, lineEnd, (from, to) => {
      if (from < lineStart || from > lineEnd || to <= lineEnd) return undefined;
      found = { from, to };
      return false;
    });
    return found;
  }),
  foldGutter({
    foldingChanged: ({ transactions }) => transactions.some(({ effects }) => effects.some((each) => each.is(setFolds))),
  }),
  codeFolding(),
];
