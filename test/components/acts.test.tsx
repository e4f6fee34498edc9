import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { ActList } from "../../src-renderer/monitoring/instance/participants.tsx";
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
