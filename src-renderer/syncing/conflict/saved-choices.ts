import { z } from "zod";
import { jsonOnDisk, putOnDisk } from "../../components/index.ts";
import type { Chosen } from "./choices.ts";

/** Keyed by the whole conflict: if a sync changes a side, it is a different question. */
export type Kept = Readonly<Record<string, Chosen>>;

const chosen = z.union([
  z.object({ take: z.enum(["mine", "theirs"]) }),
  z.object({ take: z.literal("value"), text: z.string() }),
]);
const stored = z.record(z.string(), chosen);

/**
 * The author's choices and input, stored on this page's own disk until the conflict is resolved, so that a reload loses
 * nothing.
 */
export function choicesOf(draftKey: string) {
  const key = `countersign.conflict.${draftKey}`;
  return {
    read: (): Kept => stored.safeParse(jsonOnDisk(key)).data ?? {},
    // If the disk is full, they last as long as the page.
    keep: (kept: Kept): unknown =>
      Object.keys(kept).length > 0 ? putOnDisk(key, JSON.stringify(kept)) : localStorage.removeItem(key),
  };
}
