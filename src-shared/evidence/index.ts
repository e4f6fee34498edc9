/**
 * The evidence room's front door: reads signatures and evidence bundles the same way in every shell. Pure: the
 * machine's part arrives as arguments.
 */

export { type BundleReport, type BundleSigner, checkBundle } from "./check-bundle.ts";
export { type ContentsReport, checkContents } from "./check-contents.ts";
export {
  checkDetachedSignature,
  detachedSignature,
  MalformedSignature,
  type SignatureCheck,
  type SignatureCrypto,
  signerIn,
  signerOf,
  withoutPadding,
} from "./cms.ts";
export {
  crc32,
  directoryOf,
  type Entry,
  entriesOf,
  headerOf,
  LARGEST_CONTAINER,
  LARGEST_FILE,
  type Source,
  sourceOf,
} from "./container.ts";
export type { BundleProblem, Contents } from "./contents.ts";
export { chainEntry, FIRST_PREDECESSOR, hexOf } from "./history-chain.ts";
export * from "./manifest.ts";
export {
  type JudgedSeal,
  type JudgeSeal,
  judgePdfSeal,
  type NamedSignature,
  type SealedOn,
  signaturesIn,
  signedParts,
} from "./pdf-seal.ts";
export { HISTORY_FILE, RUN_FILE, type RunFacts } from "./run-facts.ts";
