import { describe, expect, it } from "vitest";
import {
  availableActions,
  CONDITIONS,
  canonicalJson,
  decide,
  ENGLISH,
  effectsOf,
  english,
  groupsOfStages,
  missedActs,
  participantsProgress,
  pendingActs,
  redirectOf,
  refusalOf,
  sentence,
  transitions,
  waitingFor,
} from "../../src-shared/flow/index.ts";
import { nextDocument } from "../../src-shared/service/index.ts";
import {
  approve,
  confirm,
  invite,
  sign,
  signCommand,
  signGroup,
  stage,
  T0,
  TestFlow,
  TWO_SIGNERS,
} from "../fixtures/flow-shape.ts";

describe("what is waited for", () => {
  it("G3: a stage tells its groups, and how many of each have done all of theirs", () => {
    const flow = new TestFlow({
      participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
      documents: ["contract", "annex"],
      stages: [
        stage("one", signGroup(["alice", "bob", "carol"], ["contract", "annex"], 2), approve(["alice"], ["annex"])),
        stage("two", sign(["bob"], ["contract"])),
      ],
    });
    const group = {
      verb: "sign",
      participants: ["alice", "bob", "carol"],
      documents: ["contract", "annex"],
      needed: 2,
    };
    expect(groupsOfStages(flow.state)).toEqual([[{ ...group, done: 0 }], []]);
    flow.sign("alice", "contract");
    expect(groupsOfStages(flow.state)[0]).toEqual([{ ...group, done: 0 }]);
    flow.sign("alice", "annex");
    expect(groupsOfStages(flow.state)[0]).toEqual([{ ...group, done: 1 }]);
  });

  it("G8: what was not done before the time-out is missed, and nothing before that", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.sign("alice");
    expect(missedActs(flow.state)).toEqual([]);
    flow.timeOut();
    expect(missedActs(flow.state)).toEqual([{ participant: "bob", verb: "sign", document: "contract" }]);
  });

  const shape = {
    participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
    documents: ["contract", "annex"],
    stages: [
      stage("one", signGroup(["alice", "bob"], ["contract"], 1)),
      stage("two", approve(["carol", "alice"], ["annex"])),
    ],
  };

  it("G3: pending acts leave out what is done and what has lapsed", () => {
    const flow = new TestFlow(shape);
    expect(waitingFor(flow.state)).toEqual(["alice", "bob"]);
    flow.sign("alice", "contract");
    expect(pendingActs(flow.state)).toEqual([
      { participant: "carol", verb: "approve", document: "annex" },
      { participant: "alice", verb: "approve", document: "annex" },
    ]);
    expect(participantsProgress(flow.state)).toEqual([
      { participant: "alice", done: 1, pending: 1, later: 0, standing: "waiting" },
      { participant: "bob", done: 0, pending: 0, later: 0, standing: "lapsed" },
      { participant: "carol", done: 0, pending: 1, later: 0, standing: "waiting" },
    ]);
  });

  it("G6: every available action is accepted, and allow-rejections hides the whole flow's rejection", () => {
    const flow = new TestFlow({ ...shape, allowRejections: false });
    const actions = availableActions(flow.state, "alice");
    expect(actions).toEqual([
      { type: "sign", document: "contract" },
      { type: "reject", document: "contract" },
    ]);
    expect(decide(flow.state, signCommand("alice"), T0).ok).toBe(true);
    flow.send({ type: "cancel" });
    expect(availableActions(flow.state, "alice")).toEqual([]);
    expect(pendingActs(flow.state)).toEqual([]);
  });
});

describe("redirects", () => {
  const redirecting = {
    documents: ["contract", "annex", "rules"],
    stages: [
      {
        ...stage("one", sign(["alice"], ["contract", "annex", "rules"]), signGroup(["bob", "carol"], ["contract"], 1)),
        redirects: [{ users: ["alice", "carol"], url: "https://example.test/done" }],
      },
      stage("two", approve(["bob"], ["annex"])),
    ],
    participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
  };

  it("G15: a redirect is offered once the participant has done their acts, also after the stage has passed", () => {
    const flow = new TestFlow(redirecting);
    for (const document of ["contract", "annex"]) flow.sign("alice", document);
    expect(redirectOf(flow.state, "alice")).toBeNull();
    flow.sign("alice", "rules");
    expect(redirectOf(flow.state, "alice")).toBe("https://example.test/done");
    flow.sign("bob", "contract");
    expect(flow.state.stage).toBe(1);
    expect(redirectOf(flow.state, "alice")).toBe("https://example.test/done");
    expect(redirectOf(flow.state, "bob")).toBeNull();
    expect(redirectOf(flow.state, "carol")).toBeNull();
  });

  it("G15: a redirect leads those whom it names, and nobody else", () => {
    const redirects = [
      { users: ["carol"], url: "https://example.test/carol" },
      { users: ["alice"], url: "https://example.test/alice" },
    ];
    const flow = new TestFlow({
      documents: ["contract"],
      stages: [{ ...stage("one", sign(["alice", "bob", "carol"], ["contract"])), redirects }],
      participants: ["alice", "bob", "carol"].map((name) => ({ name })),
    });
    for (const name of ["alice", "bob"]) flow.sign(name, "contract");
    expect(["alice", "bob", "carol"].map((name) => redirectOf(flow.state, name))).toEqual([
      redirects[1]?.url,
      null,
      null,
    ]);
  });

  it.each([
    ["always", ["annex", "rules", null]],
    ["last_action", [null, "rules", null]],
    ["never", [null, null, null]],
  ] as const)("G15: automatic document redirects, %s", (redirects, expected) => {
    const flow = new TestFlow({ ...redirecting, redirects });
    const seen = ["contract", "annex", "rules"].map((document) => {
      flow.sign("alice", document);
      const left = pendingActs(flow.state).filter(({ participant }) => participant === "alice");
      return nextDocument(
        flow.state.start.settings.automaticDocumentRedirects,
        left.map((act) => act.document),
      );
    });
    expect(seen).toEqual(expected);
  });
});

