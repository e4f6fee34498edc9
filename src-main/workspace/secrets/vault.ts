import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SecretBox, StoreReads, StoreWrites } from "../../store/index.ts";

export type Vault = Readonly<ReturnType<typeof createVault>>;

const REMEMBERED = 2_000;

/** The secret store: values encrypted at rest, found by reference (law 9). */
export function createVault(reads: StoreReads["secrets"], box: SecretBox) {
  /** Keyed by the sealed bytes, which are always unique. */
  const revealed = new LRUCache<string, string>({ max: REMEMBERED });

  /** Opens a sealed value. The latest are cached: opening is expensive, and each request needs some. */
  function reveal(sealed: Uint8Array): string {
    const key = Buffer.from(sealed).toString("latin1");
    const known = revealed.get(key);
    if (known !== undefined) return known;
    const value = Buffer.from(box.reveal(sealed)).toString("utf8");
    revealed.set(key, value);
    return value;
  }

  const seal = (value: string): Uint8Array => box.protect(Buffer.from(value, "utf8"));
  return {
    reveal,
    seal,
    /** null: no value has that name. @throws when the value does not open with this workspace's key */
    get(ref: string): string | null {
      const sealed = reads.get(ref);
      return sealed === null ? null : reveal(sealed);
    },
    /** @param instanceId the secret goes when the instance is deleted; null: it stays */
    put(tx: StoreWrites, ref: string, value: string, instanceId: string | null): void {
      tx.secrets.put(ref, seal(value), instanceId);
    },
  };
}

/** The picture or the name that came with an act; null: it is not there. */
export function signatureOf(vault: Vault, instanceId: string, sha256: string): Uint8Array | null {
  const encoded = vault.get(secretRef.signature(instanceId, sha256));
  return encoded === null ? null : new Uint8Array(Buffer.from(encoded, "base64"));
}

/** 256 random bits, safe in urls. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares in constant time. */
export function fitsHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), "hex"), Buffer.from(hash, "hex"));
}

/** References into the secret store; no other code makes them. */
export const secretRef = {
  workspaceKey: "workspace-key",
  signingSecret: "callback-signing-secret",
  /** A value that texts refer to, such as a callback's `password_ref`. */
  named: (name: string) => `named:${name}`,
  callbackPassword: (instanceId: string) => `callback-password:${instanceId}`,
  /** The hash of the browser session that began a view authentication; kept here to go when the instance does. */
  attempt: (instanceId: string, transactionId: string) => `attempt:${instanceId}:${transactionId}`,
  code: (instanceId: string, codeHash: string) => `code:${instanceId}:code-${codeHash.slice(0, 12)}`,
  /** The four strings of a remote account, as JSON. */
  remoteAccount: (key: string) => `remote-account:${key}`,
  /** The last callback password sent to a remote draft [Y15]. */
  remotePassword: (key: string, draftKey: string) => `remote-password:${key}:${draftKey}`,
  /** Access links of an instance on a remote account, as JSON [Y12]. */
  remoteLinks: (instanceKey: string) => `remote-links:${instanceKey}`,
  /** The last part of the address that takes an account's callbacks [Y13]. */
  remoteCallbacks: (key: string) => `remote-callbacks:${key}`,
  signature: (instanceId: string, sha256: string) => `signature:${instanceId}:${sha256}`,
} as const;
