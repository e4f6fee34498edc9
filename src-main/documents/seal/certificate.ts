import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { signerOf } from "../../../src-shared/evidence/index.ts";
import { NamedFileError, readNamedFile, readNamedFileSync, writeFileAtomically } from "../../basics/index.ts";
import { troubleOf } from "../../store/database/trouble.ts";
import { CERTIFICATE_FILE, misplaced } from "../../store/files/layout.ts";
import type { SecretBox } from "../../store/files/secret-box.ts";
import type { StoreReads } from "../../store/index.ts";
import { DocumentFailure, StorageFailure } from "../types.ts";
import type { SigningKey } from "./cms.ts";

/** Bytes; ours has some 5,000. */
const LARGEST_FILE = 65_536;

const certificateFile = z.strictObject({
  version: z.literal(1),
  /** PEM, public. */
  certificate: z.string(),
  /** Base64 of the PKCS #8 key, protected by the secret box. */
  protectedKey: z.string(),
});

function unusable(path: string, what: string, cause?: unknown): DocumentFailure {
  return new DocumentFailure(
    "certificate_unusable",
    `The workspace's seal certificate ${path} ${what}. Put the file back from your own backup; or move it away, and the next seal makes a new certificate: what is sealed keeps the one that it was sealed with.`,
    { cause },
  );
}

/** The result of `work`. @throws DocumentFailure for any error in it */
function orUnusable<T>(path: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unusable(path, what, error);
  }
}

/** The byte order mark that some editors put before a text. */
const BYTE_ORDER_MARK = /^\ufeff/;

function fileIn(path: string, text: string): z.output<typeof certificateFile> {
  const json = text.replace(BYTE_ORDER_MARK, "");
  return orUnusable(path, "is not what Countersign writes", () => certificateFile.parse(JSON.parse(json)));
}

function certificateIn(path: string, text: string): X509Certificate {
  const { certificate } = fileIn(path, text);
  return orUnusable(path, "holds no certificate", () => new X509Certificate(certificate));
}

function parseFile(path: string, text: string, secretBox: SecretBox): SigningKey {
  const file = fileIn(path, text);
  const certificate = certificateIn(path, text);
  const privateKeyDer = orUnusable(path, "does not open with the workspace's key: it is another workspace's", () =>
    secretBox.reveal(Buffer.from(file.protectedKey, "base64")),
  );
  const key = orUnusable(path, "holds no signing key", () =>
    createPrivateKey({ key: Buffer.from(privateKeyDer), format: "der", type: "pkcs8" }),
  );
  if (!certificate.checkPrivateKey(key)) throw unusable(path, "holds a signing key that is not its certificate's");
  return { certificateDer: certificate.raw, privateKeyDer };
}

/** A sentence if a workspace's seal certificate exists but cannot be used; null: it can, or the first seal makes it. */
export function certificateProblem(dir: string, secretBox: SecretBox): string | null {
  const path = join(dir, CERTIFICATE_FILE);
  const problem = misplaced(dir, CERTIFICATE_FILE);
  if (problem !== null || !existsSync(path)) return problem;
  try {
    const text = orUnusable(path, "cannot be read", () => readNamedFileSync(path, LARGEST_FILE).toString("utf8"));
    parseFile(path, text, secretBox);
    return null;
  } catch (error) {
    if (error instanceof DocumentFailure) return error.message;
    throw error;
  }
}

/** A sentence where a workspace has sealed before, and its certificate is gone: nothing is lost by a new one but the name. */
export function lostCertificate(dir: string, documents: Pick<StoreReads["documents"], "anySealed">): string | null {
  const path = join(dir, CERTIFICATE_FILE);
  if (existsSync(path) || !documents.anySealed()) return null;
  return `The workspace's seal certificate ${path} is missing. What is sealed keeps the one that it was sealed with; to go on sealing with that, put the file back from your own backup, or else the next seal makes a new one.`;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readNamedFile(path, { limit: LARGEST_FILE })).toString("utf8");
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    if (error.fault === "missing") return null;
    throw troubleOf(error.cause) === null ? unusable(path, "cannot be read", error) : error.cause;
  }
}

/** The details shown of a seal certificate. */
export type SealCertificate = Readonly<NonNullable<OutputOf<"seal.certificate">["certificate"]>>;

export function shownCertificate(der: Uint8Array): SealCertificate {
  const certificate = new X509Certificate(Buffer.from(der));
  return {
    name: signerOf(certificate.raw),
    issuer: certificate.issuer.replaceAll("\n", ", "),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    sha256: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
    simulated: certificate.subject.includes("SIMULATED"),
    pem: certificate.toString(),
  };
}

/** The file that holds the workspace's seal certificate. */
export interface CertificateKeeper {
  /** The key and its certificate, made on first use, however many ask at once; a failure is asked for again. */
  key(): Promise<SigningKey>;
  /** Null where the first seal is still to make one. Needs no key, and makes none. */
  shown(): Promise<SealCertificate | null>;
  /** Seals with this one from now on. Sealed documents keep their certificate. */
  replace(key: SigningKey): Promise<void>;
  /** The next seal makes a new one. */
  forget(): Promise<void>;
}

/**
 * Keeps certificate and protected key in one file, so that neither can be renewed without the other; a file that does
 * not open is an error and never replaced by itself.
 * @param make makes a new pair off the main thread.
 * @param requireInPlace throws where the workspace's folder is not the one that was opened.
 * @throws DocumentFailure `certificate_unusable`, `storage_failed`, from every method.
 */
export function createCertificateKeeper(
  path: string,
  secretBox: SecretBox,
  make: () => Promise<SigningKey>,
  requireInPlace: () => void,
): CertificateKeeper {
  let key: Promise<SigningKey> | null = null;

  async function loadOrMake(): Promise<SigningKey> {
    requireInPlace();
    const text = await readIfThere(path);
    if (text !== null) return parseFile(path, text, secretBox);
    const made = await make();
    await write(made);
    return made;
  }

  async function changed(work: () => Promise<void>): Promise<void> {
    try {
      requireInPlace();
      await work();
      requireInPlace();
    } catch (error) {
      throw new StorageFailure("The seal certificate could not be kept", troubleOf(error) ?? "other", error);
    }
  }

  const write = ({ certificateDer, privateKeyDer }: SigningKey): Promise<void> => {
    const written: z.input<typeof certificateFile> = {
      version: 1,
      certificate: new X509Certificate(Buffer.from(certificateDer)).toString(),
      protectedKey: Buffer.from(secretBox.protect(privateKeyDer)).toString("base64"),
    };
    return changed(() => writeFileAtomically(path, Buffer.from(`${JSON.stringify(written, null, 2)}\n`)));
  };

  /** One that is being made must not be written after what follows; whoever asked for it hears of its failure. */
  const made = (): Promise<unknown> => Promise.allSettled([key]);

  return {
    async key() {
      key ??= loadOrMake();
      try {
        return await key;
      } catch (error) {
        key = null;
        throw error;
      }
    },
    shown: () => readCertificate(path),
    async replace(own) {
      await made();
      await write(own);
      key = Promise.resolve(own);
    },
    async forget() {
      await made();
      await changed(() => rm(path, { force: true }));
      key = null;
    },
  };
}

/** The certificate of a workspace's folder, without its key; null where there is none. @throws DocumentFailure */
export async function readCertificate(path: string): Promise<SealCertificate | null> {
  const text = await readIfThere(path);
  return text === null ? null : shownCertificate(certificateIn(path, text).raw);
}
