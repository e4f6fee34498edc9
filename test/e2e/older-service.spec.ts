import { startService } from "../../src-main/service/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { startFaultProxy } from "../sync/fault-proxy.ts";
import { testWithAccount } from "./account-fixture.ts";
import { expect } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { Sync } from "./pages/sync.ts";

/** A workspace with a flow that belongs to the account of a service which reports 0.32.0. */
async function openOlder() {
  const [there, here] = [await testWorkspace(), await testWorkspace()];
  const service = await startService({ host: there.host, port: 0, log: () => undefined });
  const version = Buffer.from(JSON.stringify({ api_version: "0.32.0", build_date: "", build_commit: "" }));
  const proxy = await startFaultProxy(service.baseUrl, {
    request: (asked) => asked,
    answer: ({ path }, answer) => (path === "/flow/version" ? { ...answer, body: version } : answer),
  });
  const credentials = must(await there.host.accounts.credentials(there.host.accounts.defaultId));
  must(await here.host.sync.add({ name: "Bank", url: proxy.url, credentials, bind: "none" }));
  const { id } = must(
    await here.host.drafts.createFromText({ text: smallFlow({ documentId: await uploadPdf(here.host) }) }),
  );
  must(await here.host.sync.bind("Bank", id));
  await here.host.close();
  return {
    dir: here.dir,
    titles: () => there.host.drafts.list({}).items.map(({ title }) => title),
    async close() {
      await proxy.close();
      await service.close();
      await there.dispose();
      await here.dispose();
    },
  };
}

const test = testWithAccount(openOlder);

test("V101: what the account's service cannot take shows while typing, keeps nothing from being run here, and is refused by a sync", async ({
  remote,
  shell,
  flows,
  page,
}) => {
  test.slow();
  const authoring = await flows.open("Small");
  await expect(authoring.squiggles).toHaveCount(0);
  await authoring.cursorAfter("process:");
  await page.keyboard.press("Enter");
  await page.keyboard.type("  allow-rejections: false");
  await expect(authoring.squiggles.filter({ hasText: "allow-rejections" })).toBeVisible();
  const sentence =
    /allow-rejections.* is not known to the account “Bank”: it came with 0\.33\.0, and the service reports 0\.32\.0/;
  await expect(authoring.problem("V101")).toContainText(sentence);
  await expect(authoring.run).not.toHaveAttribute("aria-disabled", "true");
  await inspect(page, "older-service", authoring.problem("V101"));

  await shell.go("Sync");
  await page.getByRole("button", { name: "Review first sync" }).click();
  const sync = new Sync(page);
  await expect(sync.dialog).toContainText(sentence);
  await sync.dialog.getByRole("button", { name: "Sync now" }).click();
  await expect(sync.account("Bank")).toContainText("Refused");
  expect(remote.titles()).toEqual([]);
});
