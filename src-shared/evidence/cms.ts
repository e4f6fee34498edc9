import {
  context,
  type DerNode,
  encode,
  integer,
  isSame,
  membersOf,
  nothing,
  OCTETS,
  objectId,
  octets,
  read,
  readFirst,
  SET,
  sequence,
  set,
  setOf,
} from "./der.ts";

/**
 * The CMS container of a baseline signature (RFC 5652). In a PDF it follows PAdES (ETSI EN 319 142-1, 6.3), with the
 * signing time in the PDF; for an evidence bundle it follows CAdES (ETSI EN 319 122-1, 6.3), with the signing time in
 * the container.
 */

const OID = {
  data: objectId("1.2.840.113549.1.7.1"),
  signedData: objectId("1.2.840.113549.1.7.2"),
  contentType: objectId("1.2.840.113549.1.9.3"),
  messageDigest: objectId("1.2.840.113549.1.9.4"),
  signingTime: objectId("1.2.840.113549.1.9.5"),
  signingCertificateV2: objectId("1.2.840.113549.1.9.16.2.47"),
  sha256: objectId("2.16.840.1.101.3.4.2.1"),
  rsaEncryption: objectId("1.2.840.113549.1.1.1"),
  sha256WithRsa: objectId("1.2.840.113549.1.1.11"),
  commonName: objectId("2.5.4.3"),
} as const;

const UTC_TIME = 0x17;

const algorithm = (id: Uint8Array): Uint8Array => sequence(id, nothing());

/** The inputs of a signature: the caller has the hashes and the key. */
export interface Signing {
  readonly certificate: Uint8Array;
  /** SHA-256. */
  readonly certificateHash: Uint8Array;
  /** SHA-256 of the signed content. */
  readonly contentHash: Uint8Array;
  /** `YYMMDDHHMMSSZ`; null: it is stored elsewhere. */
  readonly signingTime: string | null;
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  readonly sign: (attributes: Uint8Array) => Uint8Array;
}

/** A detached signature, DER. */
export function detachedSignature(signing: Signing): Uint8Array {
  const attribute = (id: Uint8Array, value: Uint8Array) => sequence(id, set(value));
  const attributes = setOf([
    attribute(OID.contentType, OID.data),
    attribute(OID.messageDigest, octets(signing.contentHash)),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(signing.certificateHash))))),
    ...(signing.signingTime === null
      ? []
      : [attribute(OID.signingTime, encode(UTC_TIME, new TextEncoder().encode(signing.signingTime)))]),
  ]);
  return container(read(signing.certificate), attributes, signing.sign(attributes), OID.rsaEncryption);
}

/** The whole structure, derived from these four. */
function container(
  certificate: DerNode,
  attributes: Uint8Array,
  signature: Uint8Array,
  signatureAlgorithm: Uint8Array,
): Uint8Array {
  const { issuer, serial } = fieldsOf(certificate);
  const signer = sequence(
    integer(1),
    sequence(issuer.whole, serial.whole),
    algorithm(OID.sha256),
    encode(context(0), read(attributes).content),
    algorithm(signatureAlgorithm),
    octets(signature),
  );
  const signedData = sequence(
    integer(1),
    set(algorithm(OID.sha256)),
    sequence(OID.data),
    encode(context(0), certificate.whole),
    set(signer),
  );
  return sequence(OID.signedData, encode(context(0), signedData));
}

/** Cryptography that the host machine provides for reading signatures. */
export interface SignatureCrypto {
  /** Hashes the parts, one after the other. */
  sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array>;
  /** RSASSA-PKCS1-v1_5 with SHA-256. @param publicKey in the form of a certificate (SubjectPublicKeyInfo, DER) */
  fits(publicKey: Uint8Array, signature: Uint8Array, signed: Uint8Array): Promise<boolean>;
}

/** A container's data about its signer; `problem` is null if everything in it matches the signed content. */
export interface SignatureCheck {
  /** DER. */
  readonly certificate: Uint8Array;
  readonly signer: string;
  /** `YYMMDDHHMMSSZ`; null: not in the container. */
  readonly signingTime: string | null;
  readonly problem: string | null;
}

