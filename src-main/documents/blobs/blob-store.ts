import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import {
  makeFolder,
  NamedFileError,
  piecesOf,
  readNamedFile,
  syncFolder,
  writeFileAtomically,
} from "../../basics/index.ts";
import type { StoreReads } from "../../store/index.ts";
import { DocumentFailure } from "../types.ts";
import { createOwners } from "./blob-owners.ts";

/** Files whose bytes are remembered as checked. */
const MOST_FOUND = 10_000;
/** Bytes. A document has at most 50 MiB; its seal adds the evidence and what was drawn. */
const LARGEST_BLOB = 512 * 1024 * 1024;

/** Content-addressed files: a blob's name is the SHA-256 of its bytes, so equal bytes are kept once. */
export type BlobStore = Readonly<ReturnType<typeof createBlobStore>>;

/** SHA-256 in hex, by which blobs are named. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The same of a file, which is read a little at a time. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of piecesOf(file)) hash.update(piece);
  return hash.digest("hex");
}

function changed(file: string, actual: string): DocumentFailure {
  return new DocumentFailure(
    "blob_damaged",
    `The file ${file} has changed on disk: its SHA-256 is ${actual}. Restore it from a backup, or upload the document again.`,
  );
}

/** Whether the system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/**
 * @param dir the folder that holds the blobs, `<workspace>/blobs`; made on the first write, in a workspace that is there
 * @param requireInPlace throws where the workspace's folder is not the one that was opened; asked before and after each
 * write of a file, so that no blob is answered for that another folder has got
 */
export function createBlobStore(dir: string, requireInPlace: () => void = () => undefined) {
  const reader = createBlobReader(dir, requireInPlace);
  const { path, has, readIfThere } = reader;

  async function write(sha256: string, data: Parameters<typeof writeFileAtomically>[1]): Promise<void> {
    const file = path(sha256);
    await makeFolder(dir);
    await makeFolder(dirname(file));
    await writeFileAtomically(file, data);
    requireInPlace();
  }

  /** Removing a missing blob is not an error. */
  async function remove(sha256: string): Promise<void> {
    const file = path(sha256);
    requireInPlace();
    try {
      await unlink(file);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await syncFolder(dirname(file));
  }

  return {
    path,
    checkedPath: reader.checkedPath,
    read: reader.read,
    remove,
    has,
    ...createOwners(has),
    /** Keeps the bytes durably and answers their SHA-256 in hex. A damaged blob of that name is healed. */
    async put(bytes: Uint8Array): Promise<string> {
      const sha256 = sha256Hex(bytes);
      requireInPlace();
      const kept = await readIfThere(sha256);
      if (kept === null || sha256Hex(kept) !== sha256) {
        await write(sha256, bytes);
      }
      return sha256;
    },
    /** The same for a file's content, in small pieces. @returns its SHA-256 and its size in bytes */
    async putFile(from: string): Promise<{ readonly sha256: string; readonly size: number }> {
      const [sha256, { size }] = [await sha256OfFile(from), await stat(from)];
      requireInPlace();
      if (!(await has(sha256)) || (await sha256OfFile(path(sha256))) !== sha256) {
        await write(sha256, piecesOf(from));
      }
      return { sha256, size };
    },
  };
}

/** Finds blobs and reads them, each checked against its name. */
function createBlobReader(dir: string, requireInPlace: () => void) {
  /** Where the blob is or would be; for streaming. @throws DocumentFailure when `sha256` is not 64 hex digits. */
  function path(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) {
      throw new DocumentFailure("blob_missing", `"${sha256}" is no blob's name: that is 64 lower-case hex digits.`);
    }
    return join(dir, sha256.slice(0, 2), sha256);
  }

  async function readIfThere(sha256: string): Promise<Uint8Array | null> {
    try {
      return await readNamedFile(path(sha256), { limit: LARGEST_BLOB });
    } catch (error) {
      if (!(error instanceof NamedFileError)) throw error;
      if (error.fault === "missing") return null;
      if (error.fault === "unreadable") throw error.cause ?? error;
      throw new DocumentFailure(
        "blob_damaged",
        `The document ${path(sha256)} was not read: ${error.message} Restore it from a backup, or upload the document again.`,
      );
    }
  }

  async function has(sha256: string): Promise<boolean> {
    try {
      return (await stat(path(sha256))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** By blob, the file that was last found to hold its bytes: unchanged, it is not read again. */
  // By size: by number, each opening of a workspace would make room for all of them.
  const found = new LRUCache<string, string>({ maxSize: MOST_FOUND, sizeCalculation: () => 1 });

  /** Where the blob is, for streaming, once its bytes are known to be its own. @throws as `read` */
  async function checkedPath(sha256: string): Promise<string> {
    const file = path(sha256);
    const { ino, size, mtimeNs } = await stat(file, { bigint: true }).catch((error: unknown) => {
      throw isMissing(error) ? missing(sha256) : error;
    });
    const seen = [ino, size, mtimeNs].join(" ");
    if (found.get(sha256) === seen) return file;
    const actual = await sha256OfFile(file);
    if (actual !== sha256) throw changed(file, actual);
    found.set(sha256, seen);
    return file;
  }

  /** @throws where the workspace was moved: then its blobs are elsewhere, and not lost */
  function missing(sha256: string): DocumentFailure {
    requireInPlace();
    return new DocumentFailure(
      "blob_missing",
      `The document ${sha256} is not in ${dir}. Restore the workspace's blobs folder from a backup, or upload the document again.`,
    );
  }

  /** The bytes, checked against their name. @throws DocumentFailure `blob_missing` or `blob_damaged`. */
  async function read(sha256: string): Promise<Uint8Array> {
    const bytes = await readIfThere(sha256);
    if (bytes === null) throw missing(sha256);
    const actual = sha256Hex(bytes);
    if (actual !== sha256) throw changed(path(sha256), actual);
    return bytes;
  }

  return { path, has, readIfThere, checkedPath, read };
}

/** A sentence if there are documents, but the folder with their files is gone. */
export function lostFiles(dir: string, documents: Pick<StoreReads["documents"], "list">): string | null {
  const path = join(dir, "blobs");
  if (existsSync(path) || documents.list({ limit: 1 }).items.length === 0) return null;
  return `The folder ${path} with the files of all documents is missing. Close Countersign and put it back from your own backup; until then no document can be read or sealed.`;
}
