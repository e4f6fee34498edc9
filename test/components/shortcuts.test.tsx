import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { listenForShortcuts, useActions } from "../../src-renderer/app/actions/actions.ts";
import { Palette } from "../../src-renderer/app/actions/palette.tsx";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { notifyError, toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { Button, ConfirmDialog, confirmFirst, Dialog } from "../../src-renderer/components/index.ts";

await startI18n("en");

/** A page whose view makes a flow by Alt+N, behind a dialog or a question if there is one. */
function Behind({ made, open = false }: { readonly made: () => void; readonly open?: boolean }) {
  useEffect(listenForShortcuts, []);
  useActions([{ id: "flows.new", title: "New flow", group: "Flows", run: made }]);
  return (
    <>
      <Button onClick={() => void confirmFirst({ title: "Cancel the run?", body: "For good.", confirm: "Cancel run" })}>
        Ask
      </Button>
      {open && (
        <Dialog open title="Rename flow" onClose={() => undefined}>
          <input aria-label="Name" />
        </Dialog>
      )}
      <ConfirmDialog />
      <Palette />
    </>
  );
}

test("promise 2: a shortcut of the page does nothing behind a dialog, and works again after it", async () => {
  const made = vi.fn();
  const screen = await render(<Behind made={made} open />);
  await screen.getByLabelText("Name").fill("Lease 2027");
  await userEvent.keyboard("{Alt>}n{/Alt}{Control>}k{/Control}");
  expect(made).not.toHaveBeenCalled();
  await expect.element(screen.getByRole("dialog", { name: "Search" })).not.toBeInTheDocument();
  await screen.rerender(<Behind made={made} />);
  await userEvent.keyboard("{Alt>}n{/Alt}");
  expect(made).toHaveBeenCalledOnce();
});

test("promise 2: a shortcut of the page does nothing behind a question, which Escape answers with no", async () => {
  const made = vi.fn();
  const screen = await render(<Behind made={made} />);
  await screen.getByRole("button", { name: "Ask" }).click();
  await expect.element(screen.getByRole("alertdialog")).toBeVisible();
  await userEvent.keyboard("{Alt>}n{/Alt}");
  expect(made).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}{Alt>}n{/Alt}");
  expect(made).toHaveBeenCalledOnce();
});

test("promise 3: the keys that open the palette close it", async () => {
  const screen = await render(<Behind made={vi.fn()} />);
  const palette = screen.getByRole("dialog", { name: "Search" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette).not.toBeInTheDocument();
});

test("promise 2: a notice is no dialog that must be answered first: shortcuts work beside it", async () => {
  const made = vi.fn();
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <Behind made={made} />
      <Toasts />
    </Toast.Provider>,
  );
  notifyError("Not imported", { message: "Nothing here can be imported." });
  await expect.element(screen.getByText("Nothing here can be imported.").first()).toBeVisible();
  await userEvent.keyboard("{Alt>}n{/Alt}");
  expect(made).toHaveBeenCalledOnce();
});
