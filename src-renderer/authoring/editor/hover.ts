import { type Extension, Facet, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Hover } from "../../../src-shared/language/index.ts";
import type { PlaceInText } from "../language/analysis-view.ts";
import { offsetAt, shownAt, textOf } from "../session/line-ends.ts";
import "./hover.css";

/** `since 1.4`, in the reader's language. */
type Since = (version: string) => string;

const explain = StateEffect.define<Tooltip | null>();

/** An explanation requested by keyboard; disappears when the cursor moves. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(explain)) return effect.value;
    return docChanged || selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** The meaning of the text at a place; null: none. */
export type AskHover = (place: PlaceInText) => Promise<Hover | null>;

/** The hover source of an editor: each text of a flow has a language of its own. */
const explains = Facet.define<{ readonly since: Since; readonly ask: AskHover }>();

/** The meaning of the text under the mouse, or at the cursor on request. */
export function languageHover(since: Since, ask: AskHover): Extension {
  return [
    explained,
    explains.of({ since, ask }),
    keymap.of([{ key: "Escape", run: closeExplained }]),
    hoverTooltip(
      async (view, pos) => {
        const found = await ask({ text: textOf(view.state), offset: offsetAt(view.state, pos) });
        return found && tooltip(view, found, since);
      },
      { hideOnChange: true },
    ),
  ];
}

function closeExplained(view: EditorView): boolean {
  if (view.state.field(explained) === null) return false;
  view.dispatch({ effects: explain.of(null) });
  return true;
}

/** Explains the text at the cursor, on the screen and to a screen reader. Returns false if it has no meaning. */
export async function explainAtCursor(view: EditorView): Promise<boolean> {
  const text = textOf(view.state);
  const [language] = view.state.facet(explains);
  if (language === undefined) return false;
  const { ask, since } = language;
  const found = await ask({ text, offset: offsetAt(view.state, view.state.selection.main.head) });
  if (!found || textOf(view.state) !== text) return found !== null;
  view.dispatch({
    effects: [explain.of(tooltip(view, found, since)), EditorView.announce.of(`${found.title}. ${found.body}`)],
  });
  return true;
}

function tooltip({ state }: EditorView, found: Hover, since: Since): Tooltip {
  const { from, to } = shownAt(state, found.range);
  return { pos: from, end: to, above: true, create: () => ({ dom: hoverCard(found, since) }) };
}

function hoverCard({ title, body, since, example }: Hover, sinceWords: Since): HTMLElement {
  const card = element("div", "hover-card");
  const head = element("p", "hover-title", title);
  if (since !== null) head.append(element("span", "hover-since", sinceWords(since)));
  card.append(head);
  for (const paragraph of body.split("\n\n")) card.append(withCode(paragraph));
  if (example !== null) card.append(element("pre", "hover-example", example));
  return card;
}

/** A paragraph in which text between backquotes is code. */
function withCode(paragraph: string): HTMLElement {
  const line = element("p");
  for (const [at, part] of paragraph.split("`").entries()) line.append(at % 2 === 1 ? element("code", "", part) : part);
  return line;
}

function element(tag: string, className = "", text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}
