import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeList } from "../../src-main/store/index.ts";
import { wireParameters, wireProcess } from "../../src-main/workspace/instances/wire.ts";
import { decide, type FlowEvent, rehearsalStart, type State } from "../../src-shared/flow/index.ts";
import {
  type CheckedFinding,
  check,
  type Label,
  namesOf,
  readLabel,
  rehearsed,
} from "../../src-shared/foresight/index.ts";
import { analyse, type CheckedDraft, draftText } from "../../src-shared/language/index.ts";
import { type FlowShape, startCommand, T0 } from "../fixtures/flow-shape.ts";
import { soundPdf } from "../fixtures/pdfs.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let documents: Record<string, string>;
beforeAll(async () => {
  workspace = await testWorkspace();
  const bytes = await soundPdf(1);
  const names = ["contract", "annex", "rules"];
  const rows = await Promise.all(
    names.map((name) => workspace.host.documents.upload({ bytes, fileName: `${name}.pdf` })),
  );
  documents = Object.fromEntries(rows.map((row, at) => [names[at] ?? "", must(row).id]));
});
afterAll(() => workspace.dispose());

/** Some authenticate to sign, one of them by SMS, and some to open their page. */
const shapes = fc.tuple(randomFlow, fc.boolean(), fc.boolean()).map(
  ([shape, sms, views]): FlowShape => ({
    ...shape,
    participants: (shape.participants ?? []).map((person, at) => {
      const asked = person.authToSign ?? null;
      if (at === 0 && sms && asked !== null) {
        const byCode = { ...asked, provider: "sms_otp", label: "sms_otp", attemptsPerSms: 2 } as const;
        return { ...person, phoneNumber: "+46701740605", authToSign: byCode };
      }
      const page = { provider: "se_eid", maxFailures: 1, label: null, attemptsPerSms: 5, options: {} } as const;
      return at === 1 && views ? { ...person, authToView: { ...page, label: "se_eid" } } : person;
    }),
  }),
);

/** The flow's file, with documents of this workspace. */
function textOf(shape: FlowShape): string {
  const decided = decide(null, startCommand(shape), T0);
  const [started] = decided.ok ? decided.events : [];
  if (started?.type !== "started") throw new Error("The flow does not start.");
  const viewing = started.process.stages.some(({ actions }) => actions.some(({ kind }) => kind.endsWith("-viewing")));
  return draftText({
    title: started.title,
    duration: started.duration,
    flow_kind: viewing ? "micro_api" : started.flowKind,
    process: wireProcess(started.process),
    process_parameters: { ...wireParameters(started), documents },
    process_settings: { time_zone: "UTC" },
  });
}

interface Run {
  readonly steps: readonly string[];
  /** What the check says of it: how it ends and in which stage, and the findings that it shows. */
  readonly ends: readonly { readonly status: string; readonly stage: string }[];
  readonly findings: readonly CheckedFinding[];
}

/** Every run that the check gives, each once. */
function runsOf(text: string): readonly Run[] {
  const { outcomes, findings } = check(text, { budget: 2_000 });
  const runs = new Map<string, Run>();
  const add = (steps: readonly string[], more: Partial<Run>) => {
    const run = runs.get(steps.join("\n")) ?? { steps, ends: [], findings: [] };
    runs.set(steps.join("\n"), {
      steps,
      ends: [...run.ends, ...(more.ends ?? [])],
      findings: [...run.findings, ...(more.findings ?? [])],
    });
  };
  for (const { status, stage, trace } of outcomes)
    add(
      trace.map(({ label }) => label),
      { ends: [{ status, stage }] },
    );
  for (const finding of findings) {
    const steps = finding.run().map(({ label }) => label);
    if (steps.length > 0) add(steps, { findings: [finding] });
  }
  return [...runs.values()];
}

