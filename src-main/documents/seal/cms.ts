import { createHash, sign as signBytes, verify as verifyBytes, X509Certificate } from "node:crypto";
import forge from "node-forge";

/**
 * The CMS container of a PAdES baseline signature (ETSI EN 319 142-1, 6.3; RFC 5652). node-forge reads and writes its
 * ASN.1; it cannot make the signing-certificate-v2 attribute (RFC 5035), so the structure is built here. The signing
 * time stands in the PDF's `M` entry and, as PAdES asks, not in the CMS.
 */

const { asn1 } = forge;
type Asn1 = forge.asn1.Asn1;

const OID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  sha256: "2.16.840.1.101.3.4.2.1",
  rsaEncryption: "1.2.840.113549.1.1.1",
  sha256WithRsa: "1.2.840.113549.1.1.11",
} as const;

const UNIVERSAL = asn1.Class.UNIVERSAL;
const CONTEXT = asn1.Class.CONTEXT_SPECIFIC;

const binary = (bytes: Uint8Array): string => Buffer.from(bytes).toString("binary");
const sequence = (...items: Asn1[]): Asn1 => asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, items);
const set = (...items: Asn1[]): Asn1 => asn1.create(UNIVERSAL, asn1.Type.SET, true, items);
const tagged = (tag: number, ...items: Asn1[]): Asn1 => asn1.create(CONTEXT, tag, true, items);
const oid = (value: string): Asn1 => asn1.create(UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(value).getBytes());
const octets = (bytes: Uint8Array): Asn1 => asn1.create(UNIVERSAL, asn1.Type.OCTETSTRING, false, binary(bytes));
const integer = (value: number): Asn1 =>
  asn1.create(UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const algorithm = (value: string): Asn1 => sequence(oid(value), asn1.create(UNIVERSAL, asn1.Type.NULL, false, ""));
export const der = (node: Asn1): Buffer => Buffer.from(asn1.toDer(node).getBytes(), "binary");
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** DER wants the members of a SET OF in the order of their encodings (X.690, 11.6). */
function setOf(items: readonly Asn1[]): Asn1 {
  const sorted = items.map((item) => ({ item, code: der(item) })).sort((a, b) => Buffer.compare(a.code, b.code));
  return set(...sorted.map(({ item }) => item));
}

/** Members of a constructed node. @throws when it is none: the caller is reading what somebody else wrote. */
function members(node: Asn1 | undefined, what: string): Asn1[] {
  if (node === undefined || !Array.isArray(node.value)) throw new Error(`the signature's ${what} is malformed`);
  return node.value;
}

function content(node: Asn1 | undefined, what: string): Buffer {
  if (node === undefined || typeof node.value !== "string") throw new Error(`the signature's ${what} is malformed`);
  return Buffer.from(node.value, "binary");
}

function oidOf(node: Asn1 | undefined, what: string): string {
  return asn1.derToOid(content(node, what).toString("binary"));
}

/** Issuer and serial number of a certificate, as their own encoded nodes (RFC 5280, 4.1: version, serial, algorithm, issuer). */
function issuerAndSerial(certificate: Asn1): Asn1 {
  const fields = members(members(certificate, "certificate")[0], "certificate");
  const start = fields[0]?.tagClass === CONTEXT ? 1 : 0;
  const serial = fields[start];
  const issuer = fields[start + 2];
  if (serial === undefined || issuer === undefined) throw new Error("the signature's certificate is malformed");
  return sequence(issuer, serial);
}

export interface SigningKey {
  readonly certificateDer: Uint8Array;
  /** PKCS #8, DER. */
  readonly privateKeyDer: Uint8Array;
}

/** A detached CMS signature of `signed`, DER-encoded, with the three attributes that PAdES asks for. */
export function createDetachedSignature(signed: Uint8Array, key: SigningKey): Buffer {
  const certificate = asn1.fromDer(binary(key.certificateDer));
  const essCertificate = sequence(octets(sha256(key.certificateDer)));
  const attributes = setOf([
    sequence(oid(OID.contentType), set(oid(OID.data))),
    sequence(oid(OID.messageDigest), set(octets(sha256(signed)))),
    sequence(oid(OID.signingCertificateV2), set(sequence(sequence(essCertificate)))),
  ]);
  const signature = signBytes("sha256", der(attributes), {
    key: Buffer.from(key.privateKeyDer),
    format: "der",
    type: "pkcs8",
  });
  return container(certificate, attributes, signature, OID.rsaEncryption);
}

/** The whole structure: everything in it follows from these four. */
function container(certificate: Asn1, attributes: Asn1, signature: Uint8Array, signatureAlgorithm: string): Buffer {
  const signerInfo = sequence(
    integer(1),
    issuerAndSerial(certificate),
    algorithm(OID.sha256),
    tagged(0, ...members(attributes, "attributes")),
    algorithm(signatureAlgorithm),
    octets(signature),
  );
  const signedData = sequence(
    integer(1),
    set(algorithm(OID.sha256)),
    sequence(oid(OID.data)),
    tagged(0, certificate),
    set(signerInfo),
  );
  return der(sequence(oid(OID.signedData), tagged(0, signedData)));
}

interface ParsedSignature {
  readonly certificateDer: Buffer;
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: string;
  /** The attributes as they were signed: under the tag of a SET. */
  readonly attributesDer: Buffer;
  readonly attributes: ReadonlyMap<string, Asn1>;
  readonly signature: Buffer;
  /** The container is built as ours are. The signature covers its attributes only, and a reader skips some of the rest. */
  readonly asBuilt: boolean;
}

/** The container without the zeros that fill the rest of its place in the PDF (X.690, 8.1.3: definite lengths). */
function withoutPadding(cms: Uint8Array): Buffer {
  const bytes = Buffer.from(cms);
  const first = bytes[1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (bytes[0] !== 0x30 || first === 0x80 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) {
    throw new Error("the signature's container is malformed");
  }
  const end = 2 + lengthBytes + (lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes));
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) {
    throw new Error("the signature's container is malformed");
  }
  return bytes.subarray(0, end);
}

