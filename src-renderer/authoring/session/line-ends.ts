import {
  type ChangeSet,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import type { TextRange } from "../../../src-shared/basics/index.ts";

/** A written text, with `\n`, `\r\n` or both, and the mapping of its offsets to an editor that knows only lines. */
class WrittenText {
  readonly text: string;
  /** The places of `\r\n`: the editor counts each as one. */
  #pairs: readonly number[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** The place in the editor for an offset. */
  shown(offset: number): number {
    return offset - before(this.#ends(), (pair) => pair < offset);
  }

  /** The offset for a place in the editor. */
  offset(place: number): number {
    return place + before(this.#ends(), (pair, at) => pair - at < place);
  }

  /** The text after changes in the editor. A new line gets the line end of the line that it begins on. */
  after(changes: ChangeSet, shown: Text): WrittenText {
    if (!this.text.includes("\r")) return new WrittenText(shown.toString());
    const parts: string[] = [];
    let copied = 0;
    changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
      const [from, to] = [this.offset(fromA), this.offset(toA)];
      parts.push(this.text.slice(copied, from), inserted.toString().replaceAll("\n", this.#lineEndNear(from)));
      copied = to;
    });
    const text = parts.join("") + this.text.slice(copied);
    // A lone `\r`, which no flow may have, can end up before a `\n`.
    return new WrittenText(shownText(text).length === shown.length ? text : shown.toString());
  }

  #ends(): readonly number[] {
    this.#pairs ??= [...this.text.matchAll(/\r\n/g)].map(({ index }) => index);
    return this.#pairs;
  }

  /** The line end at an offset; for the last line, that of the previous one. */
  #lineEndNear(offset: number): "\n" | "\r\n" {
    const next = this.text.indexOf("\n", offset);
    const end = next < 0 ? this.text.lastIndexOf("\n", offset) : next;
    return end > 0 && this.text[end - 1] === "\r" ? "\r\n" : "\n";
  }
}

/** How many of the pairs, which are in order, come before a place. */
function before(pairs: readonly number[], isBefore: (pair: number, at: number) => boolean): number {
  let [low, high] = [0, pairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(pairs[middle] ?? 0, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const setWritten = StateEffect.define<string>();

const written = StateField.define<WrittenText>({
  create: ({ doc }) => new WrittenText(doc.toString()),
  update(value, { changes, docChanged, effects, newDoc }) {
    for (const effect of effects) if (effect.is(setWritten)) return new WrittenText(effect.value);
    return docChanged ? value.after(changes, newDoc) : value;
  },
});

/** A text as the editor shows it: its lines, each with `\n`. */
export const shownText = (text: string): string => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/**
 * For an editor that shows `text`. Output of the editor is the written text and its offsets: `textOf`, `offsetAt`; for
 * input, `shownAt` gives the place in the editor.
 */
export const keepsWritten = (text: string): Extension => written.init(() => new WrittenText(text));

/** The written text. */
export const textOf = (state: EditorState): string => state.field(written).text;

/** The offset in the text for a place in the editor. */
export const offsetAt = (state: EditorState, place: number): number => state.field(written).offset(place);

/** The place in the editor for a range of the text; a range of an older text is clamped. */
export function shownAt(state: EditorState, { from, to }: TextRange): TextRange {
  const place = (offset: number) => Math.min(state.field(written).shown(offset), state.doc.length);
  return { from: place(from), to: place(to) };
}

/** Accompanies changes that show `text`: it is written exactly so. */
export const nowWritten = (text: string): StateEffect<string> => setWritten.of(text);
