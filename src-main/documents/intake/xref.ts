import type { PDFObject } from "pdf-lib";
import {
  PDFArray,
  PDFCatalog,
  PDFContext,
  type PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFStream,
} from "pdf-lib";
import { partsOf } from "./flatten-pdf.ts";
import { unpacked } from "./unpacked.ts";

/**
 * Reads a PDF as readers do: by its cross-reference tables, and by the lengths that its streams name (decision 0209). The
 * library itself looks for objects in the whole file and takes the last of each number, so that it may find others.
 */

const name = (text: string): PDFName => PDFName.of(text);
const codes = (text: string): number[] => [...Buffer.from(text, "latin1")];
const [XREF, TRAILER, OBJ] = ["xref", "trailer", "obj"].map(codes) as [number[], number[], number[]];
const MOST_SECTIONS = 10_000;
/** Beyond it, counting alone would take too long; documents may have far fewer objects. */
const MOST_ENTRIES = 5_000_000;
const MOST_LINKS = 100;

/** Where an object stands: at an offset, or as the nth of an object stream. */
type Entry =
  | { readonly kind: "free" }
  | { readonly kind: "at"; readonly offset: number; readonly generation: number }
  | { readonly kind: "packed"; readonly stream: number; readonly index: number };

export interface OpenedPdf {
  readonly document: PDFDocument;
  /**
   * Where a revision can be added; null: a table or a length does not fit and the library has looked for the objects, so that
   * another reader might find others.
   */
  readonly end: FileEnd | null;
}

/** The parts of a file that an added revision must continue. */
export interface FileEnd {
  /** Bytes in front of the header: offsets count from it. */
  readonly headerAt: number;
  /** Offset of the newest cross-reference section. */
  readonly xrefAt: number;
  /** That section is a table, not a stream; the next one is of the same kind. */
  readonly isTable: boolean;
  /** No object has this number or a higher one. */
  readonly size: number;
}

/** What does not fit; readers then look for the objects. */
class Unfit extends Error {}

/** It can be read with its key alone. */
export class EncryptedPdf extends Error {}

/** @throws EncryptedPdf; Error when nothing can be made of it. */
export async function openByXref(bytes: Uint8Array): Promise<OpenedPdf> {
  try {
    const file = new XrefFile(bytes);
    return { document: documentOf(file.read()), end: file.end };
  } catch (error) {
    if (error instanceof EncryptedPdf) throw error;
    // The library reports broken tables itself, from what it finds without them.
    const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
    requireWholeStreams(document.context);
    straighten(document.context);
    return { document, end: null };
  }
}

function documentOf(context: PDFContext): PDFDocument {
  straighten(context);
  if (!(context.lookup(context.trailerInfo.Root) instanceof PDFCatalog)) throw new Unfit("no catalog");
  return Reflect.construct(PDFDocument, [context, true, false]) as PDFDocument;
}

/** An object that is nothing but a reference becomes what it leads to, or null where that is itself. */
function straighten(context: PDFContext): void {
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRef)) continue;
    let found: PDFObject | undefined = object;
    for (let link = 0; found instanceof PDFRef && link < MOST_LINKS; link += 1) found = context.lookup(found);
    if (found === undefined || found instanceof PDFRef) context.delete(reference);
    else context.assign(reference, found);
  }
}

/** Where a length stands in an object of its own, the library takes what comes before the first "endstream". */
function requireWholeStreams(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const length = object.dict.get(name("Length"));
    const named = length instanceof PDFRef ? context.lookup(length) : undefined;
    if (named instanceof PDFNumber && named.asNumber() > object.contents.length + 2)
      throw new Error("A stream is shorter than it says.");
  }
}

/** The library keeps its reader of bytes to itself. */
class Bytes extends PDFParser {
  static of(bytes: Uint8Array) {
    const file = bytes.subarray();
    // What a stream holds is a view of the file: with copies, a large file would take twice the memory.
    Object.defineProperty(file, "slice", { value: file.subarray });
    return new Bytes(file).bytes;
  }
}

class Reader extends PDFObjectParser {
  /** What a length that stands in an object of its own is; null: nothing that fits. */
  readonly #lengthOf: (reference: PDFRef) => number | null;

  constructor(bytes: Uint8Array, context: PDFContext, lengthOf: (reference: PDFRef) => number | null) {
    super(Bytes.of(bytes), context);
    this.#lengthOf = lengthOf;
  }

  moveTo(offset: number): void {
    this.bytes.moveTo(offset);
  }

  is(keyword: number[]): boolean {
    this.skipWhitespaceAndComments();
    return this.matchKeyword(keyword);
  }

  int(): number {
    this.skipWhitespaceAndComments();
    return this.parseRawInt();
  }

  dict(): PDFDict {
    this.skipWhitespaceAndComments();
    return this.parseDict();
  }

  /** The letter of an entry of a table. */
  letter(): string {
    this.skipWhitespaceAndComments();
    return String.fromCharCode(this.bytes.next());
  }

  startsWithDigit(): boolean {
    this.skipWhitespaceAndComments();
    const next = this.bytes.peek();
    return next >= 0x30 && next <= 0x39;
  }

