import { expect, onTestFinished, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { english } from "../../src-shared/flow/index.ts";
import { AT, DAY, type SmallFlow, startSmall } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 3, repeat: periodically }`;

/** A workspace on a real clock that the test can set, as a hand, a battery or a dual boot does. */
async function onSettableClock(flow: Omit<SmallFlow, "documentId"> = { reminders: REMINDERS }) {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  onTestFinished(() => workspace.dispose());
  const { id } = await startSmall(workspace.host, flow);
  await workspace.host.idle();
  return {
    workspace,
    id,
    async set(to: number) {
      now = to;
      // Any commit makes the host look at its clock; this one is refused and changes nothing.
      mustFail(
        await workspace.host.participants.approve({ instanceId: id, participant: "alice", document: "contract" }),
      );
      await workspace.host.idle();
    },
  };
}

function reminders({ host }: TestWorkspace, id: string): number {
  return host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder").length;
}

test("C3: a clock set back runs nothing early, nothing twice and loses nothing", async () => {
  const { workspace, id, set } = await onSettableClock();
  await set(AT + 3 * DAY);
  expect(reminders(workspace, id)).toBe(2);
  await set(AT - DAY);
  await set(AT + 3 * DAY);
  await set(AT + 6 * DAY - 1);
  expect(reminders(workspace, id)).toBe(2);
  await set(AT + 6 * DAY);
  expect(reminders(workspace, id)).toBe(4);
  expect(workspace.log.filter(({ message }) => message.includes("set back from 2026-03-05"))).toHaveLength(1);
});

test("C5: while the clock is behind, acts keep the order of their history, and mail, seals and callbacks go out at once", async () => {
  const { workspace, id, set } = await onSettableClock();
  const { host } = workspace;
  await set(AT + 3 * DAY);
  await set(AT - 2 * DAY);
  for (const participant of ["alice", "bob"]) {
    must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
  }
  await host.idle();

  expect(must(host.instances.get(id)).status).toBe("completed");
  const { items } = must(host.instances.history(id));
  const instants = items.map(({ at }) => at);
  expect(instants).toEqual([...instants].sort((a, b) => a - b));
  // What the machine's clock said stands beside it, as it was.
  expect(items.at(-1)).toMatchObject({ at: AT + 3 * DAY, recorded: AT - 2 * DAY });
  expect(must(host.instances.verifyHistory(id)).brokenAt).toBeNull();
  expect(host.mailbox.list({ instanceId: id }).items.map(({ status }) => status)).not.toContain("queued");

  // The note stands at the event where it happened, on any page, and nowhere else.
  const step = items.findIndex(({ note }) => note !== null);
  const reported =
    "The machine's clock was set back before this: the event before it was recorded at 2026-03-05 10:00:00+01:00, this one at 2026-02-28 10:00:00+01:00. The run's own time never goes back.";
  expect(items.flatMap(({ note }) => (note === null ? [] : [english(note)]))).toEqual([reported]);
  expect([items[step - 1]?.recorded, items[step]?.recorded]).toEqual([AT + 3 * DAY, AT - 2 * DAY]);
  for (const after of [step, step - 1]) {
    const page = must(host.instances.history(id, { after, limit: 2 })).items;
    expect(page).toEqual(items.slice(after, after + 2));
  }
  const exported = (format: "csv" | "jsonl") => [...must(host.instances.exportHistory(id, format)).pieces()].join("");
  const lines = exported("jsonl").trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { note: string | null }).note)).toEqual(
    items.map((_, at) => (at === step ? reported : null)),
  );
  expect(exported("csv").split("\r\n")[step + 1]).toMatch(
    /,[0-9a-f]{64},"The machine's clock was set back before this: /,
  );
});

test("C2: after a month asleep each reminder comes once and keeps its rhythm", async () => {
  const { workspace, id, set } = await onSettableClock();
  await set(AT + 28 * DAY);
  expect(reminders(workspace, id)).toBe(2);
  const due = must(workspace.host.instances.due(id)).filter(({ kind }) => kind === "reminder");
  expect(due).toEqual([]);
});

test("C2, C3, C4: after a long sleep a message's end stands where its reminder fell due, and shifts no retention", async () => {
  const { workspace, id: plain, set } = await onSettableClock({ duration: 5, reminders: "" });
  const { id: reminded } = await startSmall(workspace.host, { duration: 5, reminders: REMINDERS });
  must(await workspace.host.folders.setRetention("home", { trash_timed_out: 3 }));
  await set(AT + 20 * DAY);

  const { host } = workspace;
  const instantsOf = (id: string, type: string) =>
    must(host.instances.history(id)).items.flatMap(({ event, at }) => (event.type === type ? [at - AT] : []));
  const ends = (id: string) => [instantsOf(id, "timed_out"), instantsOf(id, "trashed")];
  expect(ends(reminded)).toEqual([[5 * DAY], [8 * DAY]]);
  expect(ends(plain)).toEqual(ends(reminded));
  const deleted = (id: string) => must(host.instances.due(id)).map(({ kind, at }) => ({ kind, at }));
  expect(deleted(reminded)).toEqual(deleted(plain));
  // Both signers' invitations, and one reminder for each.
  expect(instantsOf(reminded, "notification_status_changed")).toEqual([0, 0, 3 * DAY, 3 * DAY]);
  const all = must(host.instances.history(reminded)).items.map(({ at }) => at);
  expect(all).toEqual([...all].sort((a, b) => a - b));
});

test("C3: another time zone of the machine moves nothing: due instants are absolute", async () => {
  const { workspace, id } = await onSettableClock();
  const before = must(workspace.host.instances.due(id));
  const zone = process.env.TZ;
  process.env.TZ = "Pacific/Apia";
  try {
    const host = await workspace.reopen();
    expect(must(host.instances.due(id))).toEqual(before);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

/** The history of a run whose app was open at these instants alone. */
async function openAt(instants: readonly number[]): Promise<readonly string[]> {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  onTestFinished(() => workspace.dispose());
  must(
    await workspace.host.mailbox.setRules([
      { address: "alice@example.test", effect: { kind: "delay", minutes: 90 } },
      { address: "bob@example.test", effect: { kind: "delay", minutes: 5 * 24 * 60 } },
    ]),
  );
  must(await workspace.host.folders.setRetention("home", { trash_timed_out: 1, delete_trashed: 60 }));
  const reminders = "  automatic-reminders: [{ date: { type: relative, days_delay: 3 } }]";
  const { id } = await startSmall(workspace.host, { duration: 4, reminders });
  await workspace.host.idle();
  for (const instant of instants) {
    await workspace.host.close();
    now = instant;
    await workspace.reopen();
    await workspace.host.idle();
  }
  expect(workspace.host.mailbox.list({ instanceId: id }).items.map(({ status }) => status)).not.toContain("queued");
  expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
  expect(workspace.host.instances.audit(id)).toEqual([]);
  return must(workspace.host.instances.history(id)).items.map(
    ({ at, by, event }) => `${(at - AT) / DAY} ${by} ${event.type} ${"id" in event ? event.id : ""}`,
  );
}

test("C3, decision 0422: asleep, slow messages arrive when they would have, before and after the time-out and the trash", async () => {
  const open = await openAt([1.5 / 24, 3, 3 + 1.5 / 24, 4, 5, 8].map((days) => AT + days * DAY));
  expect(open.slice(-6)).toEqual([
    expect.stringMatching(/^3 clock reminder_ended/),
    expect.stringMatching(/^3.0625 effect notification_status_changed 3/),
    expect.stringMatching(/^4 clock timed_out/),
    expect.stringMatching(/^5 clock trashed/),
    expect.stringMatching(/^5 effect notification_status_changed 2/),
    expect.stringMatching(/^8 effect notification_status_changed 4/),
  ]);
  expect(await openAt([AT + 20 * DAY])).toEqual(open);
});
