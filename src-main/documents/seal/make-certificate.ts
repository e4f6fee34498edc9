import { createHash, createPrivateKey, generateKeyPair, sign } from "node:crypto";
import { promisify } from "node:util";
import forge from "node-forge";
import type { SigningKey } from "./cms.ts";

const der = (node: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), "binary");

const KEY_BITS = 3072;
const YEARS_VALID = 20;
/** Upper bound of a common name (RFC 5280, appendix A: ub-common-name). */
const MAX_COMMON_NAME = 64;

/** Input of the worker that makes the certificate, which has no clock of its own. */
export interface CertificateRequest {
  readonly workspaceName: string;
  /** Wall time, epoch milliseconds. */
  readonly now: number;
}

/** "Countersign SIMULATED seal (Acme)", shortened to what a common name may hold. */
function sealName(workspaceName: string): string {
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
  // node-forge's types require a class where its code reads a type.
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
  const privateKey = createPrivateKey(pair.privateKey);
  const key = forge.pki.privateKeyFromPem(pair.privateKey);
  // OpenSSL signs: node-forge's own arithmetic takes as long as making the key.
  key.sign = () => sign("sha256", der(certificate.tbsCertificate), privateKey).toString("binary");
  certificate.sign(key, forge.md.sha256.create());
  return {
    certificateDer: der(forge.pki.certificateToAsn1(certificate)),
    privateKeyDer: privateKey.export({ format: "der", type: "pkcs8" }),
  };
}
