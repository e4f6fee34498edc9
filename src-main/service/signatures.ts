import { LONGEST_TYPED, MOST_PNG_PIXELS, unseenIn, type WireSignature } from "../../src-shared/service/index.ts";
import { ServiceError } from "./failures.ts";

const MAX_IMAGE = 512 * 1024;
/** Of a picture's side, in pixels: beyond it a few bytes would unpack to more than anybody draws. */
const MAX_SIDE = 8_192;
const PNG = "89504e470d0a1a0a";

/**
 * The bytes of a signature: UTF-8 of the typed name without the spaces around it, or a PNG or JPEG.
 * @param participant the signer's name in the flow: typed, any name is taken (decision 0204)
 * @throws ServiceError `request_parameters_invalid`
 */
export function signatureBytes({ kind, data }: WireSignature, participant: string): Uint8Array {
  if (kind === "typed") {
    if (data.trim() === participant.trim()) return new TextEncoder().encode(participant.trim());
    if (data.length > LONGEST_TYPED) throw invalid(`A typed signature has at most ${LONGEST_TYPED} characters.`);
    return new TextEncoder().encode(nameIn(data));
  }
  const base64 = data.replace(/^data:image\/(?:png|jpeg);base64,/, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid("The signature's image is not base64.");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_IMAGE) throw invalid("The signature's image is over 512 KiB.");
  const size = sizeOf(bytes);
  if (size === null) throw invalid("The signature's image is neither a whole PNG nor a whole JPEG.");
  if (size.some((side) => side < 1 || side > MAX_SIDE)) {
    throw invalid(`The sides of a signature's image are between 1 and ${MAX_SIDE} pixels.`);
  }
  if (isPng(bytes) && size[0] * size[1] > MOST_PNG_PIXELS) {
    const most = MOST_PNG_PIXELS.toLocaleString("en");
    throw invalid(
      `The signature's image has ${size[0]} × ${size[1]} pixels; a PNG has ${most} at most. Make it smaller, or send a JPEG.`,
    );
  }
  return bytes;
}

/** A name that people see as it was typed: nothing that hides, turns or breaks it. */
function nameIn(typed: string): string {
  const name = typed.trim();
  if (unseenIn(name) !== null) {
    throw invalid(
      "A typed signature holds no line breaks, control signs or signs that change the direction of writing.",
    );
  }
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) throw invalid("A typed signature needs at least one visible character.");
  return name;
}

/** Width and height in pixels; null for what is no picture from its head to its end. */
function sizeOf(bytes: Buffer): readonly [number, number] | null {
  return isPng(bytes) ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
}

const isPng = (bytes: Buffer): boolean => bytes.toString("hex", 0, 8) === PNG;

function sizeOfPng(bytes: Buffer): readonly [number, number] | null {
  let [size, drawn]: [readonly [number, number] | null, boolean] = [null, false];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (size === null && (type !== "IHDR" || length !== 13)) return null;
    if (type === "IHDR") size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (type === "IDAT") drawn ||= length > 0;
    if (type === "IEND") return drawn ? size : null;
    at += 12 + length;
  }
  return null;
}

/** Walks the segments as far as the picture itself, which the end marker must follow. */
function sizeOfJpeg(bytes: Buffer): readonly [number, number] | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: readonly [number, number] | null = null;
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xffc0 || length < 2) return null;
    // Start of frame; the three between are tables.
    const frame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (frame && at + 9 <= bytes.length) size = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    if (marker === 0xffda) return bytes.indexOf("ffd9", at + 2 + length, "hex") > at + 2 + length ? size : null;
  }
  return null;
}

function invalid(message: string): ServiceError {
  return new ServiceError("request_parameters_invalid", message, {
    details: { problems: [{ pointer: "/signature/data", message }] },
  });
}
