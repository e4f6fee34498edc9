import { randomBytes } from "node:crypto";
import type { SecretBox } from "../store/secret-box.ts";
import type { SecretReads, StoreWrites } from "../store/types.ts";

/** The secret store: values encrypted at rest, found by reference (law 9). */
export interface Vault {
  /** null: nothing of that name. @throws when the value does not open with this workspace's key. */
  get(ref: string): string | null;
  /** `instanceId`: the secret goes when the instance is deleted; null: it stays. */
  put(tx: StoreWrites, ref: string, value: string, instanceId: string | null): void;
  readonly box: SecretBox;
}

export function createVault(reads: SecretReads, box: SecretBox): Vault {
  return {
    box,
    get(ref) {
      const sealed = reads.get(ref);
      return sealed === null ? null : Buffer.from(box.reveal(sealed)).toString("utf8");
    },
    put(tx, ref, value, instanceId) {
      tx.secrets.put(ref, box.protect(Buffer.from(value, "utf8")), instanceId);
    },
  };
}

/** 256 random bits, safe in urls. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** References into the secret store; nothing else makes them. */
export const secretRef = {
  workspaceKey: "workspace-key",
  appToken: "app-token",
  signingSecret: "callback-signing-secret",
  /** A value that texts name, such as a callback's `password_ref`. */
  named: (name: string) => `named:${name}`,
  callbackPassword: (instanceId: string) => `callback-password:${instanceId}`,
  code: (instanceId: string, codeHash: string) => `code:${instanceId}:code-${codeHash.slice(0, 12)}`,
  signature: (instanceId: string, sha256: string) => `signature:${instanceId}:${sha256}`,
} as const;
