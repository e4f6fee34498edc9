import type { PDFContext, PDFDocument, PDFField, PDFFont, PDFObject, PDFPage } from "pdf-lib";
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRef,
  PDFStream,
  PDFString,
  PDFTextField,
} from "pdf-lib";
import type { RemovedContent } from "../types.ts";
import { removeActiveContent } from "./active-content.ts";
import { contentStream, contentsOf } from "./page-contents.ts";
import { hasPlainContent } from "./plain-content.ts";

/**
 * Makes a document ready to be sealed: what was a form becomes page content, earlier signatures and active content go,
 * and objects that nothing refers to any more are left out. See decision 0200.
 */

const name = (text: string): PDFName => PDFName.of(text);
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const NO_VIEW = 1 << 5;
const READ_ONLY = 1 << 6;
const LOCKED = 1 << 7;

/** Asked for only where a field has to be drawn: most forms come with their looks. */
export type FormFont = () => Promise<PDFFont>;

/** Changes by the flattening that a reader of the sealed document must know. */
export interface Flattened {
  /** Active content that came with documents which were taken in before it was removed there. */
  readonly removed: readonly RemovedContent[];
  readonly earlierSignatures: number;
  readonly formFields: number;
  /** Form fields whose value could not be drawn. */
  readonly lostFields: number;
}

/** Prepares the document in place. `font` writes values of form fields that came without an appearance. */
export async function flatten(document: PDFDocument, font: FormFont): Promise<Flattened> {
  const { context } = document;
  removeUnreachable(context);
  const earlierSignatures = countSignatures(context);
  const removed = removeActiveContent(document);
  return { removed, earlierSignatures, ...(await flattenForm(document, font)) };
}

/** Makes a form, with what is filled in, part of the pages: at intake, or at the seal where a signature forbade it before. */
export async function flattenForm(
  document: PDFDocument,
  font: FormFont,
): Promise<Pick<Flattened, "formFields" | "lostFields">> {
  const { catalog, context } = document;
  const isForm = catalog.lookup(name("AcroForm")) instanceof PDFDict;
  const lostFields = isForm ? await drawFields(document, font) : 0;
  const formFields = document.getPages().reduce((drawn, page) => drawn + flattenWidgets(page), 0);
  for (const key of ["AcroForm", "Perms", "DSS"]) catalog.delete(name(key));
  removeUnreachable(context);
  return { formFields, lostFields };
}

/** Some forms leave it to the viewer to draw their values. Answers how many fields could not be drawn. */
async function drawFields(document: PDFDocument, font: FormFont): Promise<number> {
  for (const field of document.getForm().getFields().filter(isPassword))
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(name("AP"));
  const fields = fieldsToDraw(document);
  if (fields.length === 0) return 0;
  const written = await font();
  let lost = 0;
  for (const field of fields) {
    try {
      field.defaultUpdateAppearances(written);
    } catch {
      // pdf-lib refuses rich text and some damaged fields; the caller reports how many.
      if (hasValue(field)) lost += 1;
    }
  }
  return lost;
}

/** The fields whose looks are missing, or old by what the form says itself. */
function fieldsToDraw(document: PDFDocument): readonly PDFField[] {
  const form = document.getForm();
  const isStale = form.acroForm.dict.lookup(name("NeedAppearances")) === PDFBool.True;
  return form
    .getFields()
    .filter((field) => !isPassword(field) && (field.needsAppearancesUpdate() || (isStale && isWritten(field))));
}

/** Whether a form shows something that is not in the file: readers draw it, or do not. */
export function leavesDrawingToReaders(document: PDFDocument): boolean {
  return document.catalog.lookup(name("AcroForm")) instanceof PDFDict && fieldsToDraw(document).some(hasValue);
}

/** Invisible fields are not drawn. */
function isPassword(field: PDFField): boolean {
  return field instanceof PDFTextField && field.isPassword();
}

function hasValue(field: PDFField): boolean {
  const value = field.acroField.getInheritableAttribute(name("V"));
  const found = value instanceof PDFRef ? field.doc.context.lookup(value) : value;
  if (found instanceof PDFString || found instanceof PDFHexString) return found.decodeText() !== "";
  if (found instanceof PDFArray) return found.size() > 0;
  return found instanceof PDFStream || (found instanceof PDFName && found !== name("Off"));
}

function isWritten(field: PDFField): boolean {
  return field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList;
}

/** How many signatures a document carries: signed fields have a value with a byte range. */
export function countSignatures(context: PDFContext): number {
  return context.enumerateIndirectObjects().filter(([, object]) => {
    const value = object instanceof PDFDict ? object.lookup(name("V")) : undefined;
    return value instanceof PDFDict && value.has(name("ByteRange"));
  }).length;
}

/** Draws a page's fields behind its content; where that could move or lose them, they become stamps. Answers how many. */
function flattenWidgets(page: PDFPage): number {
  const annotations = page.node.lookup(name("Annots"));
  if (!(annotations instanceof PDFArray)) return 0;
  const kept = page.node.context.obj([]);
  const fields: Field[] = [];
  for (const entry of annotations.asArray()) {
    const annotation = page.node.context.lookup(entry);
    if (!(annotation instanceof PDFDict) || annotation.get(name("Subtype")) !== name("Widget")) kept.push(entry);
    else fields.push(...shownField(annotation));
  }
  if (hasPlainContent(page)) drawBehind(page, fields);
  else for (const field of fields) kept.push(stamp(page, field));
  page.node.set(name("Annots"), kept);
  return fields.length;
}

