import { Toast } from "@base-ui/react/toast";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import {
  doneAfterAll,
  gone,
  notify,
  notifyError,
  notifyOutcome,
  toasts,
} from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { useBulk } from "../../src-renderer/app/notices/use-bulk.ts";
import { forgetRun } from "../../src-renderer/app/remote/forget-run.ts";
import { tellPerhaps } from "../../src-renderer/app/remote/tell-outcome.ts";
import { Button, ConfirmDialog, Dialog, translate } from "../../src-renderer/components/index.ts";
import { DeletedRun } from "../../src-renderer/monitoring/instance/deleted-run.tsx";
import { NOTHING } from "./outcome.ts";

await startI18n("en");

const noop = () => undefined;

const SHORT = "The file is not a PDF. Choose another one.";
const LONG = "The account's service refused the change, and says why at length. ".repeat(9);

describe.each([
  [1280, 800],
  [700, 600],
])("in a window of %i by %i pixels", (...size) => {
  beforeEach(() => browser.viewport(...size));

  test.each([
    ["a short message", "dialog", false, SHORT],
    ["a short message", "wide dialog", true, SHORT],
    ["a tall message", "dialog", false, LONG],
    ["a tall message", "wide dialog", true, LONG],
  ])("%s covers neither title nor button of an open %s", async (_message, _dialog, wide, message) => {
    const screen = await render(
      <Toast.Provider toastManager={toasts}>
        <Dialog open wide={wide} title="Long dialog" onClose={noop}>
          <div style={{ height: "80rem" }} />
          <footer className="dialog-foot">
            <Button>Cancel</Button>
            <Button look="primary">Save</Button>
          </footer>
        </Dialog>
        <Toasts />
      </Toast.Provider>,
    );
    notifyError("The document could not be uploaded", { message });
    await expect.poll(() => document.querySelector(".toast-text")?.textContent).toBe(message);
    const dialog = screen.getByRole("dialog", { name: "Long dialog" }).element();
    const boxOf = (of: Element | null) => of?.getBoundingClientRect() ?? new DOMRect();
    const toast = () => boxOf(document.querySelector(".toasts"));
    const title = () => boxOf(dialog.querySelector(".dialog-title"));
    expect(toast().width).toBeGreaterThan(150);
    await expect.poll(() => toast().right <= title().left || toast().bottom <= title().top).toBe(true);
    for (const button of [...dialog.querySelectorAll("button")]) {
      button.scrollIntoView();
      const { left, top, bottom } = boxOf(button);
      const apart = toast().right <= left || toast().bottom <= top || toast().top >= bottom;
      expect(apart, `${button.textContent} ${button.ariaLabel}`).toBe(true);
    }
    expect(boxOf(dialog).bottom).toBeLessThanOrEqual(innerHeight);
  });
});

test("why an action fails now takes the place of why it failed before, on the same thing", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
    </Toast.Provider>,
  );
  const failed = "The certificate was not changed";
  const shown = () => [...document.querySelectorAll(".toast-text")].map(({ textContent }) => textContent);
  notifyError(failed, { message: "The file is not a PKCS#12 file." });
  notifyError(failed, { message: "The file does not open with this password." });
  await expect.poll(shown).toEqual(["The file does not open with this password."]);
  notifyOutcome(failed, null);
  await expect.poll(shown).toEqual([]);
});

test("what was done after all closes every error on it, whatever their titles, and no other", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
    </Toast.Provider>,
  );
  const shown = () => [...document.querySelectorAll(".toast-text")].map(({ textContent }) => textContent);
  notifyError("locked.pdf was not uploaded", { message: "It is encrypted." }, "PDF of nda");
  notifyError("Flow not archived", { message: "Ask again." }, "1");
  await expect.poll(shown).toHaveLength(2);
  doneAfterAll("PDF of nda");
  await expect.poll(shown).toEqual(["Ask again."]);
  doneAfterAll("1");
  await expect.poll(shown).toEqual([]);
});

test("a message that goes gives the focus back to where it was", async () => {
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <Button>Archive</Button>
      <Toasts />
    </Toast.Provider>,
  );
  const archive = screen.getByRole("button", { name: "Archive" });
  let undone = 0;
  for (const press of ["Undo", "Close"]) {
    archive.element().focus();
    notify("Flow archived", undefined, { label: "Undo", run: () => undone++ });
    const button = screen.getByRole("button", { name: press });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.querySelector(".toast")).toBeNull();
    await expect.element(archive).toHaveFocus();
  }
  expect(undone).toBe(1);
});

function Archiver({
  titles,
  refused = [],
}: {
  readonly titles: readonly string[];
  readonly refused?: readonly string[];
}) {
  const { run, progress } = useBulk();
  const [calls, setCalls] = useState<readonly string[]>([]);
  const call = (what: string) => async (title: string) => {
    setCalls((before) => [...before, `${what} ${title}`]);
    return refused.includes(title)
      ? { ok: false as const, error: { code: "conflict_error" as const, message: `${title} is open elsewhere.` } }
      : { ok: true as const, value: null };
  };
  const archive = () =>
    run({
      ...{ items: titles, act: call("archive"), undo: call("restore"), failed: "No flow was archived" },
      done: (count) => `${count} flows archived`,
    });
  return (
    <Toast.Provider toastManager={toasts}>
      <Button onClick={() => void archive()}>Archive all</Button>
      <output>{progress === null ? calls.join(", ") : "under way"}</output>
      <Toasts />
    </Toast.Provider>
  );
}

