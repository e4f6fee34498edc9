import path from "node:path";
import { messageOf } from "../../src-shared/basics/index.ts";
import { copiesOf, copyFiles, isMissing, sha256OfFile } from "../documents/index.ts";
import type { DocumentRow } from "../store/index.ts";

/** What is wrong with the copies of a run's documents that `countersign run` has made, each as a sentence. */
export async function copyProblems(dir: string, instanceId: string, documents: readonly DocumentRow[]) {
  const files = copyFiles(documents.map(nameOf));
  const found = [];
  for (const [at, row] of documents.entries()) {
    const copy = path.join(copiesOf(instanceId), files[at] ?? "");
    const message = await problemOf(dir, copy, row.sealedSha256 ?? row.sha256);
    if (message !== null) found.push({ document: nameOf(row), message });
  }
  return found;
}

const nameOf = ({ name, title }: DocumentRow): string => name ?? title;

async function problemOf(dir: string, copy: string, sha256: string): Promise<string | null> {
  try {
    if ((await sha256OfFile(path.join(dir, copy))) === sha256) return null;
    return `The copy ${copy} was changed: it is no longer the document that the run ended with. Remove it, and save the document anew from the page of the run.`;
  } catch (error) {
    if (isMissing(error))
      return `The copy ${copy} is missing. The workspace keeps the document itself: save it anew from the page of the run, or remove the run's folder of copies.`;
    return `The copy ${copy} cannot be read (${messageOf(error)}). Save the document anew from the page of the run.`;
  }
}
