import { Toast } from "@base-ui/react/toast";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { askExport } from "../../src-renderer/authoring/foresight/asked-export.ts";
import type { Foreseen } from "../../src-renderer/authoring/foresight/foreseen.ts";
import { type ForesightAsker, foresightAsker } from "../../src-renderer/authoring/foresight/foresight-asker.ts";
import { ForesightView } from "../../src-renderer/authoring/foresight/foresight-view.tsx";
import { useAsked } from "../../src-renderer/authoring/language/use-asked.ts";
import { createSession } from "../../src-renderer/authoring/session/session.ts";
import { PeopleChanges } from "../../src-renderer/authoring/versions/people-changes.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

await startI18n("en");

function checked(asker: ForesightAsker, text: string): Promise<Foreseen> {
  return new Promise((onAnswer, reject) =>
    asker.check(
      text,
      { language: "en", budget: 1000 },
      { onProgress: () => undefined, onAnswer, onFailure: (message) => reject(new Error(message)) },
    ),
  );
}

test("law 9: whoever waits for a run, all runs, an export or a check hears that the worker failed", async () => {
  const asker = foresightAsker();
  const { id } = await checked(asker, LEASE);
  await expect(asker.run(id, null as never)).rejects.toThrow("null");
  await expect(asker.json(id, "lease.flow.yaml", null as never)).rejects.toThrow("null");
  await expect(checked(asker, null as never)).rejects.toThrow("null");
  await expect(asker.runs(id)).resolves.toMatchObject({ outcomes: expect.any(Array) });
  asker.close();
});

/** Workers whose file is not there until the returned function is called. */
function loseWorkers(named = ""): () => void {
  const Real = Worker;
  let isThere = false;
  vi.stubGlobal(
    "Worker",
    class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(isThere || !String(url).includes(named) ? url : "/assets/of-an-older-version.js", options);
      }
    },
  );
  return () => {
    isThere = true;
  };
}

test("law 9: a worker that cannot be loaded, as after an update of the app, is reported, and the next question starts another", async () => {
  const findWorkers = loseWorkers();
  const asker = foresightAsker();
  await expect(checked(asker, LEASE)).rejects.toThrow("Part of the app could not be loaded. Reload the page.");
  findWorkers();
  await expect(checked(asker, LEASE)).resolves.toMatchObject({ verdict: "checked" });
  asker.close();
  vi.unstubAllGlobals();
});

test("law 9: History says that the comparison failed, and compares when asked again", async () => {
  const findWorkers = loseWorkers("behaviour-worker");
  const earlier = LEASE.replace("users: [ada, bo], documents", "users: [ada], documents");
  const { screen } = await showFlow(() => <PeopleChanges before={earlier} after={LEASE} />);
  const told = "The comparison failed. Part of the app could not be loaded. Reload the page.";
  await expect.element(screen.getByRole("alert").getByText(told)).toBeVisible();
  findWorkers();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("bo", { exact: true })).toBeVisible();
  expect(screen.getByRole("alert").elements()).toEqual([]);
  vi.unstubAllGlobals();
});

function Asks() {
  const answer = useAsked(() => Promise.reject<string>(new Error("The worker fell over.")), []);
  return <p>{answer ?? "no answer"}</p>;
}

test("law 9: an answer that a worker fails to give is reported", async () => {
  await render(
    <Toast.Provider toastManager={toasts}>
      <Asks />
      <Toasts />
    </Toast.Provider>,
  );
  await expect.poll(() => document.querySelector(".toast-text")?.textContent).toContain("The worker fell over.");
});

test("law 9: a change of the flow, or of its expectations, that its worker cannot work out is told and changes nothing", async () => {
  const told = vi.spyOn(toasts, "add").mockReturnValue("1");
  const session = createSession("draft");
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(() => {
    throw new Error("It is lost.");
  });
  const asked = [
    session.change([{ intent: "wrapProcess" }]),
    session
      .companion("expectations")
      .change(() => Promise.reject(new Error("It is lost.")), "Fix the text first.", null),
  ];
  expect(await Promise.all(asked)).toEqual([false, false]);
  expect(told.mock.calls.map(([toast]) => toast.description)).toEqual(["It is lost.", "It is lost."]);
});

test("law 9: a file that is asked for elsewhere and cannot be made is told as failed", async () => {
  const told = vi.spyOn(toasts, "add").mockReturnValue("1");
  const { screen, session } = await showFlow(ForesightView);
  await expect.element(screen.getByRole("button", { name: "Save as JSON" })).toBeVisible();
  vi.spyOn(session.foresight, "json").mockRejectedValue(new Error("It is lost."));
  askExport("json");
  await expect.poll(() => told.mock.calls.map(([toast]) => toast.description)).toEqual(["It is lost."]);
});
