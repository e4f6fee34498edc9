/** The evidence room's front door: signatures and evidence bundles, read alike by every shell. Pure: the machine's part arrives as arguments. */

export {
  checkDetachedSignature,
  detachedSignature,
  type SignatureCheck,
  type SignatureCrypto,
  signerOf,
} from "./cms.ts";
