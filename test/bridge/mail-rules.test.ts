import { expect, onTestFinished, test } from "vitest";
import { startSmall } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { testWorkspace } from "../harness/workspace.ts";

test("the author's delivery rules make an address bounce, or its mail late on the run's clock", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const bridge = testBridge(host);
  const items = [
    { address: "ALICE@example.test", effect: { kind: "bounce", reason: "The mailbox is full." } },
    { address: "*", effect: { kind: "delay", minutes: 90 } },
  ] as const;
  await bridge.call("mailbox.setRules", { items: [...items] });
  expect((await bridge.call("mailbox.rules", {})).items).toEqual(items);

  const { id, clockId } = await startSmall(host, {}, { clock: { virtual: "new" } });
  await host.idle();
  const states = async () =>
    Object.fromEntries(
      (await bridge.call("mailbox.list", { instanceId: id })).items.map((mail) => [
        mail.participant,
        [mail.status, mail.reason],
      ]),
    );
  expect(await states()).toEqual({ alice: ["not_delivered", "The mailbox is full."], bob: ["queued", null] });
  await bridge.call("clocks.advance", { id: clockId, target: { by: "PT90M" } });
  expect(await states()).toMatchObject({ bob: ["delivered", null] });

  for (const address of ["not an address", "alice@example.test, bob@example.test", "alice"]) {
    const rule = { address, effect: { kind: "delay", minutes: 5 } } as const;
    expect(await bridge.refusal("mailbox.setRules", { items: [rule] })).toContain("e-mail address");
  }
  const refused = { address: "", effect: { kind: "delay", minutes: 0 } } as const;
  expect(await bridge.refusal("mailbox.setRules", { items: [refused] })).toContain("address");
  expect((await bridge.call("mailbox.rules", {})).items).toEqual(items);
});
