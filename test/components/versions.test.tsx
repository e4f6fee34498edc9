import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { changeWords } from "../../src-renderer/authoring/versions/change-words.ts";
import { VersionList } from "../../src-renderer/authoring/versions/versions-drawer.tsx";
import { translate } from "../../src-renderer/components/index.ts";

await startI18n("en");

test("Y3, Y6: versions say whether a text was restored by its author, came from an account, or was kept in a conflict with it", async () => {
  const version = { at: 0, name: null, ran: false };
  const items = [
    { ...version, revision: 4, origin: "restored", source: "Bank" },
    { ...version, revision: 3, origin: "synced", source: "Bank" },
    { ...version, revision: 2, origin: "restored", source: null },
    { ...version, revision: 1, origin: "created", source: null },
  ] as const;
  const screen = await render(<VersionList items={items} chosen={0} onChoose={() => undefined} />);
  const told = [...screen.container.querySelectorAll(".version-words .soft")].map(({ textContent }) => textContent);
  expect(told).toEqual(["Kept in a conflict with Bank", "From Bank", "Restored", "Created"]);
});

test("a flow that moves to or from the home folder is told as moved; no folder was removed", () => {
  const retention = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };
  const folders = [{ id: "3", name: "Leases", home: false, retention }];
  const told = (key: string, before: string, after: string) =>
    changeWords(translate, { key, values: { field: "folder_id", before, after }, text: "" }, folders);
  expect(told("field.set", "", "3")).toBe("Folder: Home → Leases");
  expect(told("field.removed", "3", "")).toBe("Folder: Leases → Home");
  expect(told("field.changed", "3", "9")).toBe("Folder: Leases → 9");
});
