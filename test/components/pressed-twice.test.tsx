import { beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import type { AuthoringSession } from "../../src-renderer/authoring/session/session.ts";
import { SessionContext } from "../../src-renderer/authoring/session/use-session.ts";
import { useStart } from "../../src-renderer/authoring/session/use-start.ts";
import { FaultLab } from "../../src-renderer/monitoring/callbacks/fault-lab.tsx";
import { NewFault } from "../../src-renderer/monitoring/callbacks/new-fault.tsx";
import { Operations } from "../../src-renderer/monitoring/instance/operations.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

/** The calls of a name; none is answered. */
function unanswered(name: string): () => number {
  const call = vi
    .spyOn(host, "call")
    .mockImplementation(((called: string) =>
      called === name ? new Promise(() => undefined) : Promise.resolve({ ok: true, value: { items: [] } })) as never);
  return () => call.mock.calls.filter(([called]) => called === name).length;
}

test("G9: a deadline is extended once, however often Enter is pressed", async () => {
  const prolonged = unanswered("instances.prolong");
  const screen = await render(<Operations instance={shownRun()} onDone={() => undefined} />);
  await screen.getByRole("button", { name: /^Extend deadline/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  dialog.element().querySelector("form")?.requestSubmit();
  await expect.element(dialog.getByRole("button", { name: "Extend deadline" })).toHaveAttribute("aria-busy", "true");
  dialog.element().querySelector("form")?.requestSubmit();
  expect(prolonged()).toBe(1);
});

function Starting({ onStart }: { readonly onStart: (start: () => void) => void }) {
  const { start } = useStart();
  onStart(() => void start("virtual"));
  return <p>ready</p>;
}

test("a flow whose start is pressed twice is started once", async () => {
  const started = unanswered("drafts.start");
  const session = { draft: { id: "1", key: () => "k", flush: async () => true } } as unknown as AuthoringSession;
  let start: () => void = () => undefined;
  const screen = await render(
    <SessionContext value={session}>
      <Starting
        onStart={(next) => {
          start = next;
        }}
      />
    </SessionContext>,
  );
  await expect.element(screen.getByText("ready")).toBeVisible();
  start();
  start();
  await expect.poll(started).toBe(1);
  await new Promise(requestAnimationFrame);
  expect(started()).toBe(1);
});

test("a fault is added once, however often its button is pressed", async () => {
  const add = vi.fn(() => new Promise<boolean>(() => undefined));
  const screen = await render(<NewFault instanceId={null} onAdd={add} />);
  const form = screen.container.querySelector("form");
  form?.requestSubmit();
  await expect.element(screen.getByRole("button", { name: "Add fault" })).toHaveAttribute("aria-busy", "true");
  form?.requestSubmit();
  expect(add).toHaveBeenCalledTimes(1);
});

test("two faults that are removed one right after the other stay removed", async () => {
  const fault = (status: number) =>
    ({ type: null, instanceId: null, times: null, effect: { kind: "answer", status, retryAfter: null } }) as const;
  const sent: number[][] = [];
  vi.spyOn(host, "call").mockImplementation((async (called: string, given: { items: ReturnType<typeof fault>[] }) => {
    if (called === "callbacks.faults") return { ok: true, value: { items: [500, 502, 503].map(fault) } };
    sent.push(given.items.map(({ effect }) => effect.status));
    return new Promise(() => undefined);
  }) as never);
  const screen = await render(<FaultLab instanceId={null} onClose={() => undefined} />);
  await screen.getByRole("button", { name: "Remove fault 1" }).click();
  await screen.getByRole("button", { name: "Remove fault 2" }).click();
  expect(sent).toEqual([[502, 503], [503]]);
});
