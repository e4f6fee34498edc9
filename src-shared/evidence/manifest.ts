/** A file that a bundle's signature covers (ETSI EN 319 162-1, ASiCManifest). */
export interface Covered {
  /** ASCII letters, digits, `-`, `_`, `.` and `/`: it is its own URI. */
  readonly name: string;
  readonly mimeType: string;
  /** SHA-256, base64. */
  readonly digest: string;
}

export const MIME_TYPE = "application/vnd.etsi.asic-e+zip";
export const MIMETYPE_FILE = "mimetype";
export const MANIFEST_FILE = "META-INF/ASiCManifest.xml";
export const SIGNATURE_FILE = "META-INF/signature.p7s";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <asic:SigReference URI="${SIGNATURE_FILE}" MimeType="application/pkcs7-signature"/>
`;
const TAIL = "</asic:ASiCManifest>\n";

/**
 * The manifest that a bundle's signature signs. Its lines end like those of a mail: `openssl cms -verify` reads them so
 * unless it is told that they are binary.
 */
export function manifestOf(files: readonly Covered[]): string {
  return `${HEAD}${files.map(reference).join("")}${TAIL}`.replaceAll("\n", "\r\n");
}

const reference = ({ name, mimeType, digest }: Covered): string =>
  `  <asic:DataObjectReference URI="${name}" MimeType="${mimeType}">
    <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
    <ds:DigestValue>${digest}</ds:DigestValue>
  </asic:DataObjectReference>
`;

const REFERENCE =
  /URI="([\w./-]+)" MimeType="([\w./+; =-]+)">\s+<ds:DigestMethod [^>]+>\s+<ds:DigestValue>([\w+/=]+)</g;

/** The files that a manifest covers; null: it is not one that Countersign wrote. */
export function readManifest(text: string): readonly Covered[] | null {
  const files = [...text.matchAll(REFERENCE)].map(([, name = "", mimeType = "", digest = ""]) => ({
    name,
    mimeType,
    digest,
  }));
  const written = manifestOf(files);
  // Bundles of earlier versions end lines with a line feed only.
  return text === written || text === written.replaceAll("\r\n", "\n") ? files : null;
}