function parse(cms: Uint8Array): ParsedSignature {
  const bytes = withoutPadding(cms);
  const [kind, wrapper] = members(asn1.fromDer(binary(bytes)), "container");
  if (oidOf(kind, "container") !== OID.signedData) throw new Error("the signature is not CMS signed data");
  const signedData = members(members(wrapper, "container")[0], "signed data");
  const certificates = signedData.find((node) => node.tagClass === CONTEXT && Number(node.type) === 0);
  const certificate = members(certificates, "list of certificates");
  const signers = members(signedData.at(-1), "list of signers");
  const only = certificate[0];
  if (certificate.length !== 1 || only === undefined || signers.length !== 1) {
    throw new Error("the signature must carry exactly one certificate and one signer");
  }
  const info = members(signers[0], "signer");
  const digest = members(info[2], "digest algorithm");
  const attributes = info[3];
  if (attributes?.tagClass !== CONTEXT) throw new Error("the signature has no signed attributes");
  const named = info[1];
  if (named === undefined || !der(issuerAndSerial(only)).equals(der(named))) {
    throw new Error("the signature names another certificate than the one it carries");
  }
  const list = members(attributes, "attributes");
  const signature = content(info[5], "value");
  const signatureAlgorithm = oidOf(members(info[4], "algorithm")[0], "algorithm");
  return {
    certificateDer: der(only),
    digestAlgorithm: oidOf(digest[0], "digest algorithm"),
    signatureAlgorithm,
    attributesDer: der(set(...list)),
    attributes: new Map(list.map((node) => readAttribute(node))),
    signature,
    asBuilt: container(only, set(...list), signature, signatureAlgorithm).equals(bytes),
  };
}

function readAttribute(node: Asn1): [string, Asn1] {
  const [name, values] = members(node, "attribute");
  const [value, ...more] = members(values, "attribute");
  if (value === undefined || more.length > 0) throw new Error("the signature's attribute is malformed");
  return [oidOf(name, "attribute"), value];
}

/** The certificate hash of signing-certificate-v2; a hash algorithm other than the default SHA-256 is not read. */
function boundCertificate(value: Asn1 | undefined): Buffer {
  const first = members(members(value, "certificate binding")[0], "certificate binding")[0];
  return content(members(first, "certificate binding")[0], "certificate binding");
}

/** What a container says of its signer; `problem` is null when everything in it fits `signed`. */
export interface SignatureCheck {
  readonly certificate: X509Certificate;
  readonly problem: string | null;
}

/**
 * Checks a detached CMS signature against the bytes that it should cover, by the certificate that it carries.
 * @throws Error with a sentence's tail ("the signature's … is malformed") when the container cannot be read.
 */
export function checkDetachedSignature(cms: Uint8Array, signed: Uint8Array): SignatureCheck {
  const parsed = parse(cms);
  const certificate = new X509Certificate(parsed.certificateDer);
  return { certificate, problem: findProblem(parsed, certificate, signed) };
}

function findProblem(parsed: ParsedSignature, certificate: X509Certificate, signed: Uint8Array): string | null {
  const rsa = [OID.rsaEncryption, OID.sha256WithRsa].some((known) => known === parsed.signatureAlgorithm);
  if (parsed.digestAlgorithm !== OID.sha256 || !rsa) return "it is not an RSA signature over SHA-256";
  const contentType = parsed.attributes.get(OID.contentType);
  if (oidOf(contentType, "content type") !== OID.data) return "the signature is of another kind of content";
  const digest = content(parsed.attributes.get(OID.messageDigest), "digest");
  if (!digest.equals(sha256(signed))) return "the document was changed after it was sealed";
  const bound = boundCertificate(parsed.attributes.get(OID.signingCertificateV2));
  if (!bound.equals(sha256(parsed.certificateDer))) return "the certificate in the signature was exchanged";
  if (!verifyBytes("sha256", parsed.attributesDer, certificate.publicKey, parsed.signature)) {
    return "the signature does not fit its certificate";
  }
  if (!parsed.asBuilt) return "the signature's container was changed";
  return null;
}
