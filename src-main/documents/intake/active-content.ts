import type { PDFContext, PDFDocument } from "pdf-lib";
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from "pdf-lib";
import type { RemovedContent } from "../types.ts";
import { type KeywordDict, keywordDicts } from "./keyword-dicts.ts";
import { freezeLayers } from "./layers.ts";

/**
 * Removes from a PDF everything that acts, plays, hides or looks different in another reader, so that people sign what they
 * see (decision 0206). It visits every dictionary of the file, reachable or not, and keeps only actions and annotations on
 * a list of harmless ones.
 */

const name = (text: string): PDFName => PDFName.of(text);

/** Actions that are kept, with the only keys that are kept of them: a `Next` never is. */
const KEPT_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GoTo: ["Type", "S", "D", "SD"],
  URI: ["Type", "S", "URI", "IsMap"],
  Named: ["Type", "S", "N"],
};
const KEPT_NAMED = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const KEPT_ADDRESS = /^(https?:\/\/|mailto:)[^\s\p{Cc}]*$/iu;

/** What an action that goes is called. Where it is reached by another way than an action, it is emptied by this list. */
const ACTIONS: Readonly<Record<string, RemovedContent>> = {
  JavaScript: "scripts",
  Launch: "actions",
  SubmitForm: "actions",
  ResetForm: "actions",
  ImportData: "actions",
  GoToR: "actions",
  GoToE: "files",
  GoToDp: "actions",
  Thread: "actions",
  Hide: "actions",
  Named: "actions",
  URI: "actions",
  SetOCGState: "layers",
  Trans: "actions",
  Sound: "media",
  Movie: "media",
  Rendition: "media",
  GoTo3DView: "media",
  RichMediaExecute: "media",
};
/** Keys whose value is an action. `Next` stands in actions alone: an outline's item has a sibling of that name. */
const ACTION_KEYS = ["A", "PA", "NA", "OpenAction"].map(name);

const KEPT_ANNOTATIONS = new Set([
  ...["Link", "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline"],
  ...["Squiggly", "StrikeOut", "Caret", "Stamp", "Ink", "Popup", "Redact", "Watermark", "Widget"],
]);
const ANNOTATIONS: Readonly<Record<string, RemovedContent>> = {
  FileAttachment: "files",
  Sound: "media",
  Movie: "media",
  Screen: "media",
  "3D": "media",
  RichMedia: "media",
  Projection: "annotations",
  PrinterMark: "annotations",
  TrapNet: "annotations",
};

const KEYS: Readonly<Record<string, RemovedContent>> = {
  AA: "actions",
  PresSteps: "actions",
  Requirements: "actions",
  JS: "scripts",
  JavaScript: "scripts",
  XFA: "scripts",
  EmbeddedFiles: "files",
  AF: "files",
  EF: "files",
  RF: "files",
  Collection: "files",
  OPI: "files",
  AlternatePresentations: "media",
  Renditions: "media",
  RichMediaContent: "media",
  RichMediaSettings: "media",
  /** Another picture for the printer than for the screen. */
  Alternates: "layers",
  FixedPrint: "annotations",
  Trans: "actions",
  Dur: "actions",
};

/** Viewer preferences that are kept: all others hide something, or show less than the whole. */
const KEPT_PREFERENCES = [
  ...["Type", "DisplayDocTitle", "Direction", "FitWindow", "CenterWindow", "NonFullScreenPageMode"],
  ...["PrintScaling", "Duplex", "PickTrayByPDFSize"],
].map(name);
/** Curves that a printer applies and a screen does not. */
const TRANSFERS = ["TR", "TR2", "TransferFunction"];
const KEPT_TRANSFERS = new Set(["Identity", "Default"]);

/** Keys that mean this in a stream's dictionary alone: data in another file, a page of another file, PostScript. */
const STREAM_KEYS: Readonly<Record<string, RemovedContent>> = {
  F: "files",
  FFilter: "files",
  FDecodeParms: "files",
  Ref: "files",
  PS: "scripts",
  Subtype2: "scripts",
};

const TYPES: Readonly<Record<string, RemovedContent>> = {
  Filespec: "files",
  EmbeddedFile: "files",
  Rendition: "media",
  MediaClip: "media",
  "3D": "media",
  RichMedia: "media",
  RichMediaContent: "media",
  RichMediaSettings: "media",
};

