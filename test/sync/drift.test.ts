import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked, Forwarded } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, type Rig } from "./rig.ts";
import { type SceneOptions, withFlow } from "./scene.ts";

const SCENARIO = `scenario: Both sign
steps:
  - alice signs contract
  - bob signs contract
  - expect: completed
`;

/** A flow of alice and bob that is there too, with scenarios. */
async function openDrift(options: SceneOptions = {}, scenarios = SCENARIO) {
  const { rig, id } = await withFlow(options);
  const { revision } = must(rig.host.drafts.get(id));
  must(await rig.host.drafts.saveCompanion(id, "scenarios", scenarios, revision));
  return { rig, id };
}
const both = (draftId: string) => ({ draftId, scenario: "Both sign" });

async function compared(rig: Rig, id: string) {
  const { report, run, sync } = must(await rig.host.sync.runs.drift("Bank", both(id)));
  if (report === null) throw new Error(`Nothing was compared: ${JSON.stringify(sync)}`);
  expect(must(rig.host.sync.runs.driftOf("Bank", run ?? ""))).toEqual(report);
  return report;
}

/** Ours, but for what one of its answers of a run says. */
const changed = (change: (json: Record<string, unknown>) => Record<string, unknown>): SceneOptions => ({
  disguise: {
    request: (asked) => asked,
    answer: ({ method, path }: Asked, answer: Forwarded): Forwarded => {
      if (method !== "GET" || !/^\/flow\/instances\/[\w-]+$/.test(path) || answer.status !== 200) return answer;
      const json = JSON.parse(answer.body.toString()) as Record<string, unknown>;
      return { ...answer, body: Buffer.from(JSON.stringify(change(json))) };
    },
  },
});

/** A line of a step that is the same on both sides. */
const same = (step: string) => ({
  ...{ step, outcome: "same", told: [] },
  ...(step !== "start" && { shown: expect.objectContaining({ label: step }) }),
});

test("drift: on a service as ours each act is done by its participant's own access link, and all of it is the same", async () => {
  const { rig, id } = await openDrift();
  const report = await compared(rig, id);
  expect(report).toMatchObject({ of: "Both sign", state: "done", steps: 3, notShown: [], why: null });
  expect(report.lines).toEqual(["start", "alice signs contract", "bob signs contract"].map(same));
  expect(rig.run().seen?.status).toBe("completed");
  // No secret of a link stands in the list of what went out.
  const secrets = must(rig.host.sync.runs.links("Bank", rig.run().key)).map(({ url }) => url.split("/").at(-1));
  const ledger = JSON.stringify(rig.host.ledger.outbound({}));
  expect(ledger).toContain("/flow/overview/{instance}/{participant}/{secret}");
  for (const secret of secrets) expect(ledger).not.toContain(secret);
});

test("Y12, drift: a run that was completed by a comparison has its sealed documents at once", async () => {
  const { rig, id } = await openDrift();
  must(await rig.host.sync.setAutomatic("Bank", false));
  await compared(rig, id);
  expect(rig.run().files).toMatchObject([{ valid: true }]);
});

test("Y12, drift: a comparison stands as it is where its sealed documents cannot be fetched", async () => {
  const { rig, id } = await openDrift();
  rig.proxy.fault = ({ path }) => (path.includes("/files/") ? { status: 503 } : null);
  const { report, sync } = must(await rig.host.sync.runs.drift("Bank", both(id)));
  expect([report?.state, sync.unreachable, rig.run().files]).toEqual(["done", null, []]);
});

test("drift: an account that is known by another name of this machine is followed by its access links", async () => {
  const { rig, id } = await openDrift();
  must(await rig.host.sync.setAddress("Bank", rig.proxy.url.replace("127.0.0.1", "localhost")));
  expect((await compared(rig, id)).lines.map(({ outcome }) => outcome)).toEqual(["same", "same", "same"]);
  expect(must(rig.host.sync.runs.links("Bank", rig.run().key))).toMatchObject([{ isOwn: true }, { isOwn: true }]);
});

