import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { DocumentHeads } from "../../src-renderer/authoring/canvas/matrix/matrix-heads.tsx";
import { LongText } from "../../src-renderer/components/index.ts";
import { Participants } from "../../src-renderer/monitoring/instance/participants.tsx";
import { shownRun } from "../fixtures/shown-run.ts";
import "../../src-renderer/components/styles/base.css";
import "../../src-renderer/authoring/canvas/drawing/stage-card.css";
import "../../src-renderer/authoring/canvas/matrix/stage-matrix.css";
import "../../src-renderer/monitoring/instance/instance.css";

await startI18n("en");

test("a long message is cut to a few lines, and its button shows all of it and cuts it again", async () => {
  const screen = await render(
    <p>
      <LongText text={`Clause 4. ${"is not what we agreed ".repeat(200)}`} />
    </p>,
  );
  const message = screen.getByRole("paragraph").element();
  const cut = message.getBoundingClientRect().height;
  expect(cut).toBeLessThan(160);
  await screen.getByRole("button", { name: "Show all" }).click();
  const less = screen.getByRole("button", { name: "Show less", expanded: true });
  await expect.element(less).toBeVisible();
  expect(message.getBoundingClientRect().height).toBeGreaterThan(3 * cut);
  await less.click();
  await expect.element(screen.getByRole("button", { name: "Show all", expanded: false })).toBeVisible();
  expect(message.getBoundingClientRect().height).toBe(cut);
});

test("a short message has no button, many short lines have one", async () => {
  const short = await render(<LongText text="Not what we agreed." />);
  expect(short.getByRole("button").elements()).toEqual([]);
  const lines = await render(<LongText text={"a\n".repeat(40)} />);
  await expect.element(lines.getByRole("button", { name: "Show all" })).toBeVisible();
});

test("text is never cut beside empty space: a participant's address and number are read whole in a narrow list", async () => {
  const [ada] = shownRun().participants;
  if (ada === undefined) throw new Error("nobody is shown");
  const participants = [{ ...ada, email: "wilma.akesson@example.test", phoneNumber: "+46701740605", locked: true }];
  const screen = await render(
    <div style={{ width: "34rem" }}>
      <Participants instance={shownRun({ participants })} />
    </div>,
  );
  const contacts = screen.getByText("wilma.akesson@example.test · +46701740605").element();
  expect(contacts.scrollWidth).toBeLessThanOrEqual(contacts.clientWidth);
  expect(contacts.scrollHeight).toBeLessThanOrEqual(contacts.clientHeight);
  expect(getComputedStyle(contacts).whiteSpace).not.toBe("nowrap");
});

test("a document's short name is not broken in the panel of a stage, and a long one covers no other", async () => {
  const documents = ["lease", "house-rules", "x".repeat(40)];
  const screen = await render(
    <div style={{ width: "15rem" }}>
      <table className="edit-matrix">
        <DocumentHeads documents={documents} />
      </table>
    </div>,
  );
  const lines = (name: string) => screen.getByText(name).element().getClientRects().length;
  expect(lines("lease")).toBe(1);
  const heads = screen.getByRole("columnheader").elements();
  for (const head of heads) expect(head.scrollWidth).toBeLessThanOrEqual(head.clientWidth);
  const lease = screen.getByText("lease").element().getBoundingClientRect();
  const oneLine = Number.parseFloat(getComputedStyle(screen.getByText("lease").element()).lineHeight);
  expect(lease.height).toBeLessThan(1.5 * oneLine);
});