const [HIDDEN, PRINT, NO_VIEW, TOGGLE_NO_VIEW] = [1 << 1, 1 << 2, 1 << 5, 1 << 8];
/** Nobody prints these: a link has no look, and a pop-up is opened by hand. A widget is drawn into the page by the seal. */
const NOT_PRINTED = new Set(["Link", "Popup", "Text", "Widget"]);
/** These are no marks on the page: an area to click on, and a window that opens. */
const LOOKLESS = new Set(["Link", "Popup"]);

/** Takes it out in place, and answers what was there, in order; nothing means that nothing was changed. */
export function removeActiveContent(document: PDFDocument): readonly RemovedContent[] {
  const { context } = document;
  const cleaning = new Cleaning(context);
  for (const found of keywordDicts(context)) cleaning.clean(found);
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream && cleaning.emptied.has(object.dict)) context.assign(reference, context.obj({}));
  }
  return cleaning.found();
}

function nameOf(dict: PDFDict, key: string): string {
  const value = dict.lookup(name(key));
  return value instanceof PDFName ? value.decodeText() : "";
}

/** An element of the structure tree has an `S` of its own, with any name. */
function isElement(dict: PDFDict): boolean {
  if (dict.has(name("JS"))) return false;
  return (
    nameOf(dict, "Type") === "StructElem" || (dict.has(name("P")) && (dict.has(name("K")) || dict.has(name("Pg"))))
  );
}

function isKeptAction(action: PDFDict): boolean {
  switch (nameOf(action, "S")) {
    case "GoTo":
      return true;
    case "Named":
      return KEPT_NAMED.has(nameOf(action, "N"));
    case "URI": {
      const address = action.lookup(name("URI"));
      return (
        (address instanceof PDFString || address instanceof PDFHexString) && KEPT_ADDRESS.test(address.decodeText())
      );
    }
    default:
      return false;
  }
}

class Cleaning {
  /** Whatever was emptied; where it is a stream's dictionary, its data must go too. */
  readonly emptied = new Set<PDFDict>();
  readonly #context: PDFContext;
  readonly #kinds = new Set<RemovedContent>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  found(): readonly RemovedContent[] {
    return [...this.#kinds].sort();
  }

  clean({ dict, ofStream }: KeywordDict): void {
    // The order matters: what an emptied dictionary was is known by its own keys.
    const kind = whatToEmpty(dict);
    if (kind !== null) {
      this.#empty(dict, kind);
      return;
    }
    this.#cleanAnnotations(dict);
    this.#cleanKeys(dict);
    // The base of all addresses; an action has a string there.
    if (dict.lookup(name("URI")) instanceof PDFDict) this.#drop(dict, "URI", "actions");
    if (ofStream) this.#cleanStream(dict);
    this.#cleanLooks(dict);
    if (freezeLayers(dict, this.#context)) this.#kinds.add("layers");
  }

  #cleanKeys(dict: PDFDict): void {
    for (const key of ACTION_KEYS) this.#cleanAction(dict, key);
    for (const [key, what] of Object.entries(KEYS)) this.#drop(dict, key, what);
  }

  /** Content that differs between a window, a presentation and paper. */
  #cleanLooks(dict: PDFDict): void {
    const preferences = dict.lookup(name("ViewerPreferences"));
    if (preferences instanceof PDFDict) {
      for (const key of preferences.keys())
        if (!KEPT_PREFERENCES.includes(key)) this.#drop(preferences, key.decodeText(), "actions");
    }
    // The mask of a picture has a curve of its own, which the screen shows too.
    if (dict.has(name("S"))) return;
    for (const key of TRANSFERS)
      if (dict.has(name(key)) && !KEPT_TRANSFERS.has(nameOf(dict, key))) this.#drop(dict, key, "layers");
  }

