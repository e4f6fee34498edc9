import { beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host, useHost, type WorkspaceInfo } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { CallbackSettings } from "../../src-renderer/app/settings/callback-settings.tsx";
import { CertificateSettings } from "../../src-renderer/app/settings/certificate-settings.tsx";
import { MailSettings } from "../../src-renderer/app/settings/mail-settings.tsx";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

test("law 8: a host that was forbidden is not allowed again by the next change, however soon that comes", async () => {
  useHost.setState({ workspace: { callbackHosts: ["a.test", "b.test"], timeZone: "UTC" } as unknown as WorkspaceInfo });
  const allowed: unknown[] = [];
  vi.spyOn(host, "call").mockImplementation(((name: string, input: unknown) => {
    if (name === "workspace.info") return new Promise(() => undefined);
    if (name === "callbacks.setAllowedHosts") allowed.push(input);
    return Promise.resolve({ ok: true, value: { secret: null } });
  }) as never);
  const screen = await render(<CallbackSettings />);
  await screen.getByRole("button", { name: "Remove a.test" }).click();
  await screen.getByRole("button", { name: "Remove b.test" }).click();
  expect(allowed).toEqual([{ hosts: ["b.test"] }]);
});

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