/**
 * Checks a detached signature against the bytes that it should cover, using the certificate in it.
 * @param signed in parts: a document is large
 * @throws MalformedSignature when the container cannot be read
 */
export async function checkDetachedSignature(
  cms: Uint8Array,
  signed: readonly Uint8Array[],
  crypto: SignatureCrypto,
): Promise<SignatureCheck> {
  const parsed = parse(cms);
  const time = parsed.attributes.find(({ id }) => isSame(id, OID.signingTime))?.value;
  return {
    certificate: parsed.certificate.whole,
    signer: nameIn(parsed.certificate),
    signingTime: time === undefined ? null : textOf(time),
    problem: await findProblem(parsed, signed, crypto),
  };
}

interface Parsed {
  readonly certificate: DerNode;
  readonly digestAlgorithm: Uint8Array;
  readonly signatureAlgorithm: Uint8Array;
  /** In signed form: under the tag of a SET. */
  readonly signedAttributes: Uint8Array;
  readonly attributes: readonly { readonly id: Uint8Array; readonly value: DerNode }[];
  readonly signature: Uint8Array;
  /**
   * The container has the structure of ours. The signature covers its attributes only, and a reader skips some of the
   * rest.
   */
  readonly asBuilt: boolean;
}

function parse(cms: Uint8Array): Parsed {
  const whole = containerIn(cms);
  const [kind, wrapper] = members(whole, "container");
  if (kind === undefined || !isSame(kind.whole, OID.signedData))
    throw new Error("the signature is not CMS signed data");
  const signedData = members(members(wrapper, "container")[0], "signed data");
  const certificates = members(
    signedData.find(({ tag }) => tag === context(0)),
    "list of certificates",
  );
  const signers = members(signedData.at(-1), "list of signers");
  const [certificate] = certificates;
  if (certificates.length !== 1 || certificate === undefined || signers.length !== 1)
    throw new Error("the signature must carry exactly one certificate and one signer");
  const [, named, digest, attributes, signing, value] = members(signers[0], "signer");
  if (attributes?.tag !== context(0)) throw new Error("the signature has no signed attributes");
  const { issuer, serial } = fieldsOf(certificate);
  if (named === undefined || !isSame(sequence(issuer.whole, serial.whole), named.whole))
    throw new Error("the signature names another certificate than the one it carries");
  const signatureAlgorithm = firstOf(signing, "algorithm").whole;
  const signature = contentOf(value, OCTETS, "value");
  const signedAttributes = encode(SET, attributes.content);
  const built = container(certificate, signedAttributes, signature, signatureAlgorithm);
  return {
    ...{ certificate, signatureAlgorithm, signature, signedAttributes },
    digestAlgorithm: firstOf(digest, "digest algorithm").whole,
    attributes: members(attributes, "attributes").map(readAttribute),
    asBuilt: isSame(built, whole.whole),
  };
}

/**
 * A PDF's signature value without the zeros that pad it. Other bytes after the container stay, and the check refuses
 * them.
 */
export function withoutPadding(place: Uint8Array): Uint8Array {
  try {
    const { length } = readFirst(place).whole;
    return place.subarray(length).every((byte) => byte === 0) ? place.subarray(0, length) : place;
  } catch {
    return place;
  }
}

function containerIn(cms: Uint8Array): DerNode {
  try {
    return read(cms);
  } catch {
    throw malformed("container");
  }
}

function readAttribute(node: DerNode): { readonly id: Uint8Array; readonly value: DerNode } {
  const [id, values] = members(node, "attribute");
  const [value, ...more] = members(values, "attribute");
  if (id === undefined || value === undefined || more.length > 0) throw malformed("attribute");
  return { id: id.whole, value };
}