/** What a reader shows of a widget. */
interface Field {
  readonly widget: PDFDict;
  readonly appearance: PDFRef;
  readonly stream: PDFStream;
}

function shownField(widget: PDFDict): readonly Field[] {
  const flags = widget.lookup(name("F"));
  if (flags instanceof PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0) return [];
  const appearance = appearanceOf(widget);
  const stream = appearance === null ? undefined : widget.context.lookup(appearance);
  return appearance !== null && stream instanceof PDFStream ? [{ widget, appearance, stream }] : [];
}

/** An annotation with a field's appearance that cannot be filled in. Readers draw it above the page's content. */
function stamp({ node }: PDFPage, { widget, appearance }: Field): PDFRef {
  const { context } = node;
  const stamped = context.obj({
    Type: "Annot",
    Subtype: "Stamp",
    F: PRINT | READ_ONLY | LOCKED,
    AP: { N: appearance },
  });
  for (const key of ["Rect", "OC"]) {
    const value = widget.get(name(key));
    if (value !== undefined) stamped.set(name(key), value);
  }
  return context.register(stamped);
}

function numbers(object: PDFObject | undefined, count: number): number[] | null {
  if (!(object instanceof PDFArray) || object.size() !== count) return null;
  const values = object.asArray().map((_, index) => object.lookup(index));
  return values.every((value) => value instanceof PDFNumber) ? values.map((value) => value.asNumber()) : null;
}

/** The widget's normal appearance: a stream, or the one of its present state. */
function appearanceOf(widget: PDFDict): PDFRef | null {
  const appearances = widget.lookup(name("AP"));
  if (!(appearances instanceof PDFDict)) return null;
  const normal = appearances.lookup(name("N"));
  const state = widget.lookup(name("AS"));
  const holder = normal instanceof PDFStream ? appearances : normal;
  const key = normal instanceof PDFStream ? name("N") : state;
  if (!(holder instanceof PDFDict) || !(key instanceof PDFName)) return null;
  const entry = holder.get(key);
  return entry instanceof PDFRef && holder.lookup(key) instanceof PDFStream ? entry : null;
}

function drawBehind(page: PDFPage, fields: readonly Field[]): void {
  const drawn = fields.flatMap((field) => drawField(page, field));
  if (drawn.length === 0) return;
  page.node.normalize();
  const contents = [...contentsOf(page), contentStream(page.node.context, drawn.join("\n"))];
  page.node.set(name("Contents"), page.node.context.obj(contents));
}

/** Draws a field where its annotation stands (ISO 32000-1, 12.5.5, algorithm 8.1). Answers the operators; none: it has no area. */
function drawField(page: PDFPage, { widget, appearance, stream }: Field): readonly string[] {
  const rectangle = numbers(widget.lookup(name("Rect")), 4);
  const box = numbers(stream.dict.lookup(name("BBox")), 4);
  if (rectangle === null || box === null) return [];
  const matrix = numbers(stream.dict.lookup(name("Matrix")), 6) ?? [1, 0, 0, 1, 0, 0];
  const placement = place(box, matrix, rectangle);
  if (placement === null) return [];
  stream.dict.set(name("Type"), name("XObject"));
  stream.dict.set(name("Subtype"), name("Form"));
  const key = page.node.newXObject("CsField", appearance);
  const drawn = `q ${placement.map(decimal).join(" ")} cm ${key.toString()} Do Q`;
  return [onLayerOf(page, widget, drawn)];
}

/** Content on a layer stays on it. */
function onLayerOf(page: PDFPage, widget: PDFDict, operators: string): string {
  const layer = widget.get(name("OC"));
  if (layer === undefined) return operators;
  page.node.normalize();
  const { Resources } = page.node.normalizedEntries();
  const known = Resources.lookup(name("Properties"));
  const layers = known instanceof PDFDict ? known : page.node.context.obj({});
  Resources.set(name("Properties"), layers);
  const key = layers.uniqueKey("CsLayer");
  layers.set(key, layer);
  return `/OC ${key.toString()} BDC ${operators} EMC`;
}

/** The matrix that fits the transformed bounding box into the annotation's rectangle; null where it has no area. */
function place(box: number[], matrix: number[], rectangle: number[]): number[] | null {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) return null;
  const [rx0 = 0, ry0 = 0, rx1 = 0, ry1 = 0] = rectangle;
  const scaleX = Math.abs(rx1 - rx0) / width;
  const scaleY = Math.abs(ry1 - ry0) / height;
  return [scaleX, 0, 0, scaleY, Math.min(rx0, rx1) - left * scaleX, Math.min(ry0, ry1) - bottom * scaleY];
}

/** PDF knows no exponents. */
function decimal(value: number): string {
  return value.toFixed(5).replace(/\.?0+$/, "");
}

export function partsOf(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFArray) return object.asArray();
  if (object instanceof PDFDict) return object.values();
  return object instanceof PDFStream ? object.dict.values() : [];
}

/** Drops every indirect object that neither catalog nor info dictionary leads to, old signatures among them. */
export function removeUnreachable(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const waiting: PDFObject[] = [context.trailerInfo.Root, context.trailerInfo.Info].filter(
    (root) => root !== undefined,
  );
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      const target = context.lookup(object);
      if (target !== undefined) waiting.push(target);
    } else {
      for (const part of partsOf(object)) waiting.push(part);
    }
  }
  for (const [reference] of context.enumerateIndirectObjects()) {
    if (!reached.has(reference)) context.delete(reference);
  }
}
