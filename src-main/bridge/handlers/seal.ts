import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import { answer, done } from "./shared.ts";

/** The certificate that the workspace seals with, shown and replaced in Settings. */
export function sealHandlers({ seal }: Host) {
  return {
    "seal.certificate": async () => answer(seal.certificate(), (certificate) => ({ certificate })),
    "seal.useCertificate": async ({ pkcs12, password }) =>
      answer(seal.use(Buffer.from(pkcs12, "base64"), password), (certificate) => ({ certificate })),
    "seal.resetCertificate": async () => done(seal.reset()),
  } satisfies Partial<BridgeHandlers>;
}
