import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { ActList, Participants } from "../../src-renderer/monitoring/instance/participants.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

test.each([
  [1, "May sign lease; 1 of 3 is needed"],
  [2, "May sign lease; 2 of 3 are needed"],
])("G3: of a group that needs %i, it says so in good grammar", async (needed, message) => {
  const group = { verb: "sign" as const, participants: ["ada", "bo", "cy"], documents: ["lease"], needed, done: 0 };
  const instance = shownRun({ stages: [{ name: "signing", state: "current", groups: [group] }] });
  const [participant] = instance.participants;
  if (participant === undefined) throw new Error("The run has no participant.");
  const screen = await render(<ActList participant={participant} instance={instance} />);
  await expect.element(screen.getByText(message)).toBeVisible();
});

test("Mail: whoever waits though no message reached them is told apart, with the reason", async () => {
  const instance = shownRun();
  const [participant] = instance.participants;
  if (participant === undefined) throw new Error("The run has no participant.");
  const list = (unreached: string | null) => (
    <ActList participant={{ ...participant, unreached }} instance={instance} />
  );
  const screen = await render(list("mailbox full"));
  await expect.element(screen.getByText("No message has reached them: mailbox full")).toBeVisible();
  await screen.rerender(list(null));
  await expect.element(screen.getByText(/No message has reached/u)).not.toBeInTheDocument();
});

test("of many documents the first ones are named, and the others on demand: the page of their person stays in sight", async () => {
  const instance = shownRun();
  const [participant] = instance.participants;
  if (participant === undefined) throw new Error("The run has no participant.");
  const pending = Array.from({ length: 14 }, (_, at) => ({
    participant: "ada",
    verb: "sign" as const,
    document: `annex${at + 1}`,
  }));
  const screen = await render(<ActList participant={{ ...participant, pending }} instance={instance} />);
  const lines = () => [...screen.container.querySelectorAll(".act")].map(({ textContent }) => textContent);
  await expect.poll(lines).toEqual(["To sign annex1", "To sign annex2", "To sign annex3", "To sign annex4"]);
  await screen.getByRole("button", { name: "and 10 more" }).click();
  await expect.poll(() => lines().length).toBe(14);
  await screen.getByRole("button", { name: "Show less" }).click();
  await expect.poll(() => lines().length).toBe(4);
});

test("an act draws the row of its own participant again, and not those of hundreds of others", async () => {
  const instance = shownRun();
  const [ada] = instance.participants;
  if (ada === undefined) throw new Error("The run has no participant.");
  let drawn = 0;
  const bo = {
    ...{ ...ada, participantId: "bo", name: "bo" },
    get email() {
      drawn += 1;
      return "bo@example.test";
    },
  };
  const list = (email: string) => <Participants instance={{ ...instance, participants: [{ ...ada, email }, bo] }} />;
  const screen = await render(list("ada@example.test"));
  await expect.element(screen.getByText("bo@example.test")).toBeVisible();
  drawn = 0;
  await screen.rerender(list("ada@lab.example.test"));
  await expect.element(screen.getByText("ada@lab.example.test")).toBeVisible();
  expect(drawn).toBe(0);
});
