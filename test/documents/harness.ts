import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import type { Documents, DocumentsOptions, Evidence } from "../../src-main/documents/index.ts";
import { createDocuments } from "../../src-main/documents/index.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import type { TemporaryFolder } from "../harness/temporary.ts";
import { temporaryFolder as makeFolder } from "../harness/temporary.ts";

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

/** Wall time of every seal in the tests: 21 November 2026, 10:20:30 UTC. */
export const SIGNING_TIME = Date.UTC(2026, 10, 21, 10, 20, 30);

export function evidence(documentSha256: string, more: Partial<Evidence> = {}): Evidence {
  return {
    instanceId: "0199f3a2-5c1e-7c3a-9f40-1b2c3d4e5f60",
    title: "Mutual NDA",
    documentName: "contract",
    documentId: "1001",
    documentSha256,
    removed: [],
    participants: [
      {
        name: "Åsa Öberg",
        verb: "sign",
        at: "2026-03-02T10:15:00+01:00",
        authentication: "sms_otp (simulated)",
        signature: null,
      },
      { name: "Łukasz Żółć", verb: "approve", at: "2026-03-02T10:16:00+01:00", authentication: null, signature: null },
    ],
    startedAt: "2026-03-01T09:00:00+01:00",
    sealedAt: "2026-03-02T10:17:00+01:00",
    history: [
      { at: "2026-03-01T09:00:00+01:00", text: "The flow was started." },
      { at: "2026-03-02T10:15:00+01:00", text: "Åsa Öberg signed contract." },
    ],
    chainHash: "5e".repeat(32),
    ...more,
  };
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
