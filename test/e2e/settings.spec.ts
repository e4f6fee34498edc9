import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "./fixtures.ts";
import { Settings } from "./pages/settings.ts";

const run = promisify(execFile);

test.beforeEach(async ({ context, shell }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await shell.go("Settings");
});

test("interface 5.3, law 8: what opens the service, what callbacks may reach and how they are signed is made, used, renewed and taken back", async ({
  page,
  shell,
}) => {
  const settings = new Settings(page);

  await test.step("interface 5.3: credentials are made, used and revoked, and must be revoked before others appear", async () => {
    await settings.press("Make credentials");
    await expect(settings.row("apisecret")).toContainText("••••");
    await settings.press("Show secrets");
    const secret = settings.row("apisecret").locator("code").last();
    await expect(secret).not.toContainText("••••");
    expect(await secret.evaluate((code) => code.scrollWidth <= code.clientWidth || code.clientWidth === 0)).toBe(true);
    await expect(page.getByRole("button", { name: "Make credentials" })).toHaveCount(0);

    const request = async (language: string) => {
      await settings.press("Copy a first request");
      return settings.copied(() => page.getByRole("menuitem", { name: language }).click());
    };
    const curl = await request("curl");
    const drafts = JSON.parse((await run("sh", ["-c", curl])).stdout) as { drafts?: unknown };
    expect(JSON.stringify(drafts)).toContain("title");
    const typescript = await request("TypeScript");
    await run(process.execPath, ["--input-type=module-typescript", "--eval", typescript]);

    await settings.pressAndConfirm("Revoke");
    await expect(shell.messages).toContainText("The credentials are revoked");
    await expect(page.getByRole("button", { name: "Make credentials" })).toBeVisible();
    await expect(run("sh", ["-c", curl])).rejects.toThrow();
  });

  await test.step("a new password is shown once and opens the service's login", async () => {
    const address = await settings.copy("address");
    const email = await settings.copy("login");
    await settings.pressAndConfirm("New password");
    const password = await settings.copy("password");
    const login = (word: string) =>
      fetch(new URL("/api/v2/getpersonaltoken", address), {
        method: "POST",
        body: new URLSearchParams({ email, password: word }),
      });
    expect((await login(password)).status).toBe(200);
    expect((await login(`${password}x`)).status).toBe(401);

    await shell.go("Flows");
    await shell.go("Settings");
    await expect(page.getByText(password)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "New password" })).toBeVisible();
  });

  await test.step("law 8: hosts are allowed and forbidden by name; what is no name is refused and nothing is lost", async () => {
    const hosts = settings.row("Allowed callback hosts");
    await expect(hosts).toContainText("No other host");
    const field = page.getByRole("textbox", { name: "Host to allow" });
    await field.fill("https://hooks.example.test/x");
    await page.keyboard.press("Enter");
    await expect(field).toHaveAccessibleDescription(/is not a host name/);
    await field.fill("Hooks.example.test");
    await page.keyboard.press("Enter");
    await expect(hosts.getByRole("listitem")).toHaveText("hooks.example.test");
    await expect(field).toHaveValue("");
    await settings.press("Remove hooks.example.test");
    await expect(hosts).toContainText("No other host");
  });

  await test.step("callbacks are signed with a secret that is renewed and forgotten on request", async () => {
    await settings.press("Sign callbacks");
    const first = await settings.copy("signing secret");
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await expect(page.getByText(first)).toHaveCount(0);
    await settings.press("Show secret");
    await expect(page.getByText(first)).toBeVisible();
    await settings.pressAndConfirm("New secret");
    await expect(page.getByText(first)).toHaveCount(0);
    await settings.pressAndConfirm("Stop signing");
    await expect(page.getByRole("button", { name: "Sign callbacks" })).toBeVisible();
  });
});

test.describe("a machine that moved", () => {
  test.use({ timezoneId: "Australia/Lord_Howe" });
  test("C5: the machine's new time zone is told; the workspace follows only when asked to", async ({ page }) => {
    const settings = new Settings(page);
    const zone = page.getByRole("combobox", { name: "Default time zone" });
    await expect(zone).not.toHaveText("Australia/Lord_Howe");
    const row = settings.row("Default time zone");
    await expect(row).toContainText("This machine is set to Australia/Lord_Howe.");
    await settings.press("Use this machine's");
    await expect(zone).toHaveText("Australia/Lord_Howe");
    await expect(row).not.toContainText("This machine is set to");
    // Found by a part of it, by the keyboard alone.
    await zone.press("ArrowDown");
    await page.keyboard.type("stockh");
    await page.keyboard.press("Enter");
    await expect(zone).toHaveText("Europe/Stockholm");
    await expect(zone).toBeFocused();
    await expect(row).toContainText("This machine is set to Australia/Lord_Howe.");
  });
});
