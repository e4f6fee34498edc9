import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import { askLanguage } from "../language/ask-language.ts";
import { offsetAt, shownAt, textOf } from "../session/line-ends.ts";

/** Milliseconds after a key before brackets are requested: typing never waits for them. */
const PAIR_AFTER_MS = 300;

const setPair = StateEffect.define<TextRange | null>();
const bracket = Decoration.mark({ class: "cm-matchingBracket" });

/** The pair of brackets at the cursor: shifted with edits until the language has answered again. */
const pair = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, changes, selection }) {
    for (const effect of effects) if (effect.is(setPair)) return marked(effect.value);
    const moved = value.map(changes);
    return selection && !isMarked(moved, selection.main.head) ? Decoration.none : moved;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marked(range: TextRange | null): DecorationSet {
  if (range === null) return Decoration.none;
  return Decoration.set([bracket.range(range.from, range.from + 1), bracket.range(range.to - 1, range.to)]);
}

function isMarked(marks: DecorationSet, place: number): boolean {
  let found = false;
  marks.between(place, place, () => {
    found = true;
  });
  return found;
}

/** By default these use a syntax tree of the whole text, and there is none: the language is asked instead. */
export const textStructure: Extension = [
  pair,
  ViewPlugin.fromClass(
    class {
      timer = 0;
      update({ docChanged, selectionSet, view }: ViewUpdate) {
        if (!docChanged && !selectionSet) return;
        window.clearTimeout(this.timer);
        if (isBesideBracket(view.state))
          this.timer = window.setTimeout(() => void markPair(view), docChanged ? PAIR_AFTER_MS : 0);
      }
      destroy() {
        window.clearTimeout(this.timer);
      }
    },
  ),
  keymap.of([
    { key: "Mod-i", run: (view) => starts(widenSelection(view)), preventDefault: true },
    { key: "Shift-Mod-\\", run: (view) => starts(goToBracket(view)), preventDefault: true },
  ]),
];

/** The key's command runs asynchronously; no other command handles that key. */
function starts(_asked: Promise<void>): true {
  return true;
}

function isBesideBracket({ doc, selection: { main } }: EditorState): boolean {
  return main.empty && /[[\]{}]/.test(doc.sliceString(Math.max(main.head - 1, 0), main.head + 1));
}

async function pairAtCursor({ state }: EditorView): Promise<TextRange | null> {
  return askLanguage("brackets", { text: textOf(state), offset: offsetAt(state, state.selection.main.head) });
}

async function markPair(view: EditorView): Promise<void> {
  const asked = view.state;
  const found = await pairAtCursor(view);
  const isSame = view.state.doc === asked.doc && view.state.selection.eq(asked.selection);
  if (isSame) view.dispatch({ effects: setPair.of(found && shownAt(asked, found)) });
}

/** Moves past the other bracket of the pair at the cursor, or before it. */
async function goToBracket(view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const found = await pairAtCursor(view);
  if (found === null || view.state.doc !== doc) return;
  const { from, to } = shownAt(view.state, found);
  const place = selection.main.head <= from + 1 ? to : from;
  view.dispatch({ selection: { anchor: place }, scrollIntoView: true, userEvent: "select" });
}

/** Selects the next larger piece of the text: the value, the member with its key, its container. */
export async function widenSelection(view: EditorView): Promise<void> {
  const { state } = view;
  const { from, to } = state.selection.main;
  const range = { from: offsetAt(state, from), to: offsetAt(state, to) };
  const found = await askLanguage("around", { text: textOf(state), range });
  if (found === null || view.state.doc !== state.doc || !view.state.selection.eq(state.selection)) return;
  const shown = shownAt(state, found);
  view.dispatch({ selection: { anchor: shown.from, head: shown.to }, userEvent: "select" });
}
