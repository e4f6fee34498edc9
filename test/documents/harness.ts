import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Documents, DocumentsOptions, Evidence } from "../../src-main/documents/index.ts";
import { createDocuments } from "../../src-main/documents/index.ts";
import { CERTIFICATE_FILE, KEY_FILE } from "../../src-main/store/files/layout.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { evidence, SIGNING_TIME } from "../fixtures/evidence.ts";
import { DOCUMENTS_NAME } from "../harness/template.ts";
import { temporaryFolder as makeFolder } from "../harness/temporary.ts";

export { evidence, SIGNING_TIME };

/** A folder of the test's own, gone when it ends. */
export function temporaryFolder(): string {
  const folder = makeFolder("documents");
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** The real room in a folder; closed when the test ends. */
export function openDocuments(dir: string, options: Partial<DocumentsOptions> = {}): Documents {
  const documents = createDocuments({
    dir,
    secretBox: openSecretBox(join(dir, KEY_FILE)),
    workspaceName: DOCUMENTS_NAME,
    ...options,
  });
  onTestFinished(() => documents.close());
  return documents;
}

/** The run's folder with a seal certificate (template.ts). */
function made(): string {
  const folder = process.env.COUNTERSIGN_TEST_DOCUMENTS;
  if (folder === undefined)
    throw new Error("The folder is made by test/harness/template.ts, which vitest.config.ts names.");
  return folder;
}

function copyCertificate(dir: string): string {
  for (const file of [CERTIFICATE_FILE, KEY_FILE]) cpSync(join(made(), file), join(dir, file));
  return dir;
}

/** As `temporaryFolder`, with a seal certificate: for rooms that seal, and whose test is not about that. */
export const folderWithCertificate = (): string => copyCertificate(temporaryFolder());

let shared: Documents | null = null;

/**
 * One room for all tests of a process that need no folder of their own: they share its workers. Its folder goes with the
 * run's.
 */
export function sharedDocuments(): Documents {
  if (shared === null) {
    const dir = copyCertificate(mkdtempSync(join(made(), "shared-")));
    shared = createDocuments({ dir, secretBox: openSecretBox(join(dir, KEY_FILE)), workspaceName: DOCUMENTS_NAME });
  }
  return shared;
}

/** Takes a document in and seals it. @throws when either is refused. */
export async function sealed(documents: Documents, pdf: Uint8Array, more: Partial<Evidence> = {}): Promise<Uint8Array> {
  const taken = await documents.intake(pdf, "contract.pdf");
  if (!taken.ok) throw new Error(taken.error.message);
  const { sha256, removed } = taken.value;
  const request = { evidence: evidence(sha256, { removed, ...more }), signingTime: SIGNING_TIME };
  const result = await documents.seal(request);
  if (!result.ok) throw new Error(result.error.message);
  return documents.blobs.read(result.value.sha256);
}
