import { randomUUID } from "node:crypto";

/** A UUIDv7 (RFC 9562): sorts by the wall time of its making. @param wallNow epoch milliseconds */
export function uuidV7(wallNow: number): string {
  const time = wallNow.toString(16).padStart(12, "0");
  // A random one of version 4, whose entropy is drawn in bulk, with its time and version replaced.
  const random = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(15)}`;
}
