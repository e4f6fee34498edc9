import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Script } from "../../src-main/host/types.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { readScenarios, writtenStep } from "../../src-shared/foresight/index.ts";
import { AT, DAY, type SmallFlow, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await testWorkspace();
});
afterEach(() => workspace.dispose());

type Flow = Partial<SmallFlow>;

async function begin(follows: Script, flow: Flow = {}, clock: "own" | "real" = "own") {
  const documentId = await uploadPdf(workspace.host);
  const draft = must(await workspace.host.drafts.createFromText({ text: smallFlow({ documentId, ...flow }) }));
  const on = clock === "real" ? clock : ({ virtual: "new", at: AT } as const);
  return workspace.host.drafts.start(draft.id, { clock: on, copies: true, follows });
}

/** Starts a run of the small flow that follows these steps. */
const follow = async (steps: readonly unknown[], flow: Flow = {}): Promise<string> =>
  must(await begin({ title: "Steps", steps }, flow)).id;

const next = async (id: string, at: number) => must(await workspace.host.plays.next(id, at));
const act = async (id: string, step: string, message?: string) =>
  must(await workspace.host.plays.act(id, step, message ?? null));

/** Takes step after step, until one is refused. */
async function followAll(id: string, from = 0): Promise<Awaited<ReturnType<typeof next>>> {
  const reached = await next(id, from);
  return reached.stopped !== null || reached.done === reached.steps ? reached : followAll(id, reached.done);
}

const history = (id: string) => must(workspace.host.instances.history(id, { limit: 500 })).items;
const QUIET = ["started", "stage_entered", "seal_requested", "finalising"];
/** Who has made which events, messages aside. */
const acts = (id: string) =>
  history(id)
    .filter(({ event: { type } }) => !QUIET.includes(type) && !/^(notification|reminder)_/.test(type))
    .map(({ by, event }) => `${by}: ${event.type}`);
const detail = (id: string) => must(workspace.host.instances.get(id));
const lockedNames = (id: string) => detail(id).participants.flatMap(({ name, locked }) => (locked ? name : []));

const EID = "{ provider: se_eid, max_failures: 1 }";
const SMS = "{ provider: sms_otp, max_failures: 2, attempts_per_sms: 2 }";

