import { toItsEnd } from "../../basics/index.ts";
import { type ReadItems, read } from "../model/reading.ts";
import type { Reader, Source } from "../model/source.ts";
import { ItemMemory } from "../syntax/memory.ts";
import { parse } from "../syntax/parse.ts";
import { type AnalyseOptions, type Analysis, analysing, rememberedValue, type StageMemory } from "./analyse.ts";

/**
 * Analyses one text after the other, as an editor needs it: it keeps the results of unchanged stages, so
 * that a key stroke costs little more than its own stage. The result equals that of `analyse`.
 *
 * Values and outlines of unchanged stages are the same objects as before: treat every analysis as read only.
 */
export class Analyser implements Reader {
  readonly #items = new ItemMemory();
  readonly #read: ReadItems = new WeakMap();
  readonly #memory: StageMemory = { sound: new WeakMap(), values: new WeakMap(), outlines: new WeakMap() };
  #source: Source | null = null;

  /** Never throws. */
  analyse(text: string, options: AnalyseOptions = {}): Analysis {
    return toItsEnd(this.analysing(text, options));
  }

  /** The same step by step, so that it can be cancelled: the next call starts over. */
  *analysing(text: string, options: AnalyseOptions = {}): Generator<undefined, Analysis> {
    const source = this.source(text);
    yield;
    return yield* analysing(source, options, this.#memory);
  }

  /**
   * A text as `complete`, `hover`, `rename` and the like take it in place of the text, so that they need not read it
   * again. Only good until the next text: ask again for each question.
   */
  source(text: string): Source {
    if (this.#source?.text !== text) this.#source = this.#sourceOf(text);
    return this.#source;
  }

  /** What a source says; stages that were in the last text too are the same objects as then. */
  value({ reading }: Source): unknown {
    return rememberedValue(reading, this.#memory.values);
  }

  #sourceOf(text: string): Source {
    const syntax = parse(text, this.#items);
    return { text, syntax, reading: read(syntax.root, this.#read) };
  }
}
