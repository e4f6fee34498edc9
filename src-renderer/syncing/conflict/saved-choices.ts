import { z } from "zod";
import { jsonOnDisk, putOnDisk } from "../../components/index.ts";
import type { Chosen } from "./choices.ts";

/** By the whole of a conflict: where a sync changes a side of it, it is another question. */
export type Kept = Readonly<Record<string, Chosen>>;

const chosen = z.union([
  z.object({ take: z.enum(["mine", "theirs"]) }),
  z.object({ take: z.literal("value"), text: z.string() }),
]);
const stored = z.record(z.string(), chosen);

/** What an author chose and typed, on this page's own disk until it is settled: a page that is left or loaded anew loses none of it. */
export function choicesOf(draftKey: string) {
  const key = `countersign.conflict.${draftKey}`;
  return {
    read: (): Kept => stored.safeParse(jsonOnDisk(key)).data ?? {},
    // Where the disk is full they last as long as the page.
    keep: (kept: Kept): unknown =>
      Object.keys(kept).length > 0 ? putOnDisk(key, JSON.stringify(kept)) : localStorage.removeItem(key),
  };
}
