import { Toast } from "@base-ui/react/toast";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { translate } from "../../src-renderer/components/index.ts";
import { checkAccount } from "../../src-renderer/syncing/accounts/check-account.ts";
import { CredentialsFields, NO_CREDENTIALS } from "../../src-renderer/syncing/accounts/credentials-fields.tsx";
import { NewCredentials } from "../../src-renderer/syncing/accounts/new-credentials.tsx";

await startI18n("en");

const KEYS = JSON.stringify({ apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" });
const noop = () => undefined;
const refused = { ok: false, error: { code: "conflict_error", message: "Not these credentials." } };

test("Y14: an account that is checked and cannot be used is told so, until it has credentials that can", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
      <NewCredentials name="Bank" onClose={noop} />
    </Toast.Provider>,
  );
  const asked = vi.spyOn(host, "call").mockResolvedValue(refused as never);
  await checkAccount(translate, "Bank");
  await checkAccount(translate, "Court");
  const told = () => [...document.querySelectorAll(".toast-title")].map(({ textContent }) => textContent).toSorted();
  await expect.poll(told).toEqual(["“Bank” cannot be used now", "“Court” cannot be used now"]);
  asked.mockResolvedValue({ ok: true, value: { wrong: null } } as never);
  await userEvent.fill(page.getByLabelText(/^JSON with/), KEYS);
  await userEvent.keyboard("{Tab}");
  await page.getByRole("button", { name: /^Check and/ }).click();
  await expect.poll(told).toEqual(["“Bank” can be used", "“Court” cannot be used now"]);
});

test("Y14: an e-mail and a password that are not taken are both marked, beside why", async () => {
  const typed = { ...NO_CREDENTIALS, how: "login", email: "me@example.test", password: "x" } as const;
  const screen = await render(<CredentialsFields typed={typed} wrong="Not taken." onChange={noop} />);
  for (const name of ["E-mail", "Password"]) {
    const field = screen
      .getByRole("textbox", { name })
      .or(screen.getByLabelText(name, { exact: true }))
      .first();
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await expect.element(field).toHaveAccessibleDescription("Not taken.");
  }
});
