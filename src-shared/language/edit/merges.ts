import { isMap, isScalar, type Scalar, visit } from "yaml";
import type { TextRange } from "../diagnostics.ts";
import { composed } from "../syntax/parse.ts";
import type { MapNode } from "../syntax/tree.ts";

/** Where merge keys stand, which the tree has resolved: each from its `<<` to the end of its value. Read when first asked. */
export class Merges {
  readonly #text: string;
  #byMap: ReadonlyMap<number, readonly TextRange[]> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The merge keys of a map that stands in the text itself, in order. */
  of(map: MapNode): readonly TextRange[] {
    this.#byMap ??= this.#text.includes("<<") ? mergesIn(this.#text) : new Map();
    return this.#byMap.get(map.range.from) ?? [];
  }
}

export function isMergeKey(key: unknown): key is Scalar<"<<"> {
  return isScalar(key) && key.type === "PLAIN" && key.source === "<<";
}

function mergesIn(text: string): Map<number, readonly TextRange[]> {
  const found = new Map<number, readonly TextRange[]>();
  const contents = composed(text)[0]?.contents;
  if (!contents) return found;
  visit(contents, {
    Map: (_key, map) => {
      if (!isMap(map) || !map.range) return;
      const merges = map.items.flatMap(({ key, value }) => {
        const end = rangeOf(value)?.[1];
        return isMergeKey(key) && key.range && end !== undefined
          ? [{ from: key.range[0], to: trimmed(text, end) }]
          : [];
      });
      if (merges.length > 0) found.set(map.range[0], merges);
    },
  });
  return found;
}

function rangeOf(value: unknown): readonly number[] | undefined {
  return (value as { readonly range?: readonly number[] } | null)?.range;
}

function trimmed(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}
