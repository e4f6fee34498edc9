import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The `webhook-signature` of a callback (Standard Webhooks, symmetric scheme v1).
 * @param secret `whsec_` and base64
 * @param timestamp seconds of wall time, as in `webhook-timestamp`
 */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** `whsec_` and at least 24 bytes of base64, as Standard Webhooks asks. */
export function isSigningSecret(secret: string): boolean {
  if (!secret.startsWith(PREFIX)) return false;
  const encoded = secret.slice(PREFIX.length);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && Buffer.from(encoded, "base64").length >= 24;
}

/** A random secret of 256 bits that callbacks are signed with, as Standard Webhooks writes it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString("base64");