/** The run's events by the engine alone, with seals that succeed at once. */
function rehearse(
  draft: CheckedDraft,
  labels: readonly Label[],
): { readonly state: State; readonly events: FlowEvent[] } {
  const events: FlowEvent[] = [];
  let state: State | null = null;
  const note = (decided: ReturnType<typeof decide>) => {
    if (!decided.ok) throw new Error(decided.refusal.message);
    state = decided.state;
    events.push(...decided.events);
    for (const event of decided.events)
      if (event.type === "seal_requested")
        note(
          decide(state, { type: "seal_succeeded", document: event.document, sha256: "" }, decided.state.lastEventAt),
        );
  };
  note(decide(null, rehearsalStart(draft, { timeZone: "UTC", authentication: true }), T0));
  for (const label of labels) {
    const before = state as State | null;
    if (before === null) throw new Error("The rehearsal has not begun.");
    const tried = rehearsed(before, label, label.kind === "time_out" ? before.timeoutAt : before.lastEventAt);
    if (!tried.ok) throw new Error(tried.refusal);
    for (const decided of tried.decided) note(decided);
  }
  if (state === null) throw new Error("The rehearsal has not begun.");
  return { state, events };
}

/** What people, stages and messages come to; seals in their own time, reminders and authentications to view left aside. */
function reported(events: readonly FlowEvent[]) {
  const acts = events.flatMap((event): unknown[] => {
    switch (event.type) {
      case "acted":
        return [[event.type, event.participant, event.verb, event.document]];
      case "stage_entered":
        return [[event.type, event.stage]];
      case "document_rejected":
        return [[event.type, event.participant, event.document]];
      case "instance_rejected":
        return [[event.type, event.participant]];
      case "failed":
      case "canceled":
      case "timed_out":
      case "completed":
        return [event.type];
      case "authentication_attempted":
        return event.kind === "sign" ? [[event.participant, event.result]] : [];
      default:
        return [];
    }
  });
  const messages = events.flatMap((event) =>
    event.type === "notification_queued" && event.kind !== "reminder"
      ? `${event.participant} ${event.kind} ${event.method} ${event.message}`
      : [],
  );
  const sealed = events.flatMap((event) => (event.type === "document_sealed" ? event.document : []));
  return { acts, messages: messages.toSorted(), sealed: sealed.toSorted() };
}

const kinds = new Set<string>();
const rules = new Set<string>();
const counted = { flows: 0, runs: 0, findings: 0, outcomes: 0 };

/** Plays a run through the host, compares it with the check's own, and removes it. */
async function play(draft: CheckedDraft, draftId: string, { steps, ends, findings }: Run): Promise<void> {
  const { host } = workspace;
  const clock = { virtual: "new", at: T0 } as const;
  const { id } = must(await host.drafts.start(draftId, { clock, copies: true, follows: { title: "Run", steps } }));
  for (const at of steps.keys())
    expect(must(await host.plays.next(id, at))).toMatchObject({ done: at + 1, stopped: null });
  await host.idle();
  const labels = steps.map((step) => readLabel(step, namesOf(draft)) as Label);
  for (const { kind } of labels) kinds.add(kind);
  const events = historyOf(id);
  const expected = rehearse(draft, labels);
  expect(reported(events)).toEqual(reported(expected.events));
  const instance = must(host.instances.get(id));
  expect(instance.status).toBe(expected.state.status);
  for (const { status } of ends) expect(instance.status).toBe(status);
  for (const finding of findings) {
    rules.add(finding.id);
    await claims(id, finding);
  }
  await remove(id);
  counted.runs += 1;
  counted.findings += findings.length;
  counted.outcomes += ends.length;
}

type HistoryPage = { readonly items: readonly { readonly event: FlowEvent }[]; readonly next: number | null };

/** The whole of it: reminders may come by the hundred. */
function historyOf(id: string): readonly FlowEvent[] {
  const events: FlowEvent[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const { items, next }: HistoryPage = must(workspace.host.instances.history(id, { after, limit: 500 }));
    events.push(...items.map(({ event }) => event));
    after = next;
  }
  return events;
}

