import { type BareOutbox, bareClient } from "./sync-program.ts";

/** Sends an outbox with bare undici, in a process of its own as a sync has one: neither side has compiled anything before. */

process.on("message", ({ remote, runs, each }: BareOutbox) => {
  const bare = bareClient(remote);
  const drained = bare.each(runs, async ({ id }) => {
    await bare.ask("GET", `/flow/instances/${id}`);
    for (let n = 0; n < each; n += 1) {
      await bare.ask("POST", `/flow/instances/${id}/prolong`, { days: 1 });
      await bare.ask("GET", `/flow/instances/${id}`);
    }
  });
  drained.then(
    () => process.send?.({ error: null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
// By itself, so that Node keeps what was compiled.
process.once("disconnect", () => process.exit());
process.send?.("ready");