test("[Tables] many acts are one message: what was done, what was not and why, and Undo takes back what was done", async () => {
  const screen = await render(<Archiver titles={["NDA", "Loan", "Lease"]} refused={["Loan"]} />);
  const done = () => document.querySelector("output")?.textContent;
  await screen.getByRole("button", { name: "Archive all" }).click();
  await expect.poll(done).toBe("archive NDA, archive Loan, archive Lease");
  await expect.poll(() => document.querySelectorAll(".toast").length).toBe(1);
  const said = screen.getByText("2 flows archived", { exact: true });
  await expect.element(said).toBeVisible();
  await expect.element(screen.getByText("1 stays as it was. Loan is open elsewhere.", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.poll(done).toBe("archive NDA, archive Loan, archive Lease, restore NDA, restore Lease");
});

test("an error goes when the same action on the same thing succeeds; of another thing it stays", async () => {
  const failed = "The run was not canceled";
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
    </Toast.Provider>,
  );
  const said = () => [...document.querySelectorAll(".toast-text")].map(({ textContent }) => textContent).toSorted();
  notifyError(failed, { message: "Loan \u202eevil is busy." }, "1");
  notifyError(failed, { message: "Lease is busy." }, "2");
  await expect.poll(said).toEqual(["Lease is busy.", "Loan \\u202eevil is busy."]);
  notifyOutcome(failed, null, "1");
  await expect.poll(said).toEqual(["Lease is busy."]);
  notifyOutcome("The run was not deleted", null, "2");
  notifyOutcome(failed, null);
  notifyError("Not copied", { message: "No clipboard." });
  await expect.poll(said).toEqual(["Lease is busy.", "No clipboard."]);
  notifyOutcome(failed, null, "2");
  await expect.poll(said).toEqual(["No clipboard."]);
});

test("a message stops offering Undo once all that it would change back is deleted", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
    </Toast.Provider>,
  );
  const said = () => [...document.querySelectorAll(".toast-title")].map(({ textContent }) => textContent).toSorted();
  const undo = { label: "Undo", run: noop };
  const ids = [
    notify("NDA archived", undefined, { ...undo, on: ["1"] }, true),
    notify("2 flows archived", undefined, { ...undo, on: ["1", "2"] }, true),
    notify("Loan moved", undefined, undo, true),
  ];
  await expect.poll(said).toEqual(["2 flows archived", "Loan moved", "NDA archived"]);
  gone(["1"]);
  await expect.poll(said).toEqual(["2 flows archived", "Loan moved"]);
  gone(["2"]);
  await expect.poll(said).toEqual(["Loan moved"]);
  for (const id of ids) toasts.close(id);
});

test("law 9: a run that its clock deletes takes along the message that would restore it", async () => {
  const page = (shown: ReactNode) => (
    <Toast.Provider toastManager={toasts}>
      {shown}
      <Toasts />
    </Toast.Provider>
  );
  const screen = await render(page(null));
  notify("Run moved to the trash", undefined, { label: "Undo", run: noop, on: ["r-1"] }, true);
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await screen.rerender(page(<DeletedRun id="r-1" list={{ href: "#/instances", name: "Runs" }} />));
  await expect.element(screen.getByRole("heading", { name: "The run was deleted" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("Y10: a run that is forgotten takes along the messages about it, and no others", async () => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: {} } as never);
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <ConfirmDialog />
      <Toasts />
    </Toast.Provider>,
  );
  const said = () => [...document.querySelectorAll(".toast-text")].map(({ textContent }) => textContent).toSorted();
  const perhaps = (run: string) => ({ ...NOTHING, perhaps: [{ what: "run “Loan”", why: `No answer, ${run}.`, run }] });
  for (const run of ["r-1", "r-2"]) tellPerhaps(perhaps(run), "Perhaps sent");
  await expect.poll(said).toEqual(["No answer, r-1.", "No answer, r-2."]);
  const forgotten = forgetRun(translate, "Bank", { key: "r-1", name: "“Loan” (17)", state: "up_to_date" });
  await userEvent.click(screen.getByRole("alertdialog").getByRole("button", { name: "Forget" }));
  expect(await forgotten).toBe(true);
  await expect.poll(said).toEqual(["No answer, r-2."]);
  gone(["r-2"]);
  await expect.poll(said).toEqual([]);
});

test("names in an error are in the type of names", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Toasts />
    </Toast.Provider>,
  );
  const id = notifyError("The flow was not started", { message: "The file takes no key `url`." });
  await expect.poll(() => document.querySelector(".toast-text code")?.textContent).toBe("url");
  expect(document.querySelector(".toast-text")?.textContent).toBe("The file takes no key url.");
  toasts.close(id);
});
