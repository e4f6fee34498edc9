import type { WireSignature } from "../../src-shared/service/index.ts";
import { ServiceError } from "./failures.ts";

const MAX_IMAGE = 512 * 1024;
const MAX_TYPED = 200;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/**
 * The bytes of a signature: UTF-8 of the typed name, or a PNG or JPEG.
 * @throws ServiceError `request_parameters_invalid`
 */
export function signatureBytes({ kind, data }: WireSignature): Uint8Array {
  if (kind === "typed") {
    if (data.length > MAX_TYPED) throw invalid(`A typed signature has at most ${MAX_TYPED} characters.`);
    return new TextEncoder().encode(data);
  }
  const base64 = data.replace(/^data:image\/(?:png|jpeg);base64,/, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid("The signature's image is not base64.");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_IMAGE) throw invalid("The signature's image is over 512 KiB.");
  if (![PNG, JPEG].some((magic) => magic.every((byte, index) => bytes[index] === byte))) {
    throw invalid("The signature's image is neither a PNG nor a JPEG.");
  }
  return bytes;
}

function invalid(message: string): ServiceError {
  return new ServiceError("request_parameters_invalid", message, {
    details: { problems: [{ pointer: "/signature/data", message }] },
  });
}
