import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { DocumentCards } from "../../src-renderer/monitoring/instance/document-cards.tsx";
import { Documents } from "../../src-renderer/monitoring/instance/documents.tsx";
import { Participants } from "../../src-renderer/monitoring/instance/participants.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

test("a run without participants and documents says so where they would stand", async () => {
  const instance = shownRun({ participants: [], documents: [] });
  const people = await render(<Participants instance={instance} />);
  await expect.element(people.getByText("This run has no participants.")).toBeVisible();
  for (const View of [Documents, DocumentCards]) {
    const screen = await render(<View instance={instance} open={null} />);
    await expect.element(screen.getByText("This run has no documents.")).toBeVisible();
    await screen.unmount();
  }
});

test("a document whose name in the flow is its title says it once", async () => {
  const file = {
    ...({ fileName: "a.pdf", state: "in_progress", url: "/x.pdf", sha256: "0".repeat(64) } as const),
    ...{ pages: 2, size: 2048, removed: [] },
  };
  const documents = [
    { ...file, id: "1", name: "Lease", title: "Lease" },
    { ...file, id: "2", name: "annex", title: "Annex 1" },
  ];
  for (const View of [Documents, DocumentCards]) {
    const screen = await render(<View instance={shownRun({ documents })} open={null} />);
    const [lease, annex] = screen.getByRole("listitem").elements();
    const wordsOf = (row: Element | undefined) => row?.querySelector(".row-words")?.textContent;
    expect(wordsOf(lease)?.match(/Lease/g)).toHaveLength(1);
    expect(wordsOf(annex)).toContain("Annex 1 · 2 pages");
    await screen.unmount();
  }
});
