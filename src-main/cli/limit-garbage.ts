import { setFlagsFromString } from "node:v8";

/**
 * From now on V8 collects garbage early. Without it, a check that needs 110 MiB takes 270, for the machine has room; with it
 * 150 at most, and up to a fifth more time. A first sync of 10,000 drafts needs some 240 with it, 350 without.
 */
export function limitGarbage(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  // What a large document leaves on its way from the connection to the disk is collected every few MiB: 40 MiB less.
  setFlagsFromString("--scavenger-max-new-space-capacity-mb=2");
  setFlagsFromString("--heap-growing-percent=20");
}