  /** The number and generation in front of an object; null: none stands here. */
  head(): PDFRef | null {
    try {
      const [number, generation] = [this.int(), this.int()];
      return this.is(OBJ) ? PDFRef.of(number, generation) : null;
    } catch {
      return null;
    }
  }

  object(): PDFObject {
    this.skipWhitespaceAndComments();
    return this.parseObject();
  }

  protected override parseDictOrStream(): PDFDict | PDFStream {
    const found = super.parseDictOrStream();
    if (!(found instanceof PDFRawStream)) return found;
    const length = found.dict.get(name("Length"));
    if (!(length instanceof PDFNumber) || length.asNumber() !== found.contents.length)
      throw new Unfit("a stream's length");
    return found;
  }

  protected override parseDict(): PDFDict {
    const found = super.parseDict();
    const length = found.get(name("Length"));
    if (!(length instanceof PDFRef)) return found;
    const here = this.bytes.offset();
    const value = this.#lengthOf(length);
    this.bytes.moveTo(here);
    if (value !== null) found.set(name("Length"), PDFNumber.of(value));
    return found;
  }
}

class XrefFile {
  readonly #context = PDFContext.create();
  readonly #headerAt: number;
  readonly #bytes: Uint8Array;
  readonly #reader: Reader;
  readonly #entries = new Map<number, Entry>();
  readonly #packed = new Map<number, readonly Packed[] | null>();
  readonly #unread = new Set<PDFRef>();
  #count = 0;

  constructor(bytes: Uint8Array) {
    // Offsets count from the header, wherever it stands.
    this.#headerAt = Math.max(0, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("%PDF-"));
    this.#bytes = bytes.subarray(this.#headerAt);
    this.#reader = new Reader(this.#bytes, this.#context, (reference) => this.#lengthOf(reference));
  }

  read(): PDFContext {
    const trailer = this.#readSections();
    if (trailer.has(name("Encrypt"))) throw new EncryptedPdf();
    for (const [number, entry] of this.#entries) this.#take(number, entry);
    const [Root, Info, ID] = ["Root", "Info", "ID"].map((key) => trailer.get(name(key)));
    this.#context.trailerInfo = { Root, Info, ID } as PDFContext["trailerInfo"];
    this.#requireReached();
    return this.#context;
  }

  get end(): FileEnd {
    const xrefAt = this.#lastStart();
    this.#reader.moveTo(xrefAt);
    let size = 1;
    for (const number of this.#entries.keys()) size = Math.max(size, number + 1);
    return { headerAt: this.#headerAt, xrefAt, isTable: this.#reader.is(XREF), size };
  }

  /** Newest section first: its entry for an object counts. */
  #readSections(): PDFDict {
    const waiting = [this.#lastStart()];
    const seen = new Set<number>();
    let newest: PDFDict | null = null;
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (seen.size > MOST_SECTIONS) throw new Unfit("sections");
      const trailer = this.#readSection(at);
      newest ??= trailer;
      for (const key of ["XRefStm", "Prev"]) {
        const next = trailer.get(name(key));
        if (next instanceof PDFNumber) waiting.push(next.asNumber());
      }
    }
    if (newest === null) throw new Unfit("no trailer");
    return newest;
  }

  #lastStart(): number {
    const file = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    const at = file.lastIndexOf("startxref");
    if (at < 0) throw new Unfit("startxref");
    this.#reader.moveTo(at + "startxref".length);
    return this.#reader.int();
  }

  #readSection(at: number): PDFDict {
    this.#reader.moveTo(at);
    return this.#reader.is(XREF) ? this.#readTable() : this.#readStream(at);
  }

