import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import type { Documents, DocumentsOptions, Evidence } from "../../src-main/documents/index.ts";
import { createDocuments } from "../../src-main/documents/index.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { evidence, SIGNING_TIME } from "../fixtures/evidence.ts";
import type { TemporaryFolder } from "../harness/temporary.ts";
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
    secretBox: openSecretBox(join(dir, "secret.key")),
    workspaceName: "Åsas värld",
    ...options,
  });
  onTestFinished(() => documents.close());
  return documents;
}

let shared: { readonly documents: Documents; readonly folder: TemporaryFolder } | null = null;
afterAll(async () => {
  await shared?.documents.close();
  shared?.folder.remove();
});

/** One room for all tests of a file that need no folder of their own: they share its worker and its certificate. */
export function sharedDocuments(): Documents {
  if (shared === null) {
    const folder = makeFolder("documents");
    const secretBox = openSecretBox(join(folder.path, "secret.key"));
    shared = { folder, documents: createDocuments({ dir: folder.path, secretBox, workspaceName: "Åsas värld" }) };
  }
  return shared.documents;
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