/** What the sentence of a finding says, seen in the run that shows it. */
async function claims(id: string, { id: rule, participants, pointer }: CheckedFinding): Promise<void> {
  const { host } = workspace;
  const { status, documents: shown, participants: people } = must(host.instances.get(id));
  const mails = participants.flatMap((participant) => wholeList(host.mailbox.list, { instanceId: id, participant }));
  switch (rule) {
    case "X103":
      return stuck(id, participants);
    case "X104":
      expect(status).toBe("completed");
      expect(mails.filter(({ kind }) => kind === "confirmation")).toEqual([]);
      expect(mails.some(({ kind }) => kind === "invitation")).toBe(true);
      return;
    case "X105":
      expect(status).toBe("completed");
      return lessThanOthers(id, participants);
    case "X106":
      expect(status).toBe("failed");
      return;
    case "X112":
      expect(status).toBe("timed_out");
      return;
    case "X107":
      expect([status, shown.find(({ name }) => pointer.endsWith(`/${name}`))?.state]).toEqual([
        "timed_out",
        "timed_out",
      ]);
      return;
    default:
      expect(people.length).toBeGreaterThan(0);
  }
}

/** Each of them gets no copy of something that they acted on, or less in a confirmation than somebody else, or nothing. */
function lessThanOthers(id: string, participants: readonly string[]): void {
  const { host } = workspace;
  const confirmations = wholeList(host.mailbox.list, { instanceId: id }).filter(({ kind }) => kind === "confirmation");
  const most = Math.max(0, ...confirmations.map(({ attachments }) => attachments.length));
  for (const name of participants) {
    const got = confirmations.filter(({ participant }) => participant === name).map(({ attachments }) => attachments);
    const acted = must(host.instances.get(id)).participants.find((person) => person.name === name)?.acts ?? [];
    const lacks = acted.some(({ document }) => !got.flat().some((attached) => attached.name.includes(document)));
    expect([name, lacks || got.some(({ length }) => length < most || length === 0)]).toEqual([name, true]);
  }
}

/** Whatever the others do, the flow stays in the stage in which somebody is locked out. */
async function stuck(id: string, participants: readonly string[]): Promise<void> {
  const { host } = workspace;
  const detail = () => must(host.instances.get(id));
  const locked = new Set(detail().participants.flatMap(({ name, locked: isLocked }) => (isLocked ? name : [])));
  expect(locked.size).toBeGreaterThan(0);
  expect([...locked].filter((name) => !participants.includes(name))).toEqual([]);
  const { stageIndex } = detail();
  for (;;) {
    const act = detail().pendingActs.find(({ participant }) => !locked.has(participant));
    if (act === undefined) break;
    const does = act.verb === "sign" ? "signs" : "approves";
    must(await host.plays.act(id, `${act.participant} ${does} ${act.document}`));
  }
  expect([detail().status, detail().stageIndex]).toEqual(["in_progress", stageIndex]);
}

async function remove(id: string): Promise<void> {
  const { instances } = workspace.host;
  await instances.cancel(id);
  must(await instances.trash(id));
  must(await instances.remove(id));
}

describe("what the check tells of generated flows", { timeout: FUZZ_TIMEOUT * 10 }, () => {
  it("every finding's and outcome's run plays through the host to what it claims", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const text = textOf(shape);
        const { draft } = analyse(text);
        fc.pre(draft !== null);
        if (draft === null) return;
        const { id } = must(await workspace.host.drafts.createFromText({ text }));
        for (const run of runsOf(text)) await play(draft, id, run);
        must(await workspace.host.drafts.remove(id));
        counted.flows += 1;
      }),
      { seed: 20_261_127, numRuns: inputs(2), endOnFailure: true },
    );
    expect(counted.runs).toBeGreaterThan(counted.flows);
    const shown = ["X102", "X103", "X105", "X106", "X107", "X109", "X112", "X113"];
    expect([...rules]).toEqual(expect.arrayContaining(shown));
    expect([...kinds].toSorted()).toEqual(["act", "cancel", "lock_out", "reject", "reject_flow", "time_out"]);
  });
});
