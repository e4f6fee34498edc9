import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host, useHost, type WorkspaceInfo } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { CallbackSettings } from "../../src-renderer/app/settings/callback-settings.tsx";
import { CertificateSettings } from "../../src-renderer/app/settings/certificate-settings.tsx";
import { MailSettings } from "../../src-renderer/app/settings/mail-settings.tsx";
import { RetentionDialog } from "../../src-renderer/app/settings/retention-dialog.tsx";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

test("law 8: a host that was forbidden is not allowed again by the next change, however soon that comes", async () => {
  const answers = Promise.withResolvers<void>();
  const kept = keptHosts(["a.test", "b.test"], answers.promise);
  const screen = await render(<CallbackSettings />);
  await screen.getByRole("button", { name: "Remove a.test" }).click();
  await screen.getByRole("button", { name: "Remove b.test" }).click();
  answers.resolve();
  await expect.poll(kept).toEqual([]);
  await expect.element(screen.getByText("No other host")).toBeVisible();
});

test("law 8: a host that another window forbade meanwhile is not allowed again by a change here", async () => {
  const kept = keptHosts(["a.test", "b.test"], Promise.resolve());
  const screen = await render(<CallbackSettings />);
  await expect.element(screen.getByRole("button", { name: "Remove b.test" })).toBeVisible();
  await host.call("callbacks.setAllowedHosts", { hosts: ["b.test"] });
  await screen.getByRole("button", { name: "Remove b.test" }).click();
  await expect.poll(kept).toEqual([]);
});

/** A host that keeps allowed hosts, and answers once `answers` is there. @returns what it keeps */
function keptHosts(hosts: readonly string[], answers: Promise<void>): () => readonly string[] {
  let kept = hosts;
  const info = () => ({ callbackHosts: kept, timeZone: "UTC" }) as unknown as WorkspaceInfo;
  useHost.setState({ workspace: info() });
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: { hosts: readonly string[] }) => {
    await answers;
    if (name === "callbacks.setAllowedHosts") kept = input.hosts;
    return { ok: true, value: name === "workspace.info" ? info() : { secret: null } };
  }) as never);
  return () => kept;
}

test.each([
  ["the signing secret", <CallbackSettings key="callbacks" />],
  ["the certificate", <CertificateSettings key="certificate" />],
  ["the mail server", <MailSettings key="mail" />],
])("law 9: settings say why %s could not be read, and read it when asked again", async (_what, settings) => {
  const error = { code: "storage_error", message: "The disk is full." };
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  const screen = await render(settings);
  await expect.element(screen.getByRole("alert").getByText("The disk is full.")).toBeVisible();
  const asked = call.mock.calls.length;
  await screen.getByRole("button", { name: "Try again" }).click();
  expect(call.mock.calls.length).toBe(asked + 1);
});

test("law 9: why a host is not allowed stands below its field, until something else is typed", async () => {
  const kept = keptHosts([], Promise.resolve());
  const screen = await render(<CallbackSettings />);
  const field = screen.getByLabelText("Host to allow");
  const error = { code: "request_parameters_invalid", message: "“a b” is not a host name." };
  const answered = vi.mocked(host.call).getMockImplementation();
  vi.mocked(host.call).mockImplementation((async (name: string, input: never) =>
    name === "callbacks.setAllowedHosts" ? { ok: false, error } : answered?.(name as never, input)) as never);
  await field.fill("a b");
  await screen.getByRole("button", { name: "Allow host" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(error.message);
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await expect.element(field).toHaveAccessibleDescription(error.message);
  await field.fill("a");
  await expect.element(field).toHaveAttribute("aria-invalid", "false");
  await expect.element(screen.getByText(error.message)).not.toBeInTheDocument();
  expect(kept()).toEqual([]);
});

test("law 9: why a certificate cannot be used stands in its form, until another file or password is given", async () => {
  const error = { code: "request_parameters_invalid", message: "The file does not open with this password." };
  vi.spyOn(host, "call").mockImplementation((async (name: string) =>
    name === "seal.useCertificate" ? { ok: false, error } : { ok: true, value: { certificate: null } }) as never);
  const screen = await render(<CertificateSettings />);
  const picker = screen.container.querySelector("input[type=file]");
  await userEvent.upload(picker as HTMLElement, new File(["p12"], "own.p12"));
  await screen.getByRole("button", { name: "Use this certificate" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(error.message);
  await screen.getByLabelText("Password of the file").fill("another");
  await expect.element(screen.getByText(error.message)).not.toBeInTheDocument();
});

test("law 9: a signing secret that another window made is shown here, and not replaced without a question", async () => {
  let secret: string | null = null;
  const call = vi.spyOn(host, "call").mockImplementation((async () => ({ ok: true, value: { secret } })) as never);
  const told: ((notice: never) => void)[] = [];
  vi.spyOn(host, "onChange").mockImplementation((tell) => {
    told.push(tell);
    return () => undefined;
  });
  const screen = await render(<CallbackSettings />);
  await expect.element(screen.getByRole("button", { name: "Sign callbacks" })).toBeVisible();
  secret = "whsec_made_elsewhere";
  for (const tell of told) tell({ kind: "settings", id: "callbacks.signing", instanceId: null } as never);
  await expect.element(screen.getByRole("button", { name: "Sign callbacks" })).not.toBeInTheDocument();
  expect(call).not.toHaveBeenCalledWith("callbacks.setSigning", expect.anything());
});

test("C4: what another window set of a folder's retention meanwhile stays as a change here is saved", async () => {
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { trash: 0, remove: 0 } } as never);
  const none = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };
  const folder = (retention: typeof none | { trash_completed: number }) =>
    ({ id: "1", name: "Leases", isHome: false, retention: { ...none, ...retention } }) as never;
  const screen = await render(<RetentionDialog folder={folder(none)} onClose={vi.fn()} />);
  await screen.getByLabelText(/failed and canceled/).fill("5");
  await screen.rerender(<RetentionDialog folder={folder({ trash_completed: 10 })} onClose={vi.fn()} />);
  await expect.element(screen.getByLabelText(/completed runs/)).toHaveValue("10");
  await screen.getByRole("button", { name: "Save" }).click();
  const retention = { ...none, trash_completed: 10, trash_failed: 5 };
  expect(call).toHaveBeenCalledWith("folders.setRetention", { id: "1", retention });
});
