import type { FileHandle } from "node:fs/promises";
import {
  type BundleReport,
  checkBundle,
  entriesOf,
  LARGEST_CONTAINER,
  type Source,
} from "../../src-shared/evidence/index.ts";
import { withNamedFile } from "../basics/index.ts";
import { createSealVerifier, nodeCrypto, type SealReport } from "../documents/index.ts";

export interface VerifiedBundle extends BundleReport {
  /** Those that are sealed, each with what its own signature says. */
  readonly seals: readonly { readonly file: string; readonly seal: SealReport }[];
}

/**
 * Checks an evidence bundle and the seals of the documents in it (decision 0210).
 * @throws NamedFileError where the file cannot be read
 */
export function verifyBundle(file: string): Promise<VerifiedBundle> {
  return withNamedFile(file, { limit: LARGEST_CONTAINER }, async (handle, size) => {
    const source = { size, read: reader(handle) };
    const report = await checkBundle(source, nodeCrypto);
    const seals = await sealsIn(source, report);
    const broken = seals.flatMap(({ file: name, seal }) =>
      seal.valid ? [] : [{ file: name, message: `Its seal is not valid: ${seal.reason ?? "it cannot be read"}.` }],
    );
    const problems = [...report.problems, ...broken];
    return { ...report, problems, whole: problems.length === 0, seals };
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

async function sealsIn(source: Source, { run }: BundleReport): Promise<VerifiedBundle["seals"]> {
  const sealed = run?.documents.filter((document) => document.sealed) ?? [];
  if (sealed.length === 0) return [];
  const entries = await entriesOf(source);
  const verifier = createSealVerifier();
  try {
    const seals = [];
    for (const { file } of sealed) {
      const entry = entries.find(({ name }) => name === file);
      if (entry === undefined) continue;
      seals.push({ file, seal: await verifier.verify(await source.read(entry.start, entry.start + entry.size)) });
    }
    return seals;
  } finally {
    await verifier.close();
  }
}