test("drift: a service that names another status is told in a sentence with both", async () => {
  const other = changed((json) => ({ ...json, ...(json.status === "completed" && { status: "signed_off" }) }));
  const { rig, id } = await openDrift(other);
  const { ahead } = rig;
  const { lines } = await compared(rig, id);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["same", "same", "different"]);
  // It was looked at again until it could have settled.
  expect(rig.ahead - ahead).toBe(200 + 400 + 800 + 1_600 + 3_200);
  expect(lines[2]?.told).toEqual(["The status is completed here, and signed off on the account."]);
});

test("drift: a service that says a little later what is said here says the same", async () => {
  let looks = 0;
  const other = changed((json) => ({ ...json, ...(looks++ < 3 && { status: "on_its_way" }) }));
  const { rig, id } = await openDrift(other);
  looks = 0;
  const { ahead } = rig;
  const { lines } = await compared(rig, id);
  expect(lines.map(({ outcome, told }) => [outcome, told])).toEqual(lines.map(() => ["same", []]));
  expect(rig.ahead).toBeGreaterThan(ahead);
});

test("drift: a service that does not ask for an act is told with whom and what", async () => {
  const other = changed((json) => {
    const state = json.state as { readonly available_actions: readonly { readonly user: string }[] };
    return {
      ...json,
      state: { ...state, available_actions: state.available_actions.filter(({ user }) => user !== "bob") },
    };
  });
  const { rig, id } = await openDrift(other);
  const { lines } = await compared(rig, id);
  const told = ["“bob signs contract” is asked for here, and not on the account."];
  expect(lines.map((line) => line.told)).toEqual([told, told, []]);
});

test("drift: what a sparse service cannot do or show is listed as not compared", async () => {
  const { rig, id } = await openDrift({ name: "sparse" });
  const report = await compared(rig, id);
  expect(report.notShown).toEqual(["stage", "acts", "documents"]);
  expect(report.lines.map(({ outcome }) => outcome)).toEqual(["same", "not_compared", "not_compared"]);
  expect(report.lines[2]?.told).toEqual(["It comes after “alice signs contract”, which was not done on the account."]);
});

test("drift: the command line says plainly that only the start was compared, and exits 4", async () => {
  const { rig } = await openDrift({ name: "sparse" });
  const { dir } = rig.workspace;
  await rig.host.close();
  const on = ["--account", "Bank", "--workspace", dir];
  const drift = ["remote", "drift", "Small", "--scenario", "Both sign", ...on];
  const told = "  Only the start was compared: none of the acts could be carried out on the account.\n";
  expect(await countersign(drift)).toMatchObject({ code: 4, out: expect.stringContaining(told) });
  const inJson = await countersign([...drift, "--json"]);
  expect(inJson.code).toBe(4);
  const { run } = JSON.parse(inJson.out) as { readonly run: string };
  const again = await countersign(["remote", "report", run, ...on]);
  expect(again).toMatchObject({ code: 4, out: expect.stringContaining(told) });
});

describe("drift: what cannot be done on an account is not compared", () => {
  test.each([
    ["a wait", "{ wait: 3 days }", "Time cannot be moved on an account."],
    ["a time-out", "time-out", "Time cannot be moved on an account."],
  ])("%s, nor what comes after it", async (_name, step, why) => {
    const text = SCENARIO.replace("  - bob", `  - ${step}\n  - bob`).replace("  - expect: completed\n", "");
    const { rig, id } = await openDrift({}, text);
    const { lines } = await compared(rig, id);
    expect(lines.map(({ outcome }) => outcome)).toEqual(["same", "same", "not_compared", "not_compared"]);
    expect(lines[2]?.told).toEqual([why]);
    expect(lines.map(({ shown }) => shown?.label ?? "start")).toEqual(lines.map(({ step }) => step));
    expect(lines[3]?.told[0]).toContain("It comes after");
  });
});

test("drift: a comparison can be canceled; what was compared, and what was done, by then stays", async () => {
  const { rig, id } = await openDrift();
  rig.proxy.meanwhile = async ({ path }) => {
    if (path.endsWith("/sign")) must(rig.host.sync.cancel("Bank"));
  };
  const { sync, report } = must(await rig.host.sync.runs.drift("Bank", both(id)));
  expect(sync.canceled).toBe(true);
  expect(report).toMatchObject({
    state: "stopped",
    why: "It was canceled.",
    lines: [
      { step: "start", outcome: "same" },
      { step: "alice signs contract", outcome: "not_compared" },
    ],
  });
});

