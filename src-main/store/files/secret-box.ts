import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { NamedFileError, readNamedFileSync } from "../../basics/index.ts";
import { StoreError } from "../port/errors.ts";
import { unreadable } from "./failures.ts";

/** Encrypts what must rest on disk (law 9). The desktop shell supplies the system's keychain in place of a key file. */
export interface SecretBox {
  /** AES-256-GCM with a fresh nonce: protecting the same bytes twice gives different bytes. */
  protect(plain: Uint8Array): Uint8Array;
  /** @throws when the bytes were altered, cut short, or protected with another key. */
  reveal(sealed: Uint8Array): Uint8Array;
}

/** Bytes that are read of what has its name. */
const LARGEST_KEY = 1024;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of everything protected: the version of the scheme. */
const SCHEME = 1;

/** Written whole and then renamed, so that a crash never leaves a short key behind. */
function createKeyFile(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true });
  const key = randomBytes(KEY_BYTES);
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeSync(file, key);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  return key;
}

/** @throws StoreError `damaged` when it is no key, `unreadable` when its mode forbids it. Changes nothing. */
function readKey(path: string): Buffer {
  const key = bytesOf(path);
  if (key.length !== KEY_BYTES) {
    throw new StoreError(
      "damaged",
      `The key file ${path} has ${key.length} bytes in place of ${KEY_BYTES}. Restore it from a backup: without it the workspace's secrets cannot be read.`,
    );
  }
  return key;
}

function bytesOf(path: string): Buffer {
  try {
    return readNamedFileSync(path, LARGEST_KEY);
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    if (error.cause !== undefined) throw unreadable(error.cause, path);
    throw new StoreError("damaged", `The key file ${path} was not read: ${error.why}. Restore it from a backup.`);
  }
}

function readKeyFile(path: string): Buffer {
  const key = readKey(path);
  // A copy or an unpacked archive may have widened the mode.
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return key;
}

function loadOrCreateKey(path: string): Buffer {
  if (existsSync(path)) return readKeyFile(path);
  try {
    return createKeyFile(path);
  } catch (error) {
    throw new StoreError(
      "read_only",
      `The key file ${path} could not be made. Check that the workspace's folder can be written to.`,
      { cause: error },
    );
  }
}

/**
 * Opens the workspace's secret box, making its key file (mode 0600) on first use.
 * @param keyFile such as `<workspace>/secret.key`.
 * @throws when the key file cannot be read or made, or has the wrong length; it is never replaced.
 */
export function openSecretBox(keyFile: string): SecretBox {
  return secretBox(keyFile, loadOrCreateKey(keyFile));
}

/**
 * The secret box of a key file that is there, for looking only: the file is left as it is.
 * @throws when the key file cannot be read, or has the wrong length.
 */
export function readSecretBox(keyFile: string): SecretBox {
  return secretBox(keyFile, readKey(keyFile));
}

function secretBox(keyFile: string, bytes: Buffer): SecretBox {
  const key = createSecretKey(bytes);
  return {
    protect(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      cipher.setAAD(Buffer.from([SCHEME]));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([SCHEME]), nonce, cipher.getAuthTag(), body]);
    },
    reveal(sealed) {
      const bytes = Buffer.from(sealed);
      const head = 1 + NONCE_BYTES + TAG_BYTES;
      if (bytes.length < head || bytes[0] !== SCHEME) {
        throw new Error("A protected value is damaged: it does not have the form that this workspace writes.");
      }
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from([SCHEME]));
      decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, head));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()]);
      } catch (error) {
        throw new Error(
          `A protected value does not open with the key of ${keyFile}: it was altered, or made with another key.`,
          {
            cause: error,
          },
        );
      }
    },
  };
}
