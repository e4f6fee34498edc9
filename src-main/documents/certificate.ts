import { createHash, createPrivateKey, generateKeyPair, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import forge from "node-forge";
import { z } from "zod";
import type { SecretBox } from "../store/secret-box.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import type { SigningKey } from "./cms.ts";
import { DocumentFailure } from "./types.ts";

const KEY_BITS = 3072;
const YEARS_VALID = 20;
/** Upper bound of a common name (RFC 5280, appendix A: ub-common-name). */
const MAX_COMMON_NAME = 64;

/** What goes to the worker that makes the certificate: it has no clock of its own. */
export interface CertificateRequest {
  readonly workspaceName: string;
  /** Wall time, epoch milliseconds. */
  readonly now: number;
}

/** "Countersign SIMULATED seal (Acme)", shortened to what a common name may hold. */
export function sealName(workspaceName: string): string {
  const frame = "Countersign SIMULATED seal ()".length;
  const name = [
    ...workspaceName
      .normalize("NFC")
      .replace(/\p{C}+/gu, " ")
      .trim(),
  ]
    .slice(0, MAX_COMMON_NAME - frame)
    .join("");
  return `Countersign SIMULATED seal (${name === "" ? "workspace" : name})`;
}

/** Makes a key and its self-signed certificate. Runs in the worker: it takes seconds of one core. */
export async function makeCertificate(request: CertificateRequest): Promise<SigningKey> {
  const pair = await promisify(generateKeyPair)("rsa", {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // From the key, so that two certificates never share a number; the leading 00..7f keeps it positive.
  certificate.serialNumber = `4${createHash("sha256").update(pair.publicKey).digest("hex").slice(0, 31)}`;
  certificate.validity.notBefore = new Date(request.now);
  certificate.validity.notAfter = new Date(request.now);
  certificate.validity.notAfter.setUTCFullYear(certificate.validity.notAfter.getUTCFullYear() + YEARS_VALID);
  // node-forge's types ask for a class where its code reads a type.
  const utf8 = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class;
  const subject: forge.pki.CertificateField[] = [
    { name: "commonName", value: sealName(request.workspaceName), valueTagClass: utf8 },
    { name: "organizationName", value: "SIMULATED - no legal effect", valueTagClass: utf8 },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false, critical: true },
    { name: "keyUsage", digitalSignature: true, nonRepudiation: true, critical: true },
    { name: "subjectKeyIdentifier" },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  const certificateDer = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes();
  return {
    certificateDer: Buffer.from(certificateDer, "binary"),
    privateKeyDer: createPrivateKey(pair.privateKey).export({ format: "der", type: "pkcs8" }),
  };
}

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
    `The workspace's seal certificate ${path} ${what}. Restore the file from a backup; or move it away, and the next seal makes a new certificate.`,
    { cause },
  );
}

function parseFile(path: string, text: string, secretBox: SecretBox): SigningKey {
  try {
    const parsed = certificateFile.parse(JSON.parse(text));
    const certificateDer = new X509Certificate(parsed.certificate).raw;
    const privateKeyDer = secretBox.reveal(Buffer.from(parsed.protectedKey, "base64"));
    return { certificateDer, privateKeyDer };
  } catch (error) {
    throw unusable(path, `cannot be used (${error instanceof Error ? error.message : String(error)})`, error);
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw unusable(path, "cannot be read", error);
  }
}

/**
 * The workspace's seal certificate, made on first use. Certificate and protected key share one file, so that neither
 * can be renewed without the other; a file that does not open is an error and never replaced.
 * @param make makes a new pair off the main thread.
 * @throws DocumentFailure `certificate_unusable`.
 */
export async function loadOrCreateCertificate(
  path: string,
  secretBox: SecretBox,
  make: () => Promise<SigningKey>,
): Promise<SigningKey> {
  const text = await readIfThere(path);
  if (text !== null) return parseFile(path, text, secretBox);
  const made = await make();
  const written: z.input<typeof certificateFile> = {
    version: 1,
    certificate: new X509Certificate(Buffer.from(made.certificateDer)).toString(),
    protectedKey: Buffer.from(secretBox.protect(made.privateKeyDer)).toString("base64"),
  };
  await writeFileAtomically(path, Buffer.from(`${JSON.stringify(written, null, 2)}\n`));
  return made;
}