test.each([
  ["a decline of a document", "bob rejects contract"],
  ["a decline of the whole flow", "bob rejects the flow"],
  ["a cancel by the author", "cancel"],
])("drift: %s is done on the account too", async (_name, step) => {
  const { rig, id } = await openDrift(
    {},
    SCENARIO.replace("bob signs contract", step).replace(": completed", ": failed"),
  );
  const { lines, state } = await compared(rig, id);
  expect(lines).toEqual(["start", "alice signs contract", step].map(same));
  expect([state, rig.run().seen?.status]).toEqual(["done", step === "cancel" ? "canceled" : "failed"]);
});

test("drift: a flow without scenarios says that there is none of the name, and starts nothing", async () => {
  const { rig, id } = await openDrift({}, "");
  const before = rig.proxy.asked.length;
  const { message } = mustFail(await rig.host.sync.runs.drift("Bank", both(id)));
  expect(message).toMatch(/^There is no scenario “.+”\. There is none\.$/);
  expect(rig.proxy.asked.length).toBe(before);
});

test("drift: a scenario with a step that cannot be read starts nothing", async () => {
  const { rig, id } = await openDrift({}, SCENARIO.replace("bob signs contract", "bob sings contract"));
  const before = rig.proxy.asked.length;
  const refused = mustFail(await rig.host.sync.runs.drift("Bank", both(id)));
  expect(refused.message).toBe("The text of the flow's scenarios has errors: fix them first.");
  expect(rig.proxy.asked.slice(before)).toEqual([]);
});

test("drift: an extended deadline is extended there", async () => {
  const { rig, id } = await openDrift({}, SCENARIO.replace("  - bob", "  - { prolong: 5 days }\n  - bob"));
  const { lines } = await compared(rig, id);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["same", "same", "same", "same"]);
  expect(rig.proxy.asked.filter((asked) => asked.endsWith("/prolong")).length).toBe(1);
});

