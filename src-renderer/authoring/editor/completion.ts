import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import type { CompletionItem } from "../../../src-shared/language/index.ts";
import type { PlaceInText } from "../language/analysis-view.ts";
import { offsetAt, shownAt, textOf } from "../session/line-ends.ts";

/** Phrases in the reader's language around the flow language's texts. */
export interface CompletionWords {
  readonly required: string;
  since(version: string): string;
}

/** Asks for completions at a place of a text. */
export type AskCompletion = (place: PlaceInText) => Promise<readonly CompletionItem[]>;

/** After the first letters of a word. */
const IN_WORD = /[\p{L}\p{N}_./-]$/u;
/** Also at the start of a value or of a list item. */
const AT_VALUE = /[\p{L}\p{N}_./-]$|[:-] $/u;

/**
 * Completions at the cursor, from the language; automatic once a word has begun or, if `eager`, a value is expected.
 */
export async function completed(
  context: CompletionContext,
  words: CompletionWords,
  ask: AskCompletion,
  eager = false,
): Promise<CompletionResult | null> {
  const { state, pos } = context;
  if (!context.explicit && !(eager ? AT_VALUE : IN_WORD).test(state.sliceDoc(Math.max(pos - 2, 0), pos))) return null;
  const items = await ask({ text: textOf(state), offset: offsetAt(state, pos) });
  const [first] = items;
  if (context.aborted || first === undefined) return null;
  // The editor matches the typed text against the labels, which have no quotes.
  const { from, to } = shownAt(state, first.range);
  const quote = /^["']/.test(state.sliceDoc(from, pos)) ? 1 : 0;
  // A complete word needs no list: Enter should then begin a new line.
  const isWhole = (typed: string) => !context.explicit && items.some(({ insert }) => insert === typed);
  if (isWhole(state.sliceDoc(from, pos))) return null;
  return {
    from: from + quote,
    to: Math.max(to, pos),
    options: items.map((item, at) => option(item, at, quote, words)),
    validFor: (typed) => /^[\p{L}\p{N}_./-]*$/u.test(typed) && !isWhole(typed),
  };
}

function option(item: CompletionItem, at: number, quote: number, words: CompletionWords): Completion {
  const info = [item.detail, item.since === null ? "" : words.since(item.since)]
    .filter((line) => line !== "")
    .join("\n");
  return {
    label: item.label,
    type: item.kind,
    // The language's order: required items come first.
    sortText: String(at).padStart(6, "0"),
    ...(item.required && { detail: words.required }),
    ...(info !== "" && { info }),
    apply: (view, completion, from, to) => insert(view, item, completion, { from: from - quote, to }),
  };
}

function insert(
  view: EditorView,
  item: CompletionItem,
  completion: Completion,
  { from, to }: { readonly from: number; readonly to: number },
) {
  view.dispatch({
    changes: { from, to, insert: item.insert },
    selection: { anchor: from + item.caret, head: from + item.caret + item.placeholder },
    scrollIntoView: true,
    userEvent: "input.complete",
    annotations: pickedCompletion.of(completion),
  });
}
