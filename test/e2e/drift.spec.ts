import { startService } from "../../src-main/service/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { startFaultProxy } from "../sync/fault-proxy.ts";
import { testWithAccount } from "./account-fixture.ts";
import { expect } from "./fixtures.ts";
import { inspect } from "./inspect.ts";

const SCENARIO = `scenario: Both sign
steps:
  - alice signs contract
  - bob signs contract
`;

/** A workspace with a flow and a scenario, and the account at a service behind a proxy. */
async function openBank() {
  const [there, here] = [await testWorkspace(), await testWorkspace()];
  const service = await startService({ host: there.host, port: 0, log: () => undefined });
  const proxy = await startFaultProxy(service.baseUrl);
  const credentials = must(await there.host.accounts.credentials(there.host.accounts.defaultId));
  must(await here.host.sync.add({ name: "Bank", url: proxy.url, credentials, bind: "none" }));
  const text = smallFlow({ documentId: await uploadPdf(here.host) });
  const { id, revision } = must(await here.host.drafts.createFromText({ text }));
  must(await here.host.drafts.saveCompanion(id, "scenarios", SCENARIO, revision));
  const run = must(await here.host.drafts.start(id));
  must(await here.host.plays.act(run.id, "alice signs contract"));
  await here.host.close();
  return {
    ...{ dir: here.dir, proxy },
    async close() {
      await proxy.close();
      await service.close();
      await there.dispose();
      await here.dispose();
    },
  };
}

const test = testWithAccount(openBank);

test("Y16, drift: a scenario and a run's acts are carried out on an account, and the page names what differs", async ({
  remote: { proxy },
  flows,
  shell,
  page,
}) => {
  test.slow();
  const dialog = page.getByRole("dialog");
  const report = page.getByRole("region", { name: "Compared with the engine here" });

  await flows.open("Small");
  await page.keyboard.press("Alt+Shift+KeyS");
  await page.getByRole("button", { name: /^Both sign/ }).click();
  await page.getByRole("button", { name: "Compare with account: Both sign" }).click();
  await expect(dialog).toContainText("alice@example.test");
  const go = dialog.getByRole("button", { name: "Start for real and compare" });
  await dialog.getByText("Show the requests that will be sent").click();
  await expect(dialog.getByText("POST /flow/instances", { exact: true })).toBeVisible();
  await inspect(page, "drift-start", go);
  // A refusal differs at once; that other differences have time to settle is proved in test/sync/drift.
  let signed = 0;
  proxy.fault = ({ path }) => (path.endsWith("/sign") && ++signed > 1 ? { status: 409 } : null);
  await go.click();
  await expect(report).toContainText("1 step differs.", { timeout: 90_000 });
  await expect(report.getByRole("listitem").filter({ hasText: "bob signs contract" }).first()).toContainText(
    "It is done here, and refused on the account: ",
  );
  await inspect(page, "drift-report", report);
  proxy.fault = () => null;

  await shell.go("Runs");
  await page.getByRole("row").getByRole("link", { name: "Small" }).first().click();
  await page.getByRole("button", { name: "More operations" }).click();
  await page.getByRole("menuitem", { name: "Compare with account…" }).click();
  await go.click();
  await expect(report).toContainText("No difference was found.", { timeout: 90_000 });

  const signs = Promise.withResolvers<void>();
  proxy.meanwhile = ({ path }) => (path.endsWith("/sign") ? signs.promise : Promise.resolve());
  await page.goBack();
  await page.getByRole("button", { name: "More operations" }).click();
  await page.getByRole("menuitem", { name: "Compare with account…" }).click();
  await go.click();
  await report.getByRole("button", { name: "Stop comparing" }).click();
  await expect(report).toContainText("Stops after this step.");
  signs.resolve();
  await expect(report).toContainText("The comparison stopped early.");
  await expect(report.getByRole("button", { name: "Stop comparing" })).toHaveCount(0);

  const held = Promise.withResolvers<void>();
  proxy.meanwhile = ({ path }) => (path.endsWith("/sign") ? held.promise : Promise.resolve());
  const before = proxy.asked.length;
  await page.goBack();
  await page.getByRole("button", { name: "More operations" }).click();
  await page.getByRole("menuitem", { name: "Compare with account…" }).click();
  await go.click();
  await expect.poll(() => proxy.asked.slice(before).some((asked) => asked.endsWith("/sign"))).toBe(true);
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(page.getByText("Cancel run: waits for its turn: work with the account is under way")).toBeVisible();
  await expect(report).toContainText("Stops after this step.");
  held.resolve();
  await expect(report).toContainText("The comparison stopped early. You asked to cancel its run.");
  await expect(page.getByText("Cancel run: done")).toBeVisible();
});