describe("a run that follows steps", () => {
  test("is played by its participants' own acts, to what the steps say; a step is taken once", async () => {
    const id = await follow(["alice signs contract", "bob  signs contract", { expect: "completed" }]);
    expect(await next(id, 0)).toEqual({ title: "Steps", steps: 3, done: 1, stopped: null, waitsUntil: null });
    expect(await next(id, 0)).toMatchObject({ done: 1 });
    expect(must(workspace.host.plays.following(id))).toMatchObject({ done: 1, first: 0 });
    expect(must(workspace.host.plays.following(id))?.shown[1]).toEqual({
      ...{ label: "bob signs contract", who: "bob", does: "signs", document: "contract" },
    });
    expect(await followAll(id, 1)).toMatchObject({ done: 3, stopped: null });
    expect(acts(id)).toEqual([
      ...["participant:alice: acted", "participant:bob: acted"],
      ...["effect: document_sealed", "effect: completed"],
    ]);
    const typed = history(id).flatMap(({ event }) => (event.type === "acted" ? event.signature?.kind : []));
    expect(typed).toEqual(["typed", "typed"]);
    expect((await verifyWorkspace(workspace.dir)).problems).toEqual([]);
  });

  test("a step that is refused changes nothing, and says what was refused", async () => {
    const id = await follow(["bob signs contract", "bob signs contract", "alice signs contract"], { authToSign: EID });
    await next(id, 0);
    const before = history(id).length;
    expect(await next(id, 1)).toMatchObject({
      done: 1,
      stopped: 'Nothing is left for bob to sign on "contract": it is done, or enough others have done it.',
    });
    expect(history(id)).toHaveLength(before);
    expect(must(workspace.host.plays.following(id))).toMatchObject({
      done: 1,
      stopped: expect.stringContaining("bob"),
    });
    await act(id, "alice signs contract");
    await workspace.host.idle();
    expect(detail(id).status).toBe("completed");
    expect(mustFail(await workspace.host.plays.act(id, "alice signs contract")).code).toBe("instance_state_error");
  });

  test("the author's own act counts as the next step where it is the same", async () => {
    const id = await follow(["alice signs contract", "bob signs contract"]);
    await act(id, "alice signs contract");
    expect(await followAll(id, 1)).toMatchObject({ done: 2, stopped: null });
  });

  test("what people do on their own pages, and the author by hand, counts as the next step where it is the same", async () => {
    const steps = ["alice signs contract", "bob  authenticates", { prolong: "2 days" }, "bob rejects contract"];
    const id = await follow(steps, { authToSign: EID });
    const { participants, instances } = workspace.host;
    const done = () => must(workspace.host.plays.following(id))?.done;
    must(await participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    expect(done()).toBe(1);
    const bob = { instanceId: id, participant: "bob" };
    const asked = { ...bob, kind: "sign", documents: ["contract"] } as const;
    const { transactionId } = must(await participants.startAuthentication(asked));
    must(await participants.checkAuthentication({ ...bob, transactionId, outcome: { outcome: "success" } }));
    expect(done()).toBe(2);
    must(await instances.prolong(id, 1));
    expect(done()).toBe(2);
    must(await instances.prolong(id, 2));
    must(await participants.rejectDocument({ instanceId: id, participant: "bob", document: "contract" }));
    expect(done()).toBe(4);
  });

  test("an act by hand counts as the next step after a restart as well", async () => {
    const id = await follow(["alice signs contract", "bob signs contract"]);
    const { participants, plays } = await workspace.reopen();
    must(await participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    expect(must(plays.following(id))?.done).toBe(1);
  });

  test("C6: waits and time-outs move its own clock alone, with what falls due on the way", async () => {
    const other = await follow([]);
    const reminders = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 1 }`;
    const id = await follow([{ wait: "2 days" }, { expect: "not timed out" }, "time-out", "prolong", "cancel"], {
      reminders,
      duration: 5,
    });
    await next(id, 0);
    expect(detail(id).now).toBe(AT + 2 * DAY);
    const reminded = workspace.host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");
    expect(reminded).toHaveLength(2);
    expect(await followAll(id, 1)).toMatchObject({ done: 5, stopped: null });
    expect(acts(id)).toEqual(["clock: timed_out", "author: prolonged", "author: canceled"]);
    expect([detail(id).now, detail(other).now]).toEqual([AT + 5 * DAY, AT]);
  });

  test("C6: a time-out that comes by moving the clock by hand counts as the next step, and ends the waits before it", async () => {
    const { clocks, plays } = workspace.host;
    const steps = ["alice signs contract", { wait: "2 days" }, "time-out", "prolong", "time-out"];
    const id = await follow(steps, { duration: 5 });
    const progress = () => must(plays.following(id))?.done;
    const { clockId } = detail(id);
    await next(id, 0);
    must(await clocks.advance(clockId, { by: "P2D" }));
    expect(progress()).toBe(1);
    must(await clocks.advance(clockId, { by: "P9D" }));
    expect(progress()).toBe(3);
    await next(id, 3);
    must(await clocks.advance(clockId, { toNextDue: true }));
    expect(progress()).toBe(5);
  });

  test("an expectation that fails stops it", async () => {
    const id = await follow([{ expect: "completed" }, { expect: "not alice sees contract" }]);
    expect(await followAll(id)).toMatchObject({ done: 0, stopped: '"completed" has not happened.' });
    const seen = await follow([{ expect: "not alice sees contract" }]);
    expect(await followAll(seen)).toMatchObject({
      stopped: '"alice saw contract" has happened, and should not have.',
    });
  });

  test("a time-out that cannot come stops it", async () => {
    const id = await follow(["cancel", "time-out"]);
    expect(await followAll(id)).toMatchObject({ done: 1, stopped: "The flow was canceled; nothing falls due in it." });
  });

  test("G6: whoever rejects, and with what message", async () => {
    const ways = { "alice rejects contract": "document_rejected", "bob rejects the flow": "instance_rejected" };
    for (const [step, type] of Object.entries(ways)) {
      const id = await follow([]);
      await act(id, step, "Too dear");
      expect(history(id).find(({ event }) => event.type === type)).toMatchObject({
        ...{ by: `participant:${step.split(" ")[0]}`, event: { message: "Too dear" } },
      });
      expect(detail(id).status).toBe("failed");
    }
    const id = await follow(["the author rejects the flow"]);
    await followAll(id);
    expect(acts(id)).toEqual(["author: instance_rejected", "author: failed"]);
  });
});

describe("authentication of those whom the app plays", () => {
  test("U1: whoever must authenticate does so first; it counts for the app alone", async () => {
    const id = await follow(["bob signs contract"], { authToSign: EID });
    const { participants } = workspace.host;
    const bob = { instanceId: id, participant: "bob" };
    const browser = { ...bob, session: "browser" };
    const begun = must(await participants.startAuthentication({ ...browser, kind: "sign", documents: ["contract"] }));
    const passed = { transactionId: begun.transactionId, outcome: { outcome: "success" } } as const;
    must(await participants.checkAuthentication({ ...browser, ...passed }));
    await act(id, "bob authenticates");
    const acted = acts(id).filter((line) => line.endsWith("authentication_attempted"));
    expect(acted).toHaveLength(2);
    expect(must(participants.view(id, "bob", "browser")).signAuthentication?.covered).toEqual(["contract"]);
    await followAll(id);
    expect(acts(id).filter((line) => line.endsWith("authentication_attempted"))).toHaveLength(2);
    const own = history(id).flatMap(({ event }) =>
      event.type === "authentication_started" && event.transactionId !== begun.transactionId ? event.transactionId : [],
    );
    expect(history(id).flatMap(({ event }) => (event.type === "acted" ? event.authentication : []))).toEqual(own);
  });

  test("U1: a page that asks for an authentication is opened with one, once", async () => {
    const id = await follow(["bob signs contract"], {
      authToSign: "{ provider: se_eid }, auth_to_view: { provider: dk_eid_new, max_failures: 0 }",
    });
    await followAll(id);
    const kinds = history(id).flatMap(({ event }) => (event.type === "authentication_attempted" ? event.kind : []));
    expect(kinds).toEqual(["view", "sign"]);
  });

  test("U1: authentications to view and to sign are scripted apart, where a person has both", async () => {
    const steps = [
      "bob fails to authenticate to view (canceled)",
      "bob authenticates to view",
      "bob fails to authenticate",
      "bob authenticates",
      "bob signs contract",
    ];
    const authToSign = "{ provider: se_eid, max_failures: 3 }, auth_to_view: { provider: dk_eid_new, max_failures: 3 }";
    const id = await follow(steps, { authToSign });
    expect(await followAll(id)).toMatchObject({ done: 5, stopped: null });
    const attempts = history(id).flatMap(({ event }) =>
      event.type === "authentication_attempted" ? [[event.kind, event.result]] : [],
    );
    expect(attempts).toEqual([
      ["view", "failure"],
      ["view", "success"],
      ["sign", "failure"],
      ["sign", "success"],
    ]);
    const other = await follow(["bob authenticates to view"], { authToSign: "{ provider: se_eid }" });
    expect(await followAll(other)).toMatchObject({ done: 0, stopped: "bob is asked for no authentication." });
  });

  test("U5: an authentication fails for each reason that its provider has, and for no other", async () => {
    const id = await follow([], { authToSign: "{ provider: se_eid }" });
    const bob = detail(id).participants.find(({ name }) => name === "bob");
    const otherFailures = ["canceled", "timed_out"];
    expect(bob?.authenticates).toEqual([{ kind: "sign", locked: false, otherFailures }]);
    for (const reason of ["failure", ...otherFailures]) await act(id, "bob fails to authenticate", reason);
    mustFail(await workspace.host.plays.act(id, "bob fails to authenticate", "date_of_birth_mismatch"));
    const reasons = history(id).flatMap(({ event }) => (event.type === "authentication_attempted" ? event.reason : []));
    expect(reasons).toEqual(["failure", "canceled", "timed_out"]);
    const bySms = await follow([], { authToSign: SMS });
    const byCode = [{ kind: "sign", locked: false, otherFailures: [] }];
    expect(detail(bySms).participants.map(({ authenticates }) => authenticates)).toEqual([[], byCode]);
  });

  test("U3: of two authentications each has its own lock", async () => {
    const authToSign =
      "{ provider: sms_otp, max_failures: 1 }, auth_to_view: { provider: dk_eid_new, max_failures: 1 }";
    const id = await follow([], { authToSign });
    const locks = () =>
      detail(id)
        .participants.find(({ name }) => name === "bob")
        ?.authenticates.map(({ kind, locked }) => [kind, locked]);
    expect(locks()).toEqual([
      ["view", false],
      ["sign", false],
    ]);
    await act(id, "bob is locked out");
    expect(locks()).toEqual([
      ["view", false],
      ["sign", true],
    ]);
    await act(id, "bob fails to authenticate to view", "timed_out");
    await act(id, "bob is locked out of their page");
    expect(locks()).toEqual([
      ["view", true],
      ["sign", true],
    ]);
  });

  test("U3: failures lock somebody out, also of their page, until the author unlocks them", async () => {
    const id = await follow(["bob is locked out", "unlock bob", "bob fails to authenticate", "bob signs contract"], {
      authToSign: EID,
    });
    await next(id, 0);
    expect(lockedNames(id)).toEqual(["bob"]);
    const refused = mustFail(await workspace.host.plays.act(id, "bob signs contract"));
    expect(refused.message).toContain("bob");
    expect(await followAll(id, 1)).toMatchObject({ done: 4, stopped: null });
    const results = history(id).flatMap(({ event }) => (event.type === "authentication_attempted" ? event.result : []));
    expect(results).toEqual(["failure", "failure", "failure", "success"]);

    const page = { authToSign: "null, auth_to_view: { provider: se_eid, max_failures: 0 }" };
    const viewer = await follow(["bob is locked out", "bob signs contract"], page);
    expect(await followAll(viewer)).toMatchObject({
      done: 1,
      stopped: "bob is locked out of their page: unlock them first.",
    });
  });

  test("U4: codes are read from the SMS that came; wrong ones use every SMS up", async () => {
    const id = await follow(["bob signs contract"], { authToSign: SMS });
    expect(await followAll(id)).toMatchObject({ done: 1, stopped: null });
    const other = await follow(["bob fails to authenticate", "unlock bob", "bob is locked out"], { authToSign: SMS });
    expect(await followAll(other)).toMatchObject({ done: 3, stopped: null });
    const sent = history(other).filter(({ event }) => event.type === "sms_code_sent");
    expect(sent).toHaveLength(4);
  });

  test("U4: a wrong code and then the right one are one attempt, by one SMS, here and by hand", async () => {
    const steps = ["bob mistypes a code", "bob mistypes a code", "bob authenticates", "bob signs contract"];
    const three = "{ provider: sms_otp, max_failures: 1, attempts_per_sms: 3 }";
    const id = await follow(steps, { authToSign: three });
    expect(await followAll(id)).toMatchObject({ done: 4, stopped: null });
    const types = history(id).map(({ event }) => event.type);
    expect(types.filter((type) => type === "sms_code_sent")).toHaveLength(1);
    expect(types.filter((type) => type === "sms_code_mistyped")).toHaveLength(2);
    expect(types.filter((type) => type === "authentication_attempted")).toHaveLength(1);
    const byHand = await follow(steps, { authToSign: three });
    for (const step of steps) await act(byHand, step);
    expect(must(workspace.host.plays.following(byHand))).toMatchObject({ done: 4 });
    const last = await follow([...steps.slice(0, 2), "bob mistypes a code", "unlock bob"], { authToSign: three });
    expect(await followAll(last)).toMatchObject({ done: 4, stopped: null });
    expect(lockedNames(last)).toEqual([]);
    expect(history(last).map(({ event }) => event.type)).toContain("authentication_max_failures_exceeded");
  });

  test("U3, U4: somebody is locked out of their page alone, or of signing alone", async () => {
    const authToSign = `{ provider: se_eid }, auth_to_view: ${SMS}`;
    const id = await follow(["bob mistypes a code to view", "bob is locked out of their page", "unlock bob"], {
      authToSign,
    });
    expect(await next(id, 0)).toMatchObject({ done: 1, stopped: null });
    expect(await next(id, 1)).toMatchObject({ done: 2, stopped: null });
    expect(lockedNames(id)).toEqual(["bob"]);
    expect(await next(id, 2)).toMatchObject({ done: 3, stopped: null });
    const kinds = history(id).flatMap(({ event }) => (event.type === "authentication_attempted" ? event.kind : []));
    expect(kinds).toEqual(["view"]);
  });

  test("U4: an SMS that a rule holds up stops the play until it has arrived", async () => {
    const { host } = workspace;
    must(await host.mailbox.setRules([{ address: "+46701740605", effect: { kind: "delay", minutes: 5 } }]));
    const id = await follow(["bob signs contract"], { authToSign: SMS });
    expect(await next(id, 0)).toMatchObject({ done: 0, stopped: expect.stringContaining("has not arrived") });
    must(await host.clocks.advance(detail(id).clockId, { by: "PT5M" }));
    expect(await next(id, 0)).toMatchObject({ done: 1, stopped: null });
    expect(history(id).filter(({ event }) => event.type === "sms_code_sent")).toHaveLength(1);
  });

  test("U5: a script says why an authentication fails, and the history has that reason", async () => {
    const { host } = workspace;
    const authToSign = "{ provider: se_eid, label: id, max_failures: 3 }";
    const id = await follow(["bob fails to authenticate (canceled)", "bob authenticates", "bob signs contract"], {
      authToSign,
    });
    expect(await followAll(id)).toMatchObject({ done: 3, stopped: null });
    const reasons = must(host.instances.history(id)).items.flatMap(({ event }) =>
      event.type === "authentication_attempted" ? event.reason : [],
    );
    expect(reasons).toEqual(["canceled", null]);
    const never = await follow(["bob fails to authenticate (date_of_birth_mismatch)"], { authToSign });
    expect(await followAll(never)).toMatchObject({
      done: 0,
      stopped: 'What bob authenticates with never answers "date_of_birth_mismatch".',
    });
  });

  test("whoever is asked for no authentication cannot fail one", async () => {
    const id = await follow(["alice is locked out"]);
    expect(await followAll(id)).toMatchObject({ done: 0, stopped: "alice is asked for no authentication." });
  });
});

describe("G5: seals that a run's steps decide", () => {
  const SIGNED = ["alice signs contract", "bob signs contract"];

  test("wait for their step, over a restart too, and are made then", async () => {
    const id = await follow([...SIGNED, { wait: "3 days" }, "seal contract"]);
    expect(await followAll(id)).toMatchObject({ done: 4, stopped: null });
    const early = await follow([...SIGNED, "seal contract"]);
    await next(early, 0);
    await next(early, 1);
    expect(detail(early).status).toBe("finalising");
    const due = must(workspace.host.instances.due(early)).map(({ kind, waits }) => [kind, waits?.why]);
    expect(due).toContainEqual(["seal", "step"]);
    expect((await verifyWorkspace(workspace.dir)).problems).toEqual([]);
    await workspace.reopen();
    await workspace.host.idle();
    expect(detail(early).status).toBe("finalising");
    expect(must(workspace.host.plays.following(early))).toMatchObject({ done: 2, steps: 3 });
    expect(await next(early, 2)).toMatchObject({ done: 3, stopped: null });
    expect([id, early].map((each) => detail(each).status)).toEqual(["completed", "completed"]);
  });

  test("fail by their step, and the history says that it is simulated", async () => {
    const id = await follow([...SIGNED, "seal fails contract", { expect: "failed" }]);
    await next(id, 0);
    await next(id, 1);
    expect(detail(id).status).toBe("finalising");
    expect(await followAll(id, 2)).toMatchObject({ done: 4, stopped: null });
    const failed = history(id).find(({ event }) => event.type === "failed");
    expect(failed?.event).toMatchObject({ reason: "sealing", message: expect.stringMatching(/^SIMULATED: /) });
  });

  test("are made at once when the run is to follow no steps any more", async () => {
    const id = await follow([...SIGNED, "seal fails contract"]);
    await next(id, 0);
    await next(id, 1);
    must(await workspace.host.plays.leave(id));
    await workspace.host.idle();
    expect(detail(id).status).toBe("completed");
    expect(must(workspace.host.plays.following(id))).toBeNull();
    expect(mustFail(await workspace.host.plays.next(id, 2)).code).toBe("resource_not_found");
  });
});

describe("steps", () => {
  test("of another flow, or on the real clock, start no run", async () => {
    const names = mustFail(await begin({ title: "Steps", steps: ["alice signs contract", "carol signs contract"] }));
    expect(names).toMatchObject({
      code: "request_parameters_invalid",
      message: expect.stringContaining('Step 2, "carol signs contract", is not a step of this flow as it is now.'),
    });
    expect(mustFail(await begin({ title: "Steps", steps: [{ wait: "a while" }] })).message).toContain("Step 1");
    expect(mustFail(await begin({ title: "Steps", steps: [] }, {}, "real")).message).toContain("clock of its own");
    expect(workspace.host.instances.count()).toBe(0);
  });

  test("G11: go with their run, and are copied to no fork", async () => {
    const id = await follow(["alice signs contract", "cancel"]);
    const fork = must(await workspace.host.instances.fork(id, 1)).id;
    expect(must(workspace.host.plays.following(fork))).toBeNull();
    await followAll(id);
    must(await workspace.host.instances.trash(id));
    must(await workspace.host.instances.remove(id));
    expect(mustFail(workspace.host.plays.following(id)).code).toBe("resource_not_found");
    await workspace.host.close();
    const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
    expect(db.prepare("SELECT count(*) AS n FROM scripts").get()).toEqual({ n: 0 });
    db.close();
  });
});

test("what was done in a run becomes a scenario of its flow, beside those that are there", async () => {
  const { host } = workspace;
  const id = await follow(["alice signs contract", { wait: "2 days" }, "bob signs contract"]);
  await followAll(id);
  must(await host.plays.saveAsScenario(id, "All sign"));
  must(await host.plays.saveAsScenario(id, "All sign"));
  const draftId = detail(id).draftId ?? "";
  const { scenarios } = must(host.drafts.get(draftId));
  expect(scenarios).toContain("scenario: All sign (2)");
  const names = { participants: ["alice", "bob"], documents: ["contract"], stages: ["signing", "done"] };
  const steps = ["alice signs contract", { wait: "2 days" }, "bob signs contract", { expect: "completed" }];
  const [first] = readScenarios(scenarios).scenarios(names).scenarios;
  expect(first?.steps.map(({ step }) => writtenStep(step))).toEqual(steps);
  must(await host.drafts.saveCompanion(draftId, "scenarios", "scenarios: ["));
  expect(mustFail(await host.plays.saveAsScenario(id, "More")).code).toBe("conflict_error");
  expect(mustFail(await host.plays.saveAsScenario(id, " ")).code).toBe("request_parameters_invalid");
});
