import { createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { DocumentFailure } from "../types.ts";
import type { SigningKey } from "./cms.ts";

/** Input of the worker that opens the file: a slow password hash must not hold up the host. */
export interface Pkcs12Request {
  readonly bytes: Uint8Array;
  readonly password: string;
  /** Wall time, epoch milliseconds: the certificate must be valid then. */
  readonly now: number;
}

const SMALLEST_KEY_BITS = 2048;
/** Object ids of the bags that hold keys and certificates (RFC 7292, 4.2). */
const KEY_BAGS = ["1.2.840.113549.1.12.10.1.1", "1.2.840.113549.1.12.10.1.2"];
const CERTIFICATE_BAG = "1.2.840.113549.1.12.10.1.3";

const refusal = (message: string, cause?: unknown) => new DocumentFailure("certificate_unusable", message, { cause });

/**
 * The RSA key of a PKCS#12 file (.p12, .pfx) and its certificate.
 * @throws DocumentFailure `certificate_unusable`, with a sentence that says what to do.
 */
export function readPkcs12({ bytes, password, now }: Pkcs12Request): SigningKey {
  const pkcs12 = opened(bytes, password);
  const bagsOf = (type: string) => pkcs12.getBags({ bagType: type })[type] ?? [];
  const keys = KEY_BAGS.flatMap(bagsOf).flatMap(({ key }) => (key ? [rsaKey(key)] : []));
  if (keys.length === 0)
    throw refusal("The file holds no RSA key, and Countersign signs with RSA: choose one that does.");
  const certificates = bagsOf(CERTIFICATE_BAG).flatMap(({ cert }) => (cert ? [x509(cert)] : []));
  for (const key of keys) {
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key));
    if (certificate === undefined) continue;
    requireUsable(certificate, key, now);
    return { certificateDer: certificate.raw, privateKeyDer: key.export({ format: "der", type: "pkcs8" }) };
  }
  throw refusal("The file holds no certificate of its key: export key and certificate together.");
}

interface Digest {
  readonly algorithm: string;
}

// node-forge takes the password's UTF-16 units for bytes, and hashes in JavaScript; whoever writes PKCS#12 hashes UTF-8.
forge.pkcs5.pbkdf2 = ((password: string, salt: string, rounds: number, size: number, digest?: Digest) =>
  pbkdf2Sync(password, Buffer.from(salt, "binary"), rounds, size, digest?.algorithm ?? "sha1").toString(
    "binary",
  )) as typeof forge.pkcs5.pbkdf2;

function opened(bytes: Uint8Array, password: string): forge.pkcs12.Pkcs12Pfx {
  const binary = forge.util.createBuffer(Buffer.from(bytes).toString("binary"));
  let asn1: forge.asn1.Asn1;
  try {
    asn1 = forge.asn1.fromDer(binary);
  } catch (error) {
    throw refusal("The file is not a PKCS#12 file: choose a .p12 or .pfx file.", error);
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, password);
  } catch (error) {
    const words = messageOf(error);
    if (/Invalid password/.test(words)) throw refusal("The file does not open with this password.", error);
    if (/unsupported|Unsupported/.test(words))
      throw refusal(
        "The file is encrypted in a way that cannot be read here: export it again with AES and SHA-256.",
        error,
      );
    throw refusal("The file is not a PKCS#12 file, or is damaged: choose a .p12 or .pfx file.", error);
  }
}

const derOf = (asn1: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(asn1).getBytes(), "binary");

function rsaKey(key: forge.pki.PrivateKey): KeyObject {
  const info = forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key));
  return createPrivateKey({ key: derOf(info), format: "der", type: "pkcs8" });
}

const x509 = (certificate: forge.pki.Certificate): X509Certificate =>
  new X509Certificate(derOf(forge.pki.certificateToAsn1(certificate)));

function requireUsable(certificate: X509Certificate, key: KeyObject, now: number): void {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < SMALLEST_KEY_BITS)
    throw refusal(
      `The file holds a key of ${bits} bits, which is too weak: choose one of at least ${SMALLEST_KEY_BITS}.`,
    );
  if (Date.parse(certificate.validFrom) > now)
    throw refusal(`The file holds a certificate that is valid from ${isoDay(certificate.validFrom)} only.`);
  if (Date.parse(certificate.validTo) < now)
    throw refusal(
      `The file holds a certificate that expired on ${isoDay(certificate.validTo)}: choose one that is valid.`,
    );
  const usage = forge.pki.certificateFromPem(certificate.toString()).getExtension("keyUsage");
  if (
    usage &&
    !("digitalSignature" in usage && usage.digitalSignature) &&
    !("nonRepudiation" in usage && usage.nonRepudiation)
  )
    throw refusal(
      "The file holds a certificate that may not sign: its key usage names neither signatures nor non-repudiation.",
    );
}

const isoDay = (date: string): string => new Date(date).toISOString().slice(0, 10);