test("Y10, drift: more than three people are counted by the author first", async () => {
  const { rig, id } = await openDrift();
  const people = ["carl", "dora"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }\n`).join("");
  const text = rig
    .textOf(id)
    .replaceAll("[alice, bob]", "[alice, bob, carl, dora]")
    .replace("    alice: {", `${people}    alice: {`);
  must(await rig.host.drafts.saveText(id, text));
  expect(must(rig.host.sync.runs.driftRecipients(both(id))).people.length).toBe(4);
  const before = rig.proxy.asked.length;
  expect(mustFail(await rig.host.sync.runs.drift("Bank", both(id))).message).toContain("give their number, 4");
  expect(mustFail(await rig.host.sync.runs.drift("Bank", both(id), { recipients: 3 })).code).toBe(
    "request_parameters_invalid",
  );
  expect(rig.proxy.asked.slice(before)).toEqual([]);
  const { report } = must(await rig.host.sync.runs.drift("Bank", both(id), { recipients: 4 }));
  expect(report?.state).toBe("done");
});

test("drift: only a participant can prove who they are", async () => {
  const { rig } = await openDrift();
  const text = rig.textOf(rig.host.drafts.list({ search: "Small" }).items[0]?.id ?? "");
  const { id } = await rig.draft(
    text.replace("id: alice@example.test", "id: alice@example.test, auth_to_view: { provider: se_eid }"),
  );
  must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIO, must(rig.host.drafts.get(id)).revision));
  const proven = await compared(rig, id);
  expect(proven.lines[1]).toMatchObject({ outcome: "not_compared", told: ["Only alice can prove who they are."] });
});

test("drift: the acts of a run here are compared as a scenario's are; a dry run starts nothing", async () => {
  const { rig, id } = await openDrift();
  const { id: run } = must(await rig.host.drafts.start(id));
  must(await rig.host.plays.act(run, "alice signs contract"));
  const dry = must(await rig.host.sync.runs.drift("Bank", { run }, { dryRun: true }));
  expect(dry.sync.planned.map(({ what }) => what)).toContain("sign a document: alice signs contract");
  expect(dry.run).toBeNull();
  expect(must(rig.host.sync.runs.list("Bank"))).toEqual([]);
  const { report } = must(await rig.host.sync.runs.drift("Bank", { run }));
  expect(report?.lines.map(({ step, outcome }) => `${step}: ${outcome}`)).toEqual([
    "start: same",
    "alice signs contract: same",
  ]);
  expect(mustFail(await rig.host.sync.runs.drift("Bank", both("0"))).code).toBe("resource_not_found");
});

test("drift: a run here is compared as it ran, with its own documents, whatever became of its flow", async () => {
  const { rig, id } = await openDrift();
  const ran = rig.textOf(id);
  const { id: run } = must(await rig.host.drafts.start(id));
  must(await rig.host.plays.act(run, "alice signs contract"));
  // Another document, another title and another person than bob.
  const other = ran
    .replace("title: Small", "title: Other")
    .replace(/contract: "[^"]+"/, `contract: "${await uploadPdf(rig.host)}"`)
    .replaceAll("bob", "carl");
  must(await rig.host.drafts.saveText(id, other));
  expect(must(rig.host.sync.runs.driftRecipients({ run })).people.map(({ name }) => name)).toEqual(["alice", "bob"]);
  const { report } = must(await rig.host.sync.runs.drift("Bank", { run }));
  expect(report?.lines.map(({ step, outcome, told }) => [step, outcome, told])).toEqual([
    ["start", "same", []],
    ["alice signs contract", "same", []],
  ]);
  const there = must(rig.remote.host.instances.get(rig.run().id ?? ""));
  expect(there.title).toBe("Small");
  expect(there.pendingActs.map(({ participant }) => participant)).toEqual(["bob"]);
});

test("drift: the command line prints each step, and exits 1 where something differs", async () => {
  const { rig } = await openDrift();
  const { dir } = rig.workspace;
  await rig.host.close();
  const args = ["remote", "drift", "Small", "--scenario", "Both sign", "--account", "Bank", "--workspace", dir];
  const dry = await countersign([...args, "--dry-run"]);
  // Of a run that has no id yet.
  expect(dry.out).toContain("alice signs contract (POST /flow/instances/…/documents/…/sign)");
  const done = await countersign(args);
  expect(done.out).toContain("same          alice signs contract");
  expect(done.out).toContain("  No difference was found.\n");
  expect(done.code).toBe(0);
  const json = JSON.parse((await countersign([...args, "--json"])).out) as { readonly report: unknown };
  expect(json.report).toMatchObject({ state: "done" });
});

test.each([
  ["an answer that is lost", "lose", "It was perhaps done on the account: "],
  ["a look after it that fails", "look", "It was done on the account, and could not be compared: "],
] as const)("drift: an act stands in the report also with %s", async (_what, fault, words) => {
  const { rig, id } = await openDrift();
  let signed = false;
  rig.proxy.fault = ({ path, method }) => {
    const isSign = path.endsWith("/sign");
    if (isSign && fault === "lose") return "lose";
    if (signed && method === "GET") return { status: 500 };
    signed ||= isSign;
    return null;
  };
  const { report } = must(await rig.host.sync.runs.drift("Bank", both(id)));
  expect(report).toMatchObject({ state: "stopped" });
  expect(report?.lines.map(({ step, outcome }) => [step, outcome])).toEqual([
    ["start", "same"],
    ["alice signs contract", "not_compared"],
  ]);
  expect(report?.lines[1]?.told[0]).toContain(words);
});

describe("Y11, drift: what its author asks of the run of a comparison under way", () => {
  /** A comparison whose first act has gone out, and has no answer until it is let go. */
  async function signing(fits = /\/sign$/) {
    const { rig, id } = await openDrift();
    const held = holding(rig, ({ path }) => fits.test(path));
    const comparing = rig.host.sync.runs.drift("Bank", both(id));
    await held.asked;
    return { rig, held, comparing, key: rig.run().key };
  }
  const signs = (rig: Rig) => rig.proxy.asked.filter((asked) => asked.endsWith("/sign")).length;

  test("to cancel it ends the comparison after the act under way, and cancels the run", async () => {
    const { rig, held, comparing, key } = await signing();
    const canceling = rig.host.sync.runs.command("Bank", key, { kind: "cancel" });
    await expect.poll(() => rig.run().commands).toMatchObject([{ state: "waiting" }]);
    expect(must(rig.host.sync.runs.driftOf("Bank", key))).toMatchObject({ state: "running", stops: true });
    held.letGo();
    const { report, sync } = must(await comparing);
    expect(report).toMatchObject({
      ...{ state: "stopped", why: "You asked to cancel its run." },
      lines: [{ outcome: "same" }, { step: "alice signs contract", outcome: "not_compared" }],
    });
    expect(sync).toMatchObject({ canceled: false, failed: null, refused: [] });
    expect(must(await canceling)).toMatchObject({ done: [expect.stringContaining("cancel")], refused: [] });
    expect([signs(rig), rig.run().seen?.status]).toEqual([1, "canceled"]);
  });

  test("to cancel it keeps an act from going out whose participant's page is just being opened", async () => {
    const { rig, held, comparing, key } = await signing(/^\/flow\/overview\//);
    const canceling = rig.host.sync.runs.command("Bank", key, { kind: "cancel" });
    await expect.poll(() => rig.run().commands).toMatchObject([{ state: "waiting" }]);
    held.letGo();
    const { report } = must(await comparing);
    expect(report).toMatchObject({ state: "stopped", why: "You asked to cancel its run." });
    must(await canceling);
    expect([signs(rig), rig.run().seen?.status]).toEqual([0, "canceled"]);
  });

  test("to forget it ends the comparison after the act under way, and is done at once", async () => {
    const { rig, held, comparing, key } = await signing();
    must(await rig.host.sync.runs.forget("Bank", key));
    held.letGo();
    must(await comparing);
    expect([signs(rig), must(rig.host.sync.runs.list("Bank"))]).toEqual([1, []]);
  });
});

test("drift: an act that went out stands in the report also where Countersign ends before its answer", async () => {
  const { rig, id } = await openDrift();
  await rig.crash(
    ({ path }) => path.endsWith("/sign"),
    true,
    () => rig.host.sync.runs.drift("Bank", both(id)),
  );
  const report = must(rig.host.sync.runs.driftOf("Bank", rig.run().key));
  expect(report).toMatchObject({
    ...{ state: "stopped", why: "Countersign was closed before its end, or could not save what came of it." },
    lines: [
      { step: "start", outcome: "same" },
      {
        ...{ step: "alice signs contract", outcome: "not_compared" },
        told: ["It was perhaps done on the account: no answer to it was kept."],
      },
    ],
  });
});

test.each([
  ["at its start", /^\/flow\/instances$/, ["start"]],
  ["after an act", /\/sign$/, ["start", "alice signs contract"]],
] as const)(
  "Y17, drift: a comparison that this machine stops %s says so, also where that cannot be kept",
  async (_when, fits, steps) => {
    const { rig, id } = await openDrift();
    const db = new Database(path.join(rig.workspace.dir, "countersign.db"));
    onTestFinished(() => void db.close());
    // As a full disk does: what came of the act is not taken.
    const refuse = `CREATE TRIGGER full BEFORE UPDATE ON remote_drifts BEGIN SELECT RAISE(ABORT, 'disk is full'); END`;
    let isFull = false;
    rig.proxy.meanwhile = async ({ path: asked, method }) => {
      if (isFull || method === "GET" || !fits.test(asked)) return;
      isFull = true;
      db.exec(refuse);
    };
    const { report, sync, run } = must(await rig.host.sync.runs.drift("Bank", both(id)));
    expect(sync.failed).toMatch(/./);
    expect(report).toMatchObject({ state: "stopped", why: sync.failed });
    expect(must(rig.host.sync.runs.driftOf("Bank", run ?? ""))).toEqual(report);
    expect(report?.lines.map(({ step }) => step)).toEqual(steps);
    expect(rig.workspace.log).toMatchObject([
      {
        level: "error",
        message: expect.stringContaining("The comparison with “Bank” failed because of a fault in Countersign"),
      },
    ]);
  },
);

describe("Y16, drift: what cannot be done on the account is said before the start, and is not listed as sent", () => {
  const planned = async (rig: Rig, id: string) =>
    must(await rig.host.sync.runs.drift("Bank", both(id), { dryRun: true })).sync.planned.map(({ what }) => what);

  test.each([
    ["signDocument", "alice signs contract", "How a participant does it on this service is not known."],
    ["cancelInstance", "cancel", "The service has no such command."],
    ["prolongInstance", "{ prolong: 5 days }", "The service has no such command."],
  ])("where the service has no %s", async (call, step, why) => {
    const rig = await openRig({ dialect: { name: "nc", calls: { [call]: null } } });
    const { id } = await rig.flow();
    const text = `scenario: Both sign\nsteps:\n  - ${step}\n  - bob rejects contract\n`;
    must(await rig.host.drafts.saveCompanion(id, "scenarios", text, must(rig.host.drafts.get(id)).revision));
    const before = must(rig.host.sync.runs.driftRecipients(both(id), "Bank"));
    expect([before.acts, before.left.map((one) => one.why)]).toEqual([
      0,
      [why, expect.stringMatching(/^It comes after/)],
    ]);
    expect((await planned(rig, id)).filter((what) => /sign a|reject|cancel|extend/.test(what))).toEqual([]);
    const { report, sync } = must(await rig.host.sync.runs.drift("Bank", both(id)));
    expect([sync.failed, report?.state]).toEqual([null, "done"]);
    expect(report?.lines.map(({ outcome }) => outcome)).toEqual(["same", "not_compared", "not_compared"]);
    expect(report?.lines[1]?.told).toEqual([why]);
  });

  test("where somebody must prove who they are", async () => {
    const { rig } = await openDrift();
    const text = rig.textOf(rig.host.drafts.list({ search: "Small" }).items[0]?.id ?? "");
    const { id } = await rig.draft(
      text.replace("id: bob@example.test", "id: bob@example.test, auth_to_view: { provider: se_eid }"),
    );
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIO, must(rig.host.drafts.get(id)).revision));
    const { acts, left } = must(rig.host.sync.runs.driftRecipients(both(id), "Bank"));
    expect([acts, left.map(({ step, why }) => `${step}: ${why}`)]).toEqual([
      1,
      ["bob signs contract: Only bob can prove who they are."],
    ]);
    expect((await planned(rig, id)).filter((what) => what.includes("signs"))).toEqual([
      "sign a document: alice signs contract",
    ]);
  });
});

test("drift: a run whose flow was deleted says so", async () => {
  const { rig, id } = await openDrift();
  const { id: run } = must(await rig.host.drafts.start(id));
  must(await rig.host.drafts.remove(id));
  expect(mustFail(await rig.host.sync.runs.drift("Bank", { run })).message).toBe(
    "The flow of this run was deleted, and its text with it: there is nothing to start on the account.",
  );
});

test("drift: the command line says beforehand what is not compared, and counts it after a stop", async () => {
  const { rig, id } = await openDrift();
  const { id: run } = must(await rig.host.drafts.start(id));
  rig.proxy.fault = ({ path }) => (path.endsWith("/sign") ? "lose" : null);
  const stopped = must(await rig.host.sync.runs.drift("Bank", both(id)));
  rig.proxy.fault = () => null;
  const { dir } = rig.workspace;
  await rig.host.close();
  const on = ["--account", "Bank", "--workspace", dir];
  expect((await countersign(["remote", "report", stopped.run ?? "", ...on])).out).toContain(
    "  No difference was found in what was compared. 2 steps were not compared.\n  Stopped before its end.",
  );
  const none = ["remote", "drift", "--run", "nope", ...on];
  expect((await countersign(none)).err).toBe("There is no run nope; it may have been deleted.\n");
  const dry = ["remote", "drift", "--run", run, "--dry-run", ...on];
  expect((await countersign(dry)).err).toContain("There are no acts: only the start is compared.\n");
  expect(JSON.parse((await countersign([...dry, "--json"])).out)).toMatchObject({ acts: 0, left: [] });
});
