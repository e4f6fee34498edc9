import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { RetentionDialog } from "../../src-renderer/app/settings/retention-dialog.tsx";
import { AccountRetention } from "../../src-renderer/syncing/accounts/account-retention.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";

await startI18n("en");

const noop = () => undefined;
const policy = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };
const folder = { id: "1", name: "Leases", isHome: false, retention: policy, drafts: 0, instances: 0 };

test.each([
  ["an account", <AccountRetention key="a" account={{ name: "Bank", retention: null } as Account} onClose={noop} />],
  ["a folder", <RetentionDialog key="f" folder={folder as never} onClose={noop} />],
])(
  "what is wrong with the days of %s's data retention is said once at its field, also after Enter",
  async (_, dialog) => {
    vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { trash: 0, remove: 0 } } as never);
    const screen = await render(dialog);
    const field = screen.getByRole("textbox").first();
    await userEvent.fill(field, "1.5");
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    const told = () =>
      screen
        .getByRole("dialog")
        .element()
        .textContent?.split(/Enter a whole number of days/).length;
    expect(told()).toBe(2);
    expect(document.querySelector("#form-problem")?.textContent).toBe("");
  },
);
