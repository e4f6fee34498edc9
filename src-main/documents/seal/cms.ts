import { createHash, createPublicKey, sign, verify } from "node:crypto";
import { detachedSignature, type SignatureCrypto } from "../../../src-shared/evidence/index.ts";

export interface SigningKey {
  readonly certificateDer: Uint8Array;
  /** PKCS #8, DER. */
  readonly privateKeyDer: Uint8Array;
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * A detached CMS signature of `signed`, DER.
 * @param signingTime epoch milliseconds; null: it stands elsewhere, as PAdES has it
 */
export function createDetachedSignature(
  signed: Uint8Array,
  { certificateDer, privateKeyDer }: SigningKey,
  signingTime: number | null,
): Buffer {
  const key = { key: Buffer.from(privateKeyDer), format: "der", type: "pkcs8" } as const;
  return Buffer.from(
    detachedSignature({
      certificate: certificateDer,
      certificateHash: sha256(certificateDer),
      contentHash: sha256(signed),
      signingTime: signingTime === null ? null : utcTime(signingTime),
      sign: (attributes) => sign("sha256", attributes, key),
    }),
  );
}

/** `YYMMDDHHMMSSZ` (RFC 5652, 11.3), until 2049. */
function utcTime(instant: number): string {
  return `${new Date(instant).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`;
}

/** How signatures are checked on this side of the app. */
export const nodeCrypto: SignatureCrypto = {
  sha256: async (...parts) => sha256(...parts),
  fits: async (publicKey, signature, signed) => {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" && verify("sha256", signed, key, signature);
  },
};
