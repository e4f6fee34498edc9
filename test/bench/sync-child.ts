import { limitGarbage } from "../../src-main/cli/limit-garbage.ts";
import type { Asked } from "./sync-program.ts";

/** Syncs a workspace in a process of its own, whose garbage is limited before its code is loaded, as that of `countersign sync` is. */

limitGarbage({ yields: true });
const { answer } = await import("./sync-acts.ts");

process.on("message", (asked: Asked) => {
  answer(asked).then(
    (value) => process.send?.({ value: value ?? null }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
// By itself, so that Node keeps what was compiled.
process.once("disconnect", () => process.exit());
