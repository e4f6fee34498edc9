/** A zip directory's data about an entry, which fflate does not expose. */
export interface ZipEntry {
  readonly encrypted: boolean;
  /** CRC-32 of the unpacked bytes. */
  readonly crc: number;
}

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const ENTRY = 0x02014b50;
const LOCATOR_64 = 0x07064b50;
/** Stands for a number that only a zip64 record holds. */
const IN_ZIP64 = 0xffff_ffff;

/**
 * The entries of a zip in the order of its directory (APPNOTE 4.3.12 to 4.3.16), that of fflate's `filter`.
 * @throws RangeError if the bytes are not a zip
 */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = zip.lastIndexOf(END);
  if (end < 0) throw new RangeError("no directory");
  let at = zip.readUInt32LE(end + 16);
  if (at === IN_ZIP64 && zip.readUInt32LE(end - 20) === LOCATOR_64)
    at = Number(zip.readBigUInt64LE(Number(zip.readBigUInt64LE(end - 12)) + 48));
  const entries: ZipEntry[] = [];
  while (zip.readUInt32LE(at) === ENTRY) {
    entries.push({ encrypted: (zip.readUInt16LE(at + 8) & 1) !== 0, crc: zip.readUInt32LE(at + 16) });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
