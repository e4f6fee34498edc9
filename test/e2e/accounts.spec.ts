import { startService } from "../../src-main/service/index.ts";
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { startFaultProxy } from "../sync/fault-proxy.ts";
import { testWithAccount } from "./account-fixture.ts";
import { expect } from "./fixtures.ts";
import { inspect } from "./inspect.ts";

const test = testWithAccount(openTwo);
const NOTHING_BUT_NEW = { name: "publish", calls: { drafts: null, draft: null, changeDraft: null } } as const;

/** The app's workspace has two accounts of one service, one of which takes only new flows, a run on it and two flows. */
async function openTwo() {
  const [there, here] = [await testWorkspace(), await testWorkspace()];
  const service = await startService({ host: there.host, port: 0, log: () => undefined });
  const proxy = await startFaultProxy(service.baseUrl, {
    request: (asked) => asked,
    answer: (_asked, answer) => answer,
  });
  const { host } = here;
  const credentials = must(await there.host.accounts.credentials(there.host.accounts.defaultId));
  const account = { url: proxy.url, credentials, bind: "none" } as const;
  must(await host.sync.add({ ...account, name: "Bank" }));
  // By another address, as twins are refused.
  must(await host.sync.add({ ...account, url: service.baseUrl, name: "Office", dialect: NOTHING_BUT_NEW }));
  must(await host.sync.run("Bank"));
  const text = smallFlow({ documentId: await uploadPdf(host) }).replace("title: Small", "title: Meeting");
  const { id } = must(await host.drafts.createFromText({ text }));
  must(await host.sync.runs.start("Bank", id));
  await playAll(there.host, there.host.instances.list({}).items[0]?.id ?? "");
  must(await host.sync.run("Bank"));
  const second = must(await host.drafts.createFromText({ text: text.replace("Meeting", "Notice") }));
  must(await host.sync.bind("Office", second.id));
  await host.close();
  return {
    ...{ dir: here.dir, host: there.host, proxy },
    async close() {
      await proxy.close();
      await service.close();
      await there.dispose();
      await here.dispose();
    },
  };
}

test("Y1, Y10, Y11, Y12, Y13: a flow starts on an account, whose run opens links and sealed documents; another is published; data retention and the callback address", async ({
  remote: { host, proxy },
  shell,
  page,
}) => {
  test.slow();
  // A message has the role, too, until it goes.
  const dialog = page.locator(".dialog");
  await test.step("a flow starts from its menu; links and sealed documents open from the run's page", async () => {
    await page.getByRole("button", { name: /^More.*Meeting/ }).click();
    await inspect(page, "account-flow-menu", page.getByRole("menuitem", { name: "Start on Bank…" }));
    await page.getByRole("menuitem", { name: "Start on Bank…" }).click();
    await expect(dialog.getByRole("combobox")).toHaveCount(0);
    await dialog.getByText("Show the requests that will be sent").click();
    await inspect(page, "account-start-requests", dialog.getByText("POST /flow/instances"));
    expect(host.instances.list({}).items.length).toBe(1);
    await dialog.getByRole("button", { name: "Start for real" }).click();
    await expect(page.getByRole("button", { name: "Show access links" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("In progress");
    expect(host.instances.list({}).items.length).toBe(2);

    await page.goBack();
    await shell.go("Runs");
    await page.getByLabel("Where the runs are").selectOption("On Bank");
    await expect(page.getByRole("link", { name: "Meeting" })).toHaveCount(2);
    await page.getByRole("row").filter({ hasText: "Completed" }).getByRole("link", { name: "Meeting" }).click();
    const sealed = page.getByRole("link", { name: /^Open document/ });
    const file = await page.request.get(new URL((await sealed.getAttribute("href")) ?? "", page.url()).href);
    expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    await page.getByRole("button", { name: "Show access links" }).click();
    const link = page.getByRole("link", { name: "Open the page of alice" });
    await inspect(page, "account-run-links", link);
    const opened = page.waitForEvent("popup");
    await link.click();
    const own = await opened;
    await expect(own.getByRole("heading", { name: "Meeting" })).toBeVisible();
    await own.close();
  });

  await test.step("publishing, data retention and the callback address", async () => {
    await shell.go("Sync");
    const [bank, office] = ["Bank", "Office"].map((name) => page.getByRole("region", { name, exact: true }));
    if (bank === undefined || office === undefined) throw new Error("There are two accounts.");
    await expect(office.getByRole("button", { name: /sync/i })).toHaveCount(0);
    await office.getByRole("button", { name: "Publish…" }).click();
    await dialog.getByText("Show the requests that will be sent").click();
    await inspect(page, "account-publish", dialog.getByText("POST /flow/drafts"));
    expect(host.drafts.list({}).items).toEqual([]);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(office.getByRole("button", { name: "Publish…" })).toHaveCount(0);
    expect(host.drafts.list({}).items).toMatchObject([{ title: "Notice" }]);

    const ask = async (what: string) => {
      await bank.getByRole("button", { name: "More for Bank" }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    const retention = async (days: string) => {
      await ask("Data retention…");
      await dialog.getByLabel(/completed runs go to the trash/).fill(days);
      await dialog.getByRole("button", { name: "Change on the service" }).click();
      await expect(dialog).toHaveCount(0);
    };
    await retention("90");
    await expect(bank).toContainText("Completed runs go to the trash after 90 days.");
    expect(must(host.folders.get("home")).retention.trash_completed).toBe(90);
    proxy.fault = () => "drop";
    await retention("7");
    await inspect(page, "account-retention", bank.getByText("Waiting to be sent:"));
    await bank.getByRole("button", { name: "Discard" }).click();
    await expect(bank).not.toContainText("7 days");
    proxy.fault = () => null;

    await ask("Callback address…");
    await expect(dialog.getByLabel("Address")).toHaveValue(
      /^http:\/\/127\.0\.0\.1:\d+\/local\/account-callbacks\/\S{40,}$/,
    );
    await inspect(page, "account-callbacks", dialog.getByRole("button", { name: "Copy address" }));
  });
});
