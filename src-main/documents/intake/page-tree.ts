import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";
import { damaged, tooMany } from "./refusals.ts";

const name = (text: string): PDFName => PDFName.of(text);

/** [decision 0207] */
const MAX_PAGES = 2_000;
const MAX_TREE_DEPTH = 64;

interface Node {
  readonly dict: PDFDict;
  /** Undefined: it stands within what lists it. */
  readonly reference: PDFRef | undefined;
  readonly depth: number;
}

/**
 * Walks the page tree without trusting it: one that leads back to itself, or to one node over and over, would keep the library
 * busy for ever. What a page inherits, some readers look for in the nodes that list it and others in the one that it calls its
 * parent: both are made the same. Answers whether they were not.
 * @throws DocumentFailure `damaged` or `too_complex`
 */
export function straightenTree({ catalog }: PDFDocument, fileName: string): boolean {
  const root = nodeOf(catalog, catalog.get(name("Pages")), 0);
  if (root === null) throw damaged(fileName, "it has no list of pages");
  const waiting = [root];
  const listed = new Map<PDFDict, PDFDict>();
  let [leaves, nodes, changed] = [0, 0, root.dict.delete(name("Parent"))];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const kids = kidsOf(next);
    nodes += 1;
    if (kids === null) leaves += 1;
    else if (next.depth === MAX_TREE_DEPTH) throw damaged(fileName, "its list of pages leads back to itself");
    for (const kid of kids ?? []) {
      if ((listed.get(kid.dict) ?? next.dict) !== next.dict)
        throw damaged(fileName, "one of its pages stands in two lists");
      listed.set(kid.dict, next.dict);
      if (adopt(next, kid)) changed = true;
      waiting.push(kid);
    }
    if (leaves > MAX_PAGES || nodes + waiting.length > 10 * MAX_PAGES) throw tooMany(fileName, MAX_PAGES, "pages");
  }
  return changed;
}

function nodeOf({ context }: PDFDict, item: PDFObject | undefined, depth: number): Node | null {
  const reference = item instanceof PDFRef ? item : undefined;
  const dict = reference === undefined ? item : context.lookup(reference);
  return dict instanceof PDFDict ? { dict, reference, depth } : null;
}

/** Null: it is a page. */
function kidsOf({ dict, depth }: Node): readonly Node[] | null {
  const kids = dict.lookup(name("Kids"));
  if (!(kids instanceof PDFArray)) return null;
  return kids.asArray().flatMap((item) => nodeOf(dict, item, depth + 1) ?? []);
}

/** Answers whether the kid had called another its parent. */
function adopt({ dict, reference }: Node, kid: Node): boolean {
  if (reference === undefined || kid.dict.lookup(name("Parent")) === dict) return false;
  kid.dict.set(name("Parent"), reference);
  return true;
}
