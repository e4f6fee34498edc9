import { type Diagnostic, documentName, titleOfFile } from "../../../src-shared/basics/index.ts";
import { type FlowOutline, type Intent, isDocumentId, type OutlineEntry } from "../../../src-shared/language/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { objectAt, stepsOf, valueAt } from "../language/raw-value.ts";
import { stagesNaming } from "./stage-acts.ts";

/** A document of the flow: given, or only named in a stage. */
export interface FlowDocument {
  readonly name: string;
  /** null: named in the process and not given. */
  readonly entry: OutlineEntry | null;
  /** Identifier of a PDF of this workspace; null: none yet, or a path. */
  readonly id: string | null;
  /** Stages that mention it. */
  readonly stages: readonly string[];
}

/** A PDF that was uploaded to the workspace. */
export interface Upload {
  /** Its file's name. */
  readonly file: string;
  readonly id: string;
}

/** The documents that the flow gives, followed by those that it only names. */
export function documentsOf({ outline, kind }: Pick<AnalysisView, "outline" | "kind">): readonly FlowDocument[] {
  const uses = stagesNaming(outline, "documents");
  const given = outline.documents.map((entry): FlowDocument => {
    const { name, value } = entry;
    return { name, entry, id: value !== null && isDocumentId(value) ? value : null, stages: uses.get(name) ?? [] };
  });
  if (kind === "process") return given;
  const known = new Set(given.map(({ name }) => name));
  const named = [...uses].filter(([name]) => !known.has(name));
  return [...given, ...named.map(([name, stages]): FlowDocument => ({ name, entry: null, id: null, stages }))];
}

/** The document for which a problem asks for a PDF; null: another problem. */
export function documentWithoutPdf(
  documents: readonly FlowDocument[],
  { value }: Pick<AnalysisView, "value">,
  { rule, range, pointer }: Pick<Diagnostic, "rule" | "range" | "pointer">,
): FlowDocument | null {
  if (rule !== "R002") return null;
  // If the process names a document that is not given, the rule reports it there, not within an entry.
  const named = valueAt(value, stepsOf(pointer));
  const isMeant = ({ name, entry }: FlowDocument) =>
    entry === null ? name === named : entry.range.from <= range.from && range.to <= entry.range.to;
  return documents.find(isMeant) ?? null;
}

/** Assigns an uploaded PDF to a name that the flow already has, given or only mentioned. */
export function giveIntent({ name, entry }: Pick<FlowDocument, "name" | "entry">, id: string): Intent {
  return entry === null ? { intent: "addDocument", name, value: id } : { intent: "setDocument", name, value: id };
}

/**
 * New documents for uploaded PDFs, named like those of a flow created from PDFs. A file with the name of a missing
 * document provides that one: `Loan deed.pdf` gives `loan-deed`.
 */
export function addIntents(
  uploads: readonly Upload[],
  outline: FlowOutline,
): readonly Extract<Intent, { intent: "addDocument" }>[] {
  const taken = outline.documents.map(({ name }) => name);
  const named = [...stagesNaming(outline, "documents").keys()];
  return uploads.map(({ file, id }) => {
    const title = titleOfFile(file);
    const missing = named.find((name) => !taken.includes(name) && wordsOf(name) === wordsOf(title));
    const name = missing ?? documentName(title, taken);
    taken.push(name);
    return { intent: "addDocument", name, value: id };
  });
}

/** The words by which a title and a name of the same document match. */
const wordsOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** The relative paths among a flow file's document values: an identifier is digits, everything else names a file. */
export function documentPaths(value: unknown): readonly string[] {
  const values = Object.values(objectAt(value, ["process_parameters", "documents"]));
  const names = values.filter((entry) => typeof entry === "string");
  return [...new Set(names.filter((name) => name !== "" && !isDocumentId(name)))];
}