  #cleanStream(dict: PDFDict): void {
    for (const [key, what] of Object.entries(STREAM_KEYS)) this.#drop(dict, key, what);
    if (nameOf(dict, "Subtype") === "PS") this.#drop(dict, "Subtype", "scripts");
  }

  #cleanAction(dict: PDFDict, key: PDFName): void {
    const action = dict.lookup(key);
    if (!(action instanceof PDFDict)) return;
    const type = action.lookup(name("S"));
    // An element of the structure tree has attributes under the key of an action.
    if (type === undefined && action.has(name("O"))) return;
    if (isKeptAction(action)) {
      this.#keepOnly(action, KEPT_ACTIONS[nameOf(action, "S")] ?? []);
      return;
    }
    dict.delete(key);
    this.#kinds.add(ACTIONS[nameOf(action, "S")] ?? "actions");
  }

  #keepOnly(action: PDFDict, kept: readonly string[]): void {
    for (const key of action.keys()) {
      if (kept.includes(key.decodeText())) continue;
      action.delete(key);
      this.#kinds.add("actions");
    }
  }

  #cleanAnnotations(dict: PDFDict): void {
    const annotations = dict.lookup(name("Annots"));
    if (!(annotations instanceof PDFArray)) return;
    for (let index = annotations.size() - 1; index >= 0; index -= 1) {
      const annotation = annotations.lookup(index);
      if (!(annotation instanceof PDFDict)) continue;
      if (isKeptAnnotation(annotation)) {
        this.#settle(annotation);
        continue;
      }
      // Also reports its own actions.
      this.#cleanKeys(annotation);
      if (!this.emptied.has(annotation))
        this.#empty(annotation, ANNOTATIONS[nameOf(annotation, "Subtype")] ?? "annotations");
      annotations.remove(index);
    }
  }

  /** Makes an annotation look the same on the screen, on paper and under the mouse. */
  #settle(annotation: PDFDict): void {
    const subtype = nameOf(annotation, "Subtype");
    const appearances = annotation.lookup(name("AP"));
    const drawn = appearances instanceof PDFDict;
    if (subtype === "Widget") return;
    const before = flagsOf(annotation);
    const printed = drawn && !NOT_PRINTED.has(subtype) ? before | PRINT : before;
    const after = printed & ~TOGGLE_NO_VIEW;
    if (after !== before) {
      annotation.set(name("F"), PDFNumber.of(after));
      this.#kinds.add("annotations");
    }
    if (drawn) for (const key of ["R", "D"]) this.#drop(appearances, key, "annotations");
  }

  #drop(dict: PDFDict, key: string, kind: RemovedContent): void {
    if (dict.delete(name(key))) this.#kinds.add(kind);
  }

  #empty(dict: PDFDict, kind: RemovedContent): void {
    this.#kinds.add(kind);
    for (const key of dict.keys()) dict.delete(key);
    this.emptied.add(dict);
  }
}

function flagsOf(annotation: PDFDict): number {
  const flags = annotation.lookup(name("F"));
  return flags instanceof PDFNumber ? flags.asNumber() : 0;
}

function isKeptAnnotation(annotation: PDFDict): boolean {
  const subtype = nameOf(annotation, "Subtype");
  if (subtype === "Widget") return true;
  if (!KEPT_ANNOTATIONS.has(subtype) || (flagsOf(annotation) & (HIDDEN | NO_VIEW)) !== 0) return false;
  return LOOKLESS.has(subtype) || hasLook(annotation);
}

/** Without one, a reader draws the annotation as it likes, or not at all. */
function hasLook(annotation: PDFDict): boolean {
  const appearances = annotation.lookup(name("AP"));
  const normal = appearances instanceof PDFDict ? appearances.lookup(name("N")) : undefined;
  if (!(normal instanceof PDFDict)) return normal instanceof PDFStream;
  const state = annotation.lookup(name("AS"));
  return state instanceof PDFName && normal.lookup(state) instanceof PDFStream;
}

/** What is nothing but active content, wherever it stands; null: it may stay, cleaned. */
function whatToEmpty(dict: PDFDict): RemovedContent | null {
  const type = TYPES[nameOf(dict, "Type")];
  if (type !== undefined) return type;
  const annotation = dict.has(name("Rect")) ? ANNOTATIONS[nameOf(dict, "Subtype")] : undefined;
  if (annotation !== undefined) return annotation;
  const action = ACTIONS[nameOf(dict, "S")];
  return action === undefined || isElement(dict) || isKeptAction(dict) ? null : action;
}
