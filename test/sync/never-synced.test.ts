import { expect, test, vi } from "vitest";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must } from "../harness/workspace.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";

/** Longer than the first pause after a service was not reached. */
const SOON = { timeout: 20_000, interval: 50 };
const stateOf = ({ host }: Rig) => host.sync.accounts()[0];

/** A run that was started there and adopted here; the account was never synced, and has flows on both sides. */
async function adopted(): Promise<Rig> {
  const rig = await openRig();
  const { host } = rig.remote;
  const { id } = must(await host.drafts.createFromText({ text: smallFlow({ documentId: await uploadPdf(host) }) }));
  must(await rig.host.sync.runs.adopt("Bank", must(await host.drafts.start(id)).id));
  await rig.draft(TEXT);
  return rig;
}

test("Y11: a command that waits goes by itself once its service is reached, also of an account that was never synced", async () => {
  const rig = await adopted();
  const { length } = rig.proxy.asked;
  rig.keepsInSync();
  rig.proxy.fault = () => "drop";
  const report = must(await rig.host.sync.runs.command("Bank", rig.run().key, { kind: "cancel" }));
  expect(report).toMatchObject({ done: [], waits: expect.stringContaining("broke off") });
  rig.proxy.fault = () => null;
  await vi.waitFor(() => expect(rig.run()).toMatchObject({ commands: [{ state: "done" }] }), SOON);
  expect(rig.run().seen?.status).toBe("canceled");
  // Flows still wait for the author's first sync [Y16].
  await vi.waitFor(() => expect(stateOf(rig)).toMatchObject({ synced: false, automatic: false, state: "fresh" }), SOON);
  expect(rig.proxy.asked.slice(length).filter((asked) => asked.includes("/flow/drafts"))).toEqual([]);
  expect(rig.there().has("Loan")).toBe(false);
});

test("Y13: an account that its author syncs by hand is left alone, with what waits", async () => {
  const rig = await adopted();
  must(await rig.host.sync.setAutomatic("Bank", false));
  rig.proxy.fault = () => "drop";
  must(await rig.host.sync.runs.command("Bank", rig.run().key, { kind: "cancel" }));
  rig.proxy.fault = () => null;
  const { length } = rig.proxy.asked;
  const looked = new Promise<void>((resolve) => {
    rig.host.changes(({ kind }) => kind === "account" && resolve());
  });
  rig.keepsInSync();
  await looked;
  expect(rig.proxy.asked.slice(length)).toEqual([]);
  expect(rig.run()).toMatchObject({ commands: [{ state: "waiting" }] });
});
