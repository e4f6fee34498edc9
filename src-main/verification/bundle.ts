import type { FileHandle } from "node:fs/promises";
import { type BundleReport, checkBundle, LARGEST_CONTAINER, type Source } from "../../src-shared/evidence/index.ts";
import { withNamedFile } from "../basics/index.ts";
import { createSealVerifier, nodeCrypto } from "../documents/index.ts";

/**
 * Checks an evidence bundle and the seals of the documents in it (decision 0210).
 * @throws NamedFileError where the file cannot be read
 */
export function verifyBundle(file: string): Promise<BundleReport> {
  return withNamedFile(file, { limit: LARGEST_CONTAINER }, async (handle, size) => {
    const verifier = createSealVerifier();
    try {
      return await checkBundle({ size, read: reader(handle) }, nodeCrypto, (pdf) => verifier.verify(pdf));
    } finally {
      await verifier.close();
    }
  });
}

function reader(handle: FileHandle): Source["read"] {
  return async (start, end) => {
    const bytes = Buffer.alloc(end - start);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
      if (bytesRead === 0) break; // Cut meanwhile: what is missing reads as zeros, and is noticed.
      length += bytesRead;
    }
    return bytes;
  };
}