async function findProblem(
  parsed: Parsed,
  signed: readonly Uint8Array[],
  crypto: SignatureCrypto,
): Promise<string | null> {
  const rsa = [OID.rsaEncryption, OID.sha256WithRsa].some((known) => isSame(known, parsed.signatureAlgorithm));
  if (!isSame(parsed.digestAlgorithm, OID.sha256) || !rsa) return "it is not an RSA signature over SHA-256";
  const value = (wanted: Uint8Array) => parsed.attributes.find(({ id }) => isSame(id, wanted))?.value;
  if (!isSame(value(OID.contentType)?.whole ?? new Uint8Array(), OID.data))
    return "the signature is of another kind of content";
  const digest = contentOf(value(OID.messageDigest), OCTETS, "digest");
  if (!isSame(digest, await crypto.sha256(...signed))) return "the document was changed after it was sealed";
  const binding = "certificate binding";
  const bound = contentOf(
    firstOf(firstOf(firstOf(value(OID.signingCertificateV2), binding), binding), binding),
    OCTETS,
    binding,
  );
  if (!isSame(bound, await crypto.sha256(parsed.certificate.whole)))
    return "the certificate in the signature was exchanged";
  const { publicKey } = fieldsOf(parsed.certificate);
  if (!(await crypto.fits(publicKey.whole, parsed.signature, parsed.signedAttributes)))
    return "the signature does not fit its certificate";
  return parsed.asBuilt ? null : "the signature's container was changed";
}

/** The fields read from a certificate (RFC 5280, 4.1: version, serial, algorithm, issuer, validity, subject, key). */
function fieldsOf(certificate: DerNode): Readonly<Record<"serial" | "issuer" | "subject" | "publicKey", DerNode>> {
  const fields = members(members(certificate, "certificate")[0], "certificate");
  const [serial, , issuer, , subject, publicKey] = fields[0]?.tag === context(0) ? fields.slice(1) : fields;
  if (serial === undefined || issuer === undefined || subject === undefined || publicKey === undefined)
    throw malformed("certificate");
  return { serial, issuer, subject, publicKey };
}

/** The signer in a container made by any program; null: it cannot be read. Nothing is verified. */
export function signerIn(cms: Uint8Array): string | null {
  try {
    const signedData = membersOf(membersOf(membersOf(readFirst(cms))[1])[0]);
    const certificates = membersOf(signedData.find(({ tag }) => tag === context(0)));
    const [signer] = membersOf(signedData.at(-1));
    const named = membersOf(signer)[1]?.whole;
    const own = certificates.find((certificate) => {
      const { issuer, serial } = fieldsOf(certificate);
      return named !== undefined && isSame(sequence(issuer.whole, serial.whole), named);
    });
    const certificate = own ?? certificates[0];
    return certificate === undefined ? null : nameIn(certificate) || null;
  } catch {
    return null;
  }
}

/** The common name of a certificate's subject (DER); all its names if it has none. */
export const signerOf = (certificate: Uint8Array): string => nameIn(read(certificate));

function nameIn(certificate: DerNode): string {
  const parts = members(fieldsOf(certificate).subject, "certificate").flatMap((part) =>
    members(part, "certificate").map((attribute) => members(attribute, "certificate")),
  );
  const common = parts.find(([id]) => id !== undefined && isSame(id.whole, OID.commonName));
  const shown = common === undefined ? parts : [common];
  return shown.map(([, value]) => (value === undefined ? "" : textOf(value))).join(", ");
}

const textOf = ({ content }: DerNode): string => new TextDecoder().decode(content);

/** The message completes a sentence: "the signature's … is malformed". */
export class MalformedSignature extends Error {}

const malformed = (what: string): Error => new MalformedSignature(`the signature's ${what} is malformed`);

/** @throws Error when it is not a constructed value: the input is untrusted. */
function members(node: DerNode | undefined, what: string): readonly DerNode[] {
  try {
    return membersOf(node);
  } catch {
    throw malformed(what);
  }
}

function firstOf(node: DerNode | undefined, what: string): DerNode {
  const [first] = members(node, what);
  if (first === undefined) throw malformed(what);
  return first;
}

function contentOf(node: DerNode | undefined, tag: number, what: string): Uint8Array {
  if (node?.tag !== tag) throw malformed(what);
  return node.content;
}
