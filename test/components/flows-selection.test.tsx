import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { FlowsSelection } from "../../src-renderer/flows/flows-selection.tsx";

await startI18n("en");

const flow = (id: string, account: string | null) => ({
  ...{ id, key: `k-${id}`, title: id, folderId: null },
  sync: account === null ? null : { account },
});

test("Y1: flows that are chosen are kept in sync with an account in one go; those that have one are left", async () => {
  const accounts = [
    { name: "Bank", level: "full" },
    { name: "Office", level: "publish" },
  ];
  const call = vi
    .spyOn(host, "call")
    .mockImplementation(
      async (name: string) => ({ ok: true, value: { items: name.endsWith("list") ? accounts : [] } }) as never,
    );
  const selection = (chosen: readonly unknown[]) => ({ chosen, only: () => undefined, reading: null }) as never;
  const props = { archived: false, folders: [] };
  const screen = await render(
    <FlowsSelection {...props} selection={selection([flow("1", null), flow("2", "Bank"), flow("3", null)])} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Sync with “Bank”" }));
  const bound = () => call.mock.calls.filter(([name]) => name === "sync.bind").map(([, input]) => input);
  await vi.waitFor(() => expect(bound()).toEqual(["1", "3"].map((draftId) => ({ name: "Bank", draftId }))));
  await expect.element(screen.getByRole("button", { name: /Office/ })).not.toBeInTheDocument();
  await screen.rerender(<FlowsSelection {...props} selection={selection([flow("2", "Bank")])} />);
  await expect
    .element(screen.getByRole("button", { name: "Sync with “Bank”" }))
    .toHaveAttribute("aria-disabled", "true");
});
