import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { RetentionDialog } from "../../src-renderer/app/settings/retention-dialog.tsx";
import { AccountRetention } from "../../src-renderer/syncing/accounts/account-retention.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import { NOTHING } from "./outcome.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

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

const OPEN = { what: "the data retention", why: "It got no answer.", about: { kind: "retention" } } as const;

test.each([
  ["it was not sent", {}, "Canceled. The data retention on the service stays as it was."],
  ["it was perhaps sent", { perhaps: [OPEN] }, /^Canceled, but it may have reached the service/],
])(
  "Y11: a change of the data retention that is canceled does not change with the next sync: %s",
  async (_what, outcome, told) => {
    const answer = Promise.withResolvers<unknown>();
    vi.spyOn(host, "call").mockImplementation((async (name: string) =>
      name === "sync.accounts.setRetention" ? answer.promise : { ok: true, value: {} }) as never);
    const say = vi.spyOn(toasts, "add");
    const account = { name: "Bank", retention: { seen: policy, wanted: null, why: null } } as Account;
    const onClose = vi.fn();
    const screen = await render(<AccountRetention account={account} onClose={onClose} />);
    await userEvent.click(screen.getByRole("button", { name: "Change on the service" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    answer.resolve({ ok: true, value: { ...NOTHING, canceled: true, ...outcome } });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(say.mock.calls.map(([{ title }]) => title)).toEqual([expect.stringMatching(told)]);
  },
);
