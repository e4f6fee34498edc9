import { openWorkspace } from "../../src-main/host.ts";
import { startService } from "../../src-main/service/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { testWithAccount } from "./account-fixture.ts";
import { nothingCovered } from "./covered.ts";
import { expect } from "./fixtures.ts";
import { inspect } from "./inspect.ts";

/** A service, and the app on a workspace that has an account of it and a flow to four people. */
const test = testWithAccount(openBank);

async function openBank() {
  const [there, here] = [await testWorkspace(), await testWorkspace()];
  const service = await startService({ host: there.host, port: 0, log: () => undefined });
  const { host } = here;
  const credentials = must(await there.host.accounts.credentials(there.host.accounts.defaultId));
  must(await host.sync.add({ name: "Bank", url: service.baseUrl, credentials, bind: "none" }));
  // From its first sync on, it is kept in sync.
  must(await host.sync.run("Bank"));
  const many = ["carl", "dora"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }\n`).join("");
  const text = smallFlow({ documentId: await uploadPdf(host) })
    .replace("title: Small", "title: Meeting")
    .replaceAll("[alice, bob]", "[alice, bob, carl, dora]")
    .replace("    alice: {", `${many}    alice: {`);
  must(await host.drafts.createFromText({ text }));
  await host.close();
  return {
    dir: here.dir,
    host: there.host,
    async close() {
      await service.close();
      await there.dispose();
      await here.dispose();
    },
  };
}

test("Y10, Y11: a flow is started on an account for real and commanded, apart from the runs here", async ({
  remote,
  shell,
  page,
}) => {
  test.slow();
  const runs = () => remote.host.instances.list({}).items;
  const dialog = page.getByRole("dialog");

  await shell.go("Runs");
  await page.getByLabel("Where the runs are").selectOption("On Bank");
  await inspect(page, "remote-runs-empty", page.getByText("No run on Bank is known here"));
  await page.getByRole("button", { name: "Start a flow on Bank…" }).click();
  await dialog.getByRole("combobox").selectOption("Meeting");
  await expect(dialog.getByRole("listitem")).toHaveCount(4);
  await expect(dialog).toContainText("carl@example.test");
  const go = dialog.getByRole("button", { name: "Start for real" });
  await expect(go).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Type how many people will be written to").fill("3");
  await expect(go).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Type how many people will be written to").fill("4");
  await inspect(page, "remote-runs-start", go);
  expect(runs()).toEqual([]);
  await go.press("Enter");
  // By the keys, too, its author comes to the run.
  await expect(page.getByRole("heading", { name: "Meeting" })).toBeFocused();
  await inspect(page, "remote-runs-started", page.getByRole("button", { name: "Extend deadline" }));
  expect(runs().length).toBe(1);

  await shell.go("Runs");
  const real = page.getByRole("region", { name: "Real runs on accounts" });
  await inspect(page, "runs-beside-real", real.getByText("On Bank", { exact: true }));
  await expect(real.getByRole("link", { name: "1 run on Bank" })).toBeVisible();
  await nothingCovered(page);
  await real.getByRole("link", { name: "Meeting" }).click();
  await page.getByRole("button", { name: "Extend deadline" }).click();
  await dialog.getByRole("button", { name: "Extend deadline" }).click();
  await expect(page.getByText("Extend deadline by 7 days: done")).toBeVisible();
  await page.getByRole("button", { name: "Remind" }).click();
  const asks = page.getByRole("dialog", { name: "Remind participants" });
  await expect(asks).toContainText(/sends real mail or SMS from Bank, at once/);
  await asks.getByRole("button", { name: /^Remind \d p/ }).click();
  await expect(page.getByText(/Remind: .+: done/)).toBeVisible();
});

const alike = testWithAccount(openAlike);

/** An account with two runs of one flow: of each, something was refused; for the older one, 50 commands were done. */
async function openAlike() {
  const bank = await openBank();
  const here = await openWorkspace({ dir: bank.dir, log: () => undefined });
  const [draft] = here.drafts.list({}).items;
  const keys: string[] = [];
  for (let count = 0; count < 2; count += 1)
    must(
      await here.sync.runs.start("Bank", draft?.id ?? "", {
        recipients: 4,
        began: (key: string) => void keys.push(key),
      }),
    );
  const [older = "", newer = ""] = keys;
  for (let days = 1; days <= 50; days += 1)
    must(await here.sync.runs.command("Bank", older, { kind: "prolong", days: 1 }));
  for (const key of [older, newer]) must(await here.sync.runs.command("Bank", key, { kind: "trash" }));
  const ids = must(here.sync.runs.listed("Bank")).map(({ id }) => `…${id?.slice(-8)}`);
  await here.close();
  return { ...bank, ids };
}

alike(
  "Y11, Y12: runs of one flow are told apart, and 50 done commands leave the last known state in sight",
  async ({ remote, shell, page }) => {
    alike.slow();
    await shell.go("Sync");
    const open = page.getByRole("list", { name: "Runs with something open" });
    await inspect(page, "sync-runs-alike", open);
    for (const id of remote.ids) {
      await expect(
        open.getByRole("link", { name: new RegExp(`^Move to trash: Meeting ${id}, started 2`) }),
      ).toBeVisible();
      await expect(
        open.getByRole("button", { name: new RegExp(`^Remove from list: Move to trash, “Meeting” \\(${id}, `) }),
      ).toBeVisible();
    }
    await shell.go("Runs");
    await inspect(page, "runs-alike-newest", page.getByRole("link", { name: `Meeting ${remote.ids[0]}, started` }));
    await page.getByLabel("Where the runs are").selectOption("On Bank");
    await page.setViewportSize({ width: 1024, height: 700 });
    for (const id of remote.ids)
      await expect(page.getByRole("link", { name: `Meeting ${id}`, exact: true })).toBeVisible();
    await inspect(page, "remote-runs-alike", page.getByRole("columnheader", { name: "Started" }));

    const [older] = remote.ids;
    await page.getByRole("link", { name: `Meeting ${older}`, exact: true }).click();
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(page.getByRole("heading", { level: 1, name: `Meeting ${older}, started 2` })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Last known state" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("Last checked")).toBeInViewport({ ratio: 1 });
    await inspect(page, "remote-run-alike", page.getByRole("button", { name: "Show all 51 commands" }));
    await page.getByRole("button", { name: "Show all 51 commands" }).press("Enter");
    await expect(page.getByText(/^Extend deadline by 1 day: done at 2/)).toHaveCount(50);
    await expect(page.getByRole("button", { name: "Show less" })).toBeFocused();
    await page.getByRole("button", { name: "Cancel run" }).click();
    const asked = page.getByRole("alertdialog", { name: "Cancel this run?" });
    await expect(asked).toContainText(`“Meeting” (${older}, started 2`);
    await inspect(page, "remote-run-cancel", asked);
  },
);
