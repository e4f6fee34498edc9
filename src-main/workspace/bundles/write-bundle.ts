import { createHash } from "node:crypto";
import {
  type Covered,
  crc32,
  directoryOf,
  type Entry,
  headerOf,
  MANIFEST_FILE,
  MIME_TYPE,
  MIMETYPE_FILE,
  manifestOf,
  SIGNATURE_FILE,
} from "../../../src-shared/evidence/index.ts";
import type { BundleFile } from "./bundle-files.ts";

/**
 * An ASiC-E container (ETSI EN 319 162-1, 4.4) in pieces, one file in memory at a time. The same files and the same
 * signature give the same bytes.
 * @param sign gives a detached CAdES signature
 * @throws RangeError if the content exceeds what a zip can hold; errors from reading a file
 */
export async function* writeBundle(
  files: readonly BundleFile[],
  sign: (manifest: Uint8Array) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  const covered: Covered[] = [];
  function* put(name: string, bytes: Uint8Array): Generator<Uint8Array> {
    const entry = { name, size: bytes.length, crc: crc32(bytes) };
    entries.push(entry);
    yield headerOf(entry);
    yield bytes;
  }
  // It comes first, so that a reader finds the type at a fixed place.
  yield* put(MIMETYPE_FILE, Buffer.from(MIME_TYPE));
  for (const { name, mimeType, bytes: read } of files) {
    const bytes = await read();
    covered.push({ name, mimeType, digest: createHash("sha256").update(bytes).digest("base64") });
    yield* put(name, bytes);
  }
  const manifest = Buffer.from(manifestOf(covered));
  yield* put(MANIFEST_FILE, manifest);
  yield* put(SIGNATURE_FILE, await sign(manifest));
  yield directoryOf(entries);
}
