import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { type Extension, RangeSet, RangeValue, StateEffect, StateField } from "@codemirror/state";
import type { TextRange } from "../../../src-shared/basics/index.ts";

class Fold extends RangeValue {}
const fold = new Fold();

/** What the language says may be folded in the text as it stands. */
export const setFolds = StateEffect.define<readonly TextRange[]>();

/** Typing moves the folds along until the language has answered again. */
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

/** Folding as the language has it: stages, actions, lists; by the gutter and by keys. */
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
