import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { PlanDialog } from "../../src-renderer/syncing/accounts/plan-dialog.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";

await startI18n("en");

test("Y16: a flow that would come in beside one of its title, which would be sent as new, says that there would be two", async () => {
  const request = { flow: "", command: null, run: null, days: null, what: "", method: "POST", path: "/x" };
  const planned = [
    { ...request, kind: "createDraft", title: "“Loan”", draft: "d-1" },
    { ...request, kind: "changeDraft", title: "“Lease”", draft: "d-2" },
  ];
  const incoming = [
    { how: "new", draft: "d-3", title: "Loan" },
    { how: "new", draft: "d-4", title: "Lease" },
  ];
  const report = { planned, incoming, refused: [], failed: null, unreachable: null, unusable: false, review: "look-1" };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
  const screen = await render(
    <PlanDialog account={{ name: "Bank", stopped: null } as Account} onClose={() => undefined} />,
  );
  const told = /^A flow of this title is here, too, and would be sent as new/;
  const note = screen.getByText(told);
  await expect.element(note).toBeVisible();
  expect(note.element().closest("tr")?.textContent).toMatch(/^Loan /);
});
