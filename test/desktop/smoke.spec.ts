import { _electron as electron, expect, test } from "@playwright/test";
import { installedElectron } from "../../scripts/electron.ts";
import { at } from "../../scripts/places.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** The real desktop window on a workspace of its own. Run by `npm test`, which builds what it shows. */

const runtime = installedElectron();

// biome-ignore lint/suspicious/noSkippedTests: the runtime is no npm package; where it is absent the report says so (law 7)
test.skip(runtime === null, "skipped: no Electron runtime");

test("law 7: the desktop window shows the app, walled off from Node", async () => {
  using workspace = temporaryFolder("desktop");
  const shell = await electron.launch({
    ...(runtime === null ? {} : { executablePath: runtime }),
    args: [at("."), `--workspace=${workspace.path}`],
  });
  try {
    const page = await shell.firstWindow();
    await expect(page).toHaveTitle(/Countersign/);
    await expect(page.getByRole("navigation").first()).toBeVisible();
    const reach = await page.evaluate(() => ({
      bridge: Object.keys(Reflect.get(globalThis, "countersign") ?? {}).sort(),
      node: ["require", "process", "Buffer", "module"].filter((name) => name in globalThis),
      origin: globalThis.location.origin,
    }));
    expect(reach).toEqual({ bridge: ["call", "onChange", "upload"], node: [], origin: "app://countersign" });
  } finally {
    await shell.close();
  }
});

test("no page of the window goes anywhere else", async () => {
  using workspace = temporaryFolder("desktop");
  const shell = await electron.launch({
    ...(runtime === null ? {} : { executablePath: runtime }),
    args: [at("."), `--workspace=${workspace.path}`],
  });
  try {
    const page = await shell.firstWindow();
    const before = page.url();
    await page.evaluate(() => globalThis.location.assign("https://example.test/"));
    await page.evaluate(() => globalThis.open("https://example.test/"));
    await expect(page).toHaveURL(before);
    expect(shell.windows()).toHaveLength(1);
  } finally {
    await shell.close();
  }
});
