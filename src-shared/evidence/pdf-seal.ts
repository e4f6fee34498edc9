import { checkDetachedSignature, type SignatureCrypto, signerIn, withoutPadding } from "./cms.ts";
import { hexOf } from "./history-chain.ts";

/** A sealed PDF's data about itself. */
export interface JudgedSeal {
  readonly valid: boolean;
  /** Common name of the certificate; null: there is no readable signature. */
  readonly signer: string | null;
  /** Hex; null: there is no readable signature. */
  readonly certificateSha256: string | null;
  /** Why it is not valid. */
  readonly reason?: string;
  /** The history that it was sealed on, and its last event (decision 0205); absent if the seal does not name it. */
  readonly sealedOn?: SealedOn;
}

/** Names a history and its last event: that event's hash covers all before it. */
export interface SealedOn {
  readonly instanceId: string;
  /** Hex. */
  readonly chainHash: string;
}

/** Judges the seal of one PDF. Never throws because of the PDF's contents. */
export type JudgeSeal = (pdf: Uint8Array) => Promise<JudgedSeal>;

/** The parts that a signature's `/ByteRange` covers, and the hexadecimal digits that it leaves out. */
export interface SignedParts {
  /** The two parts, one after the other, as views of the file. */
  readonly covered: readonly Uint8Array[];
  readonly value: string;
}

/**
 * The bytes under a signature: two parts, from the first byte to the last, around exactly the hexadecimal string that
 * holds its value. Null for any other range.
 */
export function signedParts(file: Uint8Array, byteRange: readonly number[]): SignedParts | null {
  const [start, firstLength = -1, second = -1, secondLength = -1, ...more] = byteRange;
  const whole = [firstLength, second, secondLength].every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!whole || start !== 0 || more.length > 0 || second <= firstLength || second + secondLength !== file.length)
    return null;
  const place = /^<([0-9A-Fa-f]*)>$/.exec(latin1(file.subarray(firstLength, second)));
  if (place === null) return null;
  return { covered: [file.subarray(0, firstLength), file.subarray(second)], value: place[1] ?? "" };
}

/** More than any real document has; a hostile file could make us read its bytes again and again. */
const MOST_SIGNATURES = 100;

/** The distinct byte ranges of a file's signatures. */
function rangesIn(text: string): readonly (readonly number[])[] {
  const distinct = new Map<string, readonly number[]>();
  for (const [, ...numbers] of text.matchAll(BYTE_RANGE)) {
    distinct.set(numbers.join(" "), numbers.map(Number));
    if (distinct.size === MOST_SIGNATURES) break;
  }
  return [...distinct.values()];
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;

/**
 * Judges the seal of a PDF by its bytes alone, without a PDF library: whether one signature covers the whole file and
 * matches its certificate.
 * @param inflate unpacks zlib data; used for the seal's note about its history
 */
export async function judgePdfSeal(
  file: Uint8Array,
  crypto: SignatureCrypto,
  inflate: (packed: Uint8Array) => Promise<Uint8Array>,
): Promise<JudgedSeal> {
  const nobody = { valid: false, signer: null, certificateSha256: null } as const;
  const text = latin1(file);
  const ranges = rangesIn(text);
  if (ranges.length === 0) return { ...nobody, reason: "the file has no signature" };
  const [parts] = ranges.flatMap((range) => signedParts(file, range) ?? []);
  if (parts === undefined)
    return { ...nobody, reason: "its signature does not cover the whole file: something was added or removed" };
  try {
    const container = withoutPadding(bytesOfHex(parts.value));
    const { certificate, signer, problem } = await checkDetachedSignature(container, parts.covered, crypto);
    const sealedOn = await sealedOnIn(text, file, inflate);
    return {
      ...{ valid: problem === null, signer, certificateSha256: hexOf(await crypto.sha256(certificate)) },
      ...(problem === null ? {} : { reason: problem }),
      ...(sealedOn === null ? {} : { sealedOn }),
    };
  } catch {
    return { ...nobody, reason: "the signature's container is malformed" };
  }
}

/** The signer of a PDF signature as its container names it; nothing is verified. */
export interface NamedSignature {
  /** null: it cannot be read. */
  readonly signer: string | null;
  readonly coversWhole: boolean;
}

/** Every signature of a PDF, from any program, in file order. */
export function signaturesIn(file: Uint8Array): readonly NamedSignature[] {
  return rangesIn(latin1(file)).map((range) => {
    const [, start = 0, end = 0] = range;
    const place = /^<([0-9A-Fa-f]*)>$/.exec(latin1(file.subarray(start, end)))?.[1];
    const signer = place === undefined ? null : signerIn(bytesOfHex(place));
    return { signer, coversWhole: signedParts(file, range) !== null };
  });
}

const NOTE =
  /\/PieceInfo\s*<<\s*\/Countersign\s*<<[^<>]*\/Private\s*<<\s*\/Instance\s*<([\dA-Fa-f]*)>\s*\/ChainHash\s*<([\dA-Fa-f]*)>/;
const ALL_NOTES = new RegExp(NOTE, "g");
const PACKED_OBJECTS = /\/Type\s*\/ObjStm\b[^<>]*?\/Length\s+(\d+)[^<>]*>>\s*?stream\r?\n/g;

/** The seal's note in the catalog: the last one in the file, as a signed document may contain an earlier one. */
async function sealedOnIn(
  text: string,
  file: Uint8Array,
  inflate: (packed: Uint8Array) => Promise<Uint8Array>,
): Promise<SealedOn | null> {
  const plain = [...text.matchAll(ALL_NOTES)].at(-1);
  const packed = [...text.matchAll(PACKED_OBJECTS)].reverse();
  for (const found of packed) {
    if (plain !== undefined && plain.index > found.index) break;
    const start = found.index + found[0].length;
    const unpacked = await inflate(file.subarray(start, start + Number(found[1]))).catch(() => null);
    const note = unpacked === null ? null : NOTE.exec(latin1(unpacked));
    if (note !== null) return noteOf(note);
  }
  return plain === undefined ? null : noteOf(plain);
}

const noteOf = ([, instance = "", hash = ""]: RegExpExecArray) => ({
  instanceId: utf16(bytesOfHex(instance)),
  chainHash: utf16(bytesOfHex(hash)),
});

/** A PDF text: UTF-16, after its byte order mark. */
const utf16 = (bytes: Uint8Array): string => new TextDecoder("utf-16be").decode(bytes);

/** One character per byte. */
const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

function bytesOfHex(hex: string): Uint8Array {
  const even = hex.length % 2 === 0 ? hex : `${hex}0`;
  return Uint8Array.from({ length: even.length / 2 }, (_, at) => Number.parseInt(even.slice(2 * at, 2 * at + 2), 16));
}