  #readTable(): PDFDict {
    const reader = this.#reader;
    while (reader.startsWithDigit()) {
      let first = reader.int();
      const count = reader.int();
      for (let index = 0; index < count; index += 1) {
        const [offset, generation, letter] = [reader.int(), reader.int(), reader.letter()];
        if (letter !== "n" && letter !== "f") throw new Unfit("an entry");
        // Some writers begin to count at 1, with the entry that belongs to 0.
        if (index === 0 && first === 1 && letter === "f" && generation === 65_535) first = 0;
        const isFree = letter === "f" || offset === 0;
        this.#add(first + index, isFree ? { kind: "free" } : { kind: "at", offset, generation });
      }
    }
    if (!reader.is(TRAILER)) throw new Unfit("trailer");
    return reader.dict();
  }

  #readStream(at: number): PDFDict {
    this.#reader.moveTo(at);
    const stream = this.#reader.head() === null ? null : this.#reader.object();
    if (!(stream instanceof PDFRawStream) || stream.dict.get(name("Type")) !== name("XRef")) throw new Unfit("xref");
    const { dict } = stream;
    const data = unpacked(stream);
    const [type = 0, second = 0, third = 0] = numbersOf(dict.get(name("W")));
    const index = dict.get(name("Index"));
    const ranges =
      index === undefined ? [0, ...numbersOf(this.#context.obj([dict.get(name("Size"))]))] : numbersOf(index);
    const width = type + second + third;
    let position = 0;
    const field = (bytes: number): number => {
      let value = 0;
      for (let end = position + bytes; position < end; position += 1) value = value * 256 + (data[position] ?? 0);
      return value;
    };
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const [first = 0, count = 0] = ranges.slice(range, range + 2);
      for (let number = first; number < first + count && width > 0 && position + width <= data.length; number += 1) {
        const kind = type === 0 ? 1 : field(type);
        const [a, b] = [field(second), field(third)];
        if (kind === 1 && a !== 0) this.#add(number, { kind: "at", offset: a, generation: b });
        else if (kind === 2) this.#add(number, { kind: "packed", stream: a, index: b });
        else this.#add(number, { kind: "free" });
      }
    }
    return dict;
  }

  #add(number: number, entry: Entry): void {
    this.#count += 1;
    if (this.#count > MOST_ENTRIES) throw new Unfit("entries");
    if (!this.#entries.has(number)) this.#entries.set(number, entry);
  }

  #take(number: number, entry: Entry): void {
    if (number === 0 || entry.kind === "free") return;
    const reference = PDFRef.of(number, entry.kind === "at" ? entry.generation : 0);
    const object = entry.kind === "at" ? this.#at(entry.offset, reference) : this.#unpack(number, entry);
    if (object === null) this.#unread.add(reference);
    // Streams that only hold the tables are written again with them.
    else if (!isOfTables(object)) this.#context.assign(reference, object);
  }

  #at(offset: number, reference: PDFRef): PDFObject | null {
    this.#reader.moveTo(offset);
    try {
      return this.#reader.head() === reference ? this.#reader.object() : null;
    } catch {
      return null;
    }
  }

  #unpack(number: number, { stream, index }: Extract<Entry, { kind: "packed" }>): PDFObject | null {
    const known = this.#packed.get(stream);
    const packed = known === undefined ? this.#unpackAll(stream) : known;
    const found = packed?.[index];
    return found?.number === number ? found.object() : null;
  }

  #unpackAll(number: number): readonly Packed[] | null {
    // A stream whose length it holds itself leads nowhere.
    this.#packed.set(number, null);
    const entry = this.#entries.get(number);
    const stream = entry?.kind === "at" ? this.#at(entry.offset, PDFRef.of(number, entry.generation)) : null;
    if (!(stream instanceof PDFRawStream)) return null;
    const [first, count] = ["First", "N"].map((key) => stream.dict.get(name(key)));
    if (!(first instanceof PDFNumber && count instanceof PDFNumber)) return null;
    try {
      const reader = new Reader(unpacked(stream), this.#context, () => null);
      const heads: (readonly [number, number])[] = [];
      while (heads.length < count.asNumber()) heads.push([reader.int(), reader.int()]);
      const packed = heads.map(([of, offset]) => ({
        number: of,
        object: () => {
          reader.moveTo(first.asNumber() + offset);
          try {
            return reader.object();
          } catch {
            return null;
          }
        },
      }));
      this.#packed.set(number, packed);
      return packed;
    } catch {
      return null;
    }
  }

  #lengthOf(reference: PDFRef): number | null {
    const entry = this.#entries.get(reference.objectNumber);
    if (entry?.kind === "packed") {
      const found = this.#unpack(reference.objectNumber, entry);
      return found instanceof PDFNumber ? found.asNumber() : null;
    }
    if (entry?.kind !== "at") return null;
    this.#reader.moveTo(entry.offset);
    // Anything but a number would be read in vain, or for ever.
    if (this.#reader.head() !== reference || !this.#reader.startsWithDigit()) return null;
    return this.#reader.int();
  }

  /** An unreadable object is harmless if nothing refers to it. */
  #requireReached(): void {
    if (this.#unread.size === 0) return;
    const { Root, Info } = this.#context.trailerInfo;
    const waiting = [Root, Info].filter((root): root is PDFObject => root !== undefined);
    const reached = new Set<PDFObject>();
    for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
      if (reached.has(object)) continue;
      reached.add(object);
      if (object instanceof PDFRef) {
        if (this.#unread.has(object)) throw new Unfit("an object that is not where it should be");
        const target = this.#context.lookup(object);
        if (target !== undefined) waiting.push(target);
      } else {
        // One by one: a list may have more items than a call takes arguments.
        for (const part of partsOf(object)) waiting.push(part);
      }
    }
  }
}

/** An object of an object stream, read when it is asked for. */
interface Packed {
  readonly number: number;
  readonly object: () => PDFObject | null;
}

function numbersOf(array: PDFObject | undefined): readonly number[] {
  if (!(array instanceof PDFArray)) throw new Unfit("numbers");
  return array.asArray().map((item) => {
    if (!(item instanceof PDFNumber) || item.asNumber() < 0) throw new Unfit("a number");
    return item.asNumber();
  });
}

function isOfTables(object: PDFObject): boolean {
  const type = object instanceof PDFRawStream ? object.dict.get(name("Type")) : undefined;
  return type === name("ObjStm") || type === name("XRef");
}
