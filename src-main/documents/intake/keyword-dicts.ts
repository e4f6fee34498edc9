import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from "pdf-lib";
import { DocumentFailure } from "../types.ts";

/** A dictionary whose keys have the meaning of the PDF standard. */
export interface KeywordDict {
  readonly dict: PDFDict;
  /** It describes a stream. */
  readonly ofStream: boolean;
}

/** Arrays, dictionaries and streams of a document, nested ones included. */
const MOST_NODES = 2_000_000;

/** Under these keys stand dictionaries whose keys are names of the author's choice: "AA" may be a font there. */
const MAPS = new Set(
  [
    ...["Font", "XObject", "ColorSpace", "ExtGState", "Pattern", "Shading", "Properties", "CharProcs"],
    ...["Dests", "ClassMap", "RoleMap", "Colorants"],
  ].map((key) => PDFName.of(key)),
);
/** Under these keys of an `AP` too: the names of a button's states. */
const STATES = new Set(["N", "R", "D"].map((key) => PDFName.of(key)));
const APPEARANCES = PDFName.of("AP");

/** How a dictionary is reached decides what its keys are; one that is reached both ways has keywords. */
type Role = "keywords" | "names" | "appearances";

/**
 * Every dictionary of the file whose keys are keywords, reachable or not, with those of streams.
 * @throws DocumentFailure `too_complex` beyond 2,000,000 nested objects.
 */
export function keywordDicts(context: PDFContext): readonly KeywordDict[] {
  const walk = new Walk(context);
  const { Root, Info } = context.trailerInfo;
  if (Root !== undefined) walk.from(Root, "keywords");
  if (Info !== undefined) walk.from(Info, "names");
  for (const [reference] of context.enumerateIndirectObjects()) {
    if (!walk.reached.has(reference)) walk.from(reference, "keywords");
  }
  return walk.found;
}

class Walk {
  readonly reached = new Set<PDFRef>();
  readonly found: KeywordDict[] = [];
  readonly #context: PDFContext;
  readonly #seen: Readonly<Record<Role, Set<PDFObject>>> = {
    keywords: new Set(),
    names: new Set(),
    appearances: new Set(),
  };
  readonly #waiting: (readonly [PDFObject, Role])[] = [];
  #nodes = 0;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  from(start: PDFObject, role: Role): void {
    this.#waiting.push([start, role]);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#visit(...next);
  }

  #visit(object: PDFObject, role: Role): void {
    if (object instanceof PDFRef) {
      this.reached.add(object);
      const target = this.#context.lookup(object);
      if (target !== undefined) this.#visit(target, role);
      return;
    }
    const isArray = object instanceof PDFArray;
    if (!isArray && !(object instanceof PDFDict) && !(object instanceof PDFStream)) return;
    // An array's items are never maps.
    const seen = this.#seen[isArray ? "keywords" : role];
    if (seen.has(object)) return;
    seen.add(object);
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) throw tooManyNodes();
    if (isArray) for (const item of object.asArray()) this.#waiting.push([item, "keywords"]);
    else if (object instanceof PDFStream) this.#visitDict(object.dict, "keywords", true);
    else this.#visitDict(object, role, false);
  }

  #visitDict(dict: PDFDict, role: Role, ofStream: boolean): void {
    if (role !== "names") this.found.push({ dict, ofStream });
    for (const [key, value] of dict.entries()) this.#waiting.push([value, roleUnder(role, key)]);
  }
}

function roleUnder(role: Role, key: PDFName): Role {
  if (role === "appearances" && STATES.has(key)) return "names";
  if (role !== "keywords") return "keywords";
  if (key === APPEARANCES) return "appearances";
  return MAPS.has(key) ? "names" : "keywords";
}

function tooManyNodes(): DocumentFailure {
  return new DocumentFailure(
    "too_complex",
    `The document holds more than ${MOST_NODES.toLocaleString("en")} objects. Print it to a new PDF, or split it, and try again.`,
  );
}