describe("callbacks", () => {
  it("Callbacks: bodies carry the interface's fields, and sequence counts every one of them", () => {
    const flow = new TestFlow({
      stages: [
        stage("signing", { kind: "callback", callbackName: "begun" }, invite(["alice"]), sign(["alice"])),
        stage("archive", confirm(["bob"])),
      ],
    });
    flow.send({ type: "notification_result", id: 1, status: "delivered", reason: null });
    flow.sign("alice");
    flow.seal();
    flow.send({ type: "notification_result", id: 2, status: "not_delivered", reason: "bounced" });
    const callbacks = effectsOf(flow.state, flow.events)
      .flat()
      .filter((effect) => effect.kind === "callback");
    const status = { type: "notification_status_changed", method: "email" };
    expect(callbacks.map(({ sequence, body }) => [sequence, body])).toEqual([
      [1, { type: "custom", callback_name: "begun", stage: "signing" }],
      [2, { ...status, user_name: "alice", status: "delivered", delivery_type: "invitation" }],
      [3, { type: "completed" }],
      [4, { ...status, user_name: "bob", status: "not_delivered", delivery_type: "confirmation" }],
    ]);
    expect(flow.state.callbackCount).toBe(4);
  });

  it.each([
    [
      { type: "reject_document", participant: "alice", document: "contract", message: "no" },
      { type: "flow_rejected", user_name: "alice", document_name: "contract", message: "no" },
    ],
    [
      { type: "reject_instance", participant: "bob", message: null },
      { type: "flow_rejected", user_name: "bob" },
    ],
    [{ type: "cancel" }, { type: "canceled" }],
    [
      { type: "fall_due", id: "time_out", collapseUntil: null },
      { type: "failed", reason: "timed_out" },
    ],
  ] as const)("Callbacks G6 G7 G8: %o is one callback", (command, body) => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.now = flow.state.timeoutAt;
    const events = flow.send(command);
    expect(effectsOf(flow.state, events).flat()).toEqual([{ kind: "callback", body, sequence: 1 }]);
  });

  it("Callbacks: a seal that cannot be made is failed with its reason", () => {
    const flow = new TestFlow({ stages: [stage("signing", sign(["alice"]))] });
    flow.sign("alice");
    const events = flow.send({ type: "seal_failed", document: "contract", reason: "no key" });
    expect(effectsOf(flow.state, events).flat()).toEqual([
      { kind: "callback", body: { type: "failed", reason: "sealing" }, sequence: 1 },
    ]);
  });
});

describe("sentences", () => {
  it("says an event with the names of the process", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    flow.sign("alice");
    flow.send({ type: "notification_result", id: 1, status: "not_delivered", reason: "bounced" });
    expect(flow.events.map((event) => english(sentence(event, flow.state)))).toEqual([
      "The run “Test flow” was started",
      "The stage “signing” began",
      "An invitation to alice was sent by e-mail",
      "alice signed contract",
      "contract is being sealed",
      "Every stage is done; the last documents are being sealed",
      "The invitation to alice by e-mail was not delivered: bounced",
    ]);
  });

  it("fills every place of the sentence, and takes names literally", () => {
    const flow = new TestFlow({
      ...TWO_SIGNERS,
      participants: [{ name: "{document}" }, { name: "alice" }, { name: "bob" }],
    });
    const event = { type: "acted", at: T0, participant: "{document}", verb: "sign", document: "$&" } as const;
    const message = sentence({ ...event, authentication: null, signature: null }, flow.state);
    expect(english(message)).toBe("{document} signed $&");
  });

  it("has no sentence with a place that its event does not fill", () => {
    for (const text of Object.values(ENGLISH)) expect(text).not.toMatch(/\{\W/);
  });
});

describe("the transition table", () => {
  it("answers every command in every condition, with a rule and a sentence", () => {
    for (const type of Object.keys(transitions) as (keyof typeof transitions)[]) {
      for (const condition of CONDITIONS) {
        const refusal = refusalOf(type, condition);
        if (refusal === undefined) continue;
        expect(refusal.message).toMatch(/^[A-Z].*\.$/);
        expect(refusal.message).not.toContain("{");
      }
      expect(CONDITIONS.some((condition) => refusalOf(type, condition) === undefined)).toBe(true);
    }
  });
});

describe("canonical JSON", () => {
  it("sorts keys, keeps lists, leaves out what is undefined", () => {
    expect(canonicalJson({ b: [2, 1], a: { d: null, c: "å\n" }, e: undefined })).toBe(
      '{"a":{"c":"å\\n","d":null},"b":[2,1]}',
    );
  });

  it("is the same for the same value whatever the order of its keys", () => {
    expect(canonicalJson({ x: 1, y: { b: 2, a: 1 } })).toBe(canonicalJson({ y: { a: 1, b: 2 }, x: 1 }));
  });

  it.each([Number.NaN, 1n, () => 1, { a: [Symbol("s")] }])("refuses what JSON cannot carry", (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
