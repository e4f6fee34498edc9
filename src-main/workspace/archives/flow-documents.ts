import { dirname } from "node:path";
import { type DocumentFault, isDocumentId, isObject, withMembers } from "../../../src-shared/language/index.ts";
import { type NamedFileOptions, namedFileFault } from "../../basics/index.ts";
import { MAX_DOCUMENT_BYTES } from "../../documents/intake/check-envelope.ts";

/** Name and value of every document of a flow file. */
export function documentValues(flow: unknown): readonly (readonly [string, string])[] {
  const parameters = isObject(flow) ? flow.process_parameters : null;
  const documents = isObject(parameters) ? parameters.documents : null;
  if (!isObject(documents)) return [];
  return Object.entries(documents).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** Name and path of every document that the flow gives as a path; ids are digits. */
export function documentPaths(flow: unknown): readonly (readonly [string, string])[] {
  return documentValues(flow).filter(([, value]) => !isDocumentId(value));
}

/** The text with documents under other values: paths for ids, or ids for paths. */
export function withDocuments(text: string, values: readonly (readonly [string, string])[]): string {
  return withMembers(text, Object.fromEntries(values), ["process_parameters", "documents"]);
}

/** How a PDF is read that a flow file names [R007]. */
export const besideFlow = (flowFile: string): NamedFileOptions => ({
  limit: MAX_DOCUMENT_BYTES,
  within: dirname(flowFile),
});

/** R007 on the paths of a flow file. A missing or unreadable file is reported on import only. */
export async function documentFaults(flow: unknown, flowFile: string): Promise<ReadonlyMap<string, DocumentFault>> {
  const faults = new Map<string, DocumentFault>();
  for (const [, path] of documentPaths(flow)) {
    const fault = await namedFileFault(path, besideFlow(flowFile));
    if (fault !== null && fault !== "missing" && fault !== "unreadable") faults.set(path, fault);
  }
  return faults;
}
