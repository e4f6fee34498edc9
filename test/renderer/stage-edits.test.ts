import { describe, expect, it } from "vitest";
import { dropOf } from "../../src-renderer/authoring/canvas/drawing/layout.ts";
import { editableStages } from "../../src-renderer/authoring/language/editable-stages.ts";
import { newActs, withNothingLeft } from "../../src-renderer/authoring/model/newcomers.ts";
import { likelyForm, notifyForm, notifyWritten } from "../../src-renderer/authoring/model/notification.ts";
import {
  cellIntents,
  cellState,
  freeName,
  nextState,
  partialActs,
} from "../../src-renderer/authoring/model/stage-acts.ts";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { type Actors, groupsOf, inOrder, placeCards } from "../../src-shared/drawing/index.ts";
import { analyse, intend, type OutlineStage, type Verb } from "../../src-shared/language/index.ts";

const FLOW = `process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: []
        expect:
          signed-by: { users: [alice, bob], documents: [contract] } # all of them
          signed-by-group-of:
            - { users: [carol, dan], documents: [annex], count: 2 }
            - { users: [carol, dan, eve], documents: [contract], count: 1 }
          redirect-to: { users: [frank], url: "https://example.test/" }
`;

function stageOf(text: string): OutlineStage {
  const [stage] = analyse(text).outline.stages;
  if (!stage) throw new Error("the text has no stage");
  return stage;
}

/** The text after one press on a cell. */
function pressed(text: string, participant: string, document: string): string {
  const state = cellState(stageOf(text), participant, document);
  return cellIntents(0, participant, document, state, nextState(state)).reduce(
    (now, intent) => applyEdits(now, intend(now, intent)),
    text,
  );
}

describe("a cell of a stage's matrix", () => {
  it("goes from nothing to sign, to approve, and back, and says so in the text", () => {
    const states: (Verb | "both" | null)[] = [];
    let text = FLOW;
    for (let press = 0; press < 4; press += 1) {
      states.push(cellState(stageOf(text), "alice", "contract"));
      text = pressed(text, "alice", "contract");
    }
    expect(states).toEqual(["sign", "approve", null, "sign"]);
    expect(text).toContain("# all of them");
  });

  it("taken off one document only, a participant is named as one whom the text has in a group, and no one else is", () => {
    const text = FLOW.replace("documents: [contract] } # all", "documents: [contract, annex] } # all").replace(
      / {10}signed-by-group-of:\n.*\n.*\n/,
      "",
    );
    expect(partialActs(stageOf(text))).toEqual([]);
    const { stage, ...cell } = { stage: 0, verb: "sign", participant: "alice", document: "annex" } as const;
    const off = applyEdits(text, intend(text, { intent: "setAct", stage, ...cell, on: false }));
    expect(off).toContain("signed-by: { users: [bob], documents: [contract, annex] }");
    expect(partialActs(stageOf(off))).toEqual([{ verb: "sign", participants: ["alice"], documents: ["contract"] }]);
    const on = applyEdits(off, intend(off, { intent: "setAct", stage, ...cell, on: true }));
    expect(partialActs(stageOf(on))).toEqual([]);
    expect(partialActs(stageOf(FLOW)).map(({ participants }) => participants)).toEqual([["carol", "dan"]]);
  });

  it("G3: counts a group that needs all its members as each one's own act, and other groups not", () => {
    const stage = stageOf(FLOW);
    expect(cellState(stage, "carol", "annex")).toBe("sign");
    expect(cellState(stage, "carol", "contract")).toBeNull();
    expect(cellState(stage, "frank", "contract")).toBeNull();
    expect(groupsOf(stage)).toEqual([
      { verb: "sign", at: 1, users: ["carol", "dan", "eve"], documents: ["contract"], count: 1 },
    ]);
  });

  it("E005: that asks for both verbs asks for none after a press", () => {
    const both = FLOW.replace(
      "redirect-to",
      "approved-by: { users: [bob], documents: [contract] }\n          redirect-to",
    );
    expect(cellState(stageOf(both), "bob", "contract")).toBe("both");
    expect(cellState(stageOf(pressed(both, "bob", "contract")), "bob", "contract")).toBeNull();
  });

  it("keeps the order of the parameters, whatever the conditions say", () => {
    expect(inOrder(["x", "bob", "alice", "bob"], [{ name: "alice" }, { name: "bob" }, { name: "carol" }])).toEqual([
      "alice",
      "bob",
      "x",
    ]);
  });
});

describe("whoever comes into a later stage", () => {
  const TWO = `process:
  dsl-version: "0.3.0"
  stages:
    - first: { actions: [], expect: { signed-by: { users: [alice], documents: [contract] } } }
    - later: { actions: [], expect: {} }
process_parameters:
  documents: { contract: "1", annex: "2" }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test }
`;
  const arrival = (text: string, here: Actors = { participants: [], documents: [] }) => {
    const { outline } = analyse(text);
    const stage = outline.stages[1];
    if (!stage) throw new Error("the text has no second stage");
    return { outline, stage, at: 1, here };
  };
  const acts = (text: string, of: keyof Actors, name: string, here?: Actors) =>
    newActs(arrival(text, here), of, name).map((act) => act.intent === "setAct" && [act.participant, act.document]);

  it("E006: gets a document that they do not sign elsewhere, the flow's first as a rule", () => {
    expect(acts(TWO, "participants", "bob")).toEqual([["bob", "contract"]]);
    expect(acts(TWO, "participants", "alice")).toEqual([["alice", "annex"]]);
  });

  it("E006: gets those of the stage's documents that are left, or another of the flow", () => {
    const later = (documents: string) =>
      TWO.replace("expect: {}", `expect: { signed-by: { users: [bob], documents: [${documents}] } }`);
    expect(acts(later("contract, annex"), "participants", "alice")).toEqual([["alice", "annex"]]);
    expect(acts(later("contract"), "participants", "alice")).toEqual([["alice", "annex"]]);
    const approved = later("contract").replace("signed-by: { users: [bob]", "approved-by: { users: [bob]");
    expect(acts(approved, "participants", "alice")).toEqual([["alice", "contract"]]);
  });

  it("E006: waits for a document where none is left, and is named as waiting", () => {
    const one = TWO.replace(', annex: "2"', "");
    const here = { participants: ["alice", "bob"], documents: [] };
    expect(acts(one, "participants", "alice")).toEqual([]);
    expect(withNothingLeft(arrival(one, here))).toEqual({ participants: ["alice"], documents: [] });
    expect(withNothingLeft(arrival(TWO, here))).toEqual({ participants: [], documents: [] });
    const none = one.replace('documents: { contract: "1" }', "documents: {}").replace("[contract]", "[]");
    expect(withNothingLeft(arrival(none, here))).toEqual({ participants: [], documents: [] });
  });

  it("E006: a document is for those who do not sign it elsewhere", () => {
    const waiting = { participants: ["alice", "bob"], documents: [] };
    expect(acts(TWO, "documents", "contract", waiting)).toEqual([["bob", "contract"]]);
    const alone = { participants: ["alice"], documents: ["contract"] };
    expect(acts(TWO, "documents", "contract", alone)).toEqual([]);
    expect(withNothingLeft(arrival(TWO, alone))).toEqual({ participants: [], documents: ["contract"] });
  });
});

describe("stages", () => {
  it("are editable only where every item could be read, so that places are those of the text", () => {
    const editable = (text: string) => {
      const { value, outline } = analyse(text);
      return editableStages(value, outline);
    };
    expect(editable(FLOW)).toEqual([true]);
    expect(editable(FLOW.replace("stages:\n", "stages:\n    - just a word\n"))).toEqual([false]);
    expect(editable(FLOW.replace("actions: []", "actions: [word]"))).toEqual([false]);
    expect(editable(FLOW.replace(/^process:\n/, "").replace(/^ {2}/gm, ""))).toEqual([true]);
    expect(editable("")).toEqual([]);
  });

  it("get free names", () => {
    expect(freeName("stage", [])).toBe("stage");
    expect(freeName("stage", ["stage", "stage-2"])).toBe("stage-3");
  });

  it("are dropped between the cards whose middles they lie between", () => {
    const layout = placeCards([200, 200, 200].map((width) => ({ width, height: 100 })));
    const droppedAt = (dragged: number, x: number) => dropOf(layout, dragged, { x, y: 0 }).to;
    expect([-500, 0, 200, 260, 300, 520, 9000].map((x) => droppedAt(0, x))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect([-500, 200, 512].map((x) => droppedAt(2, x))).toEqual([0, 1, 2]);
  });
});

describe("the form of a notification", () => {
  it("keeps what it does not show, and how a method is spelled", () => {
    const before = {
      users: ["alice"],
      kind: "standard",
      "x-note": 1,
      methods: { email: "hello", sms: { message: "short" }, "email-link-only": true },
    };
    const form = notifyForm(before);
    expect(form).toEqual({ users: ["alice"], confirmation: false, email: "hello", sms: "short" });
    expect(notifyWritten(form, before)).toEqual(before);
    expect(notifyWritten({ ...form, email: "other", sms: "" }, before)).toEqual({
      ...before,
      methods: { email: "other", "email-link-only": true },
    });
    expect(notifyWritten({ ...form, confirmation: true }, before)).toMatchObject({ kind: "confirmation" });
  });

  it("begins empty, and reads what is no notification as empty", () => {
    const empty = { users: [], confirmation: false, email: "", sms: "" };
    expect([notifyForm(null), notifyForm("x"), notifyForm({ users: "x", methods: [] })]).toEqual([empty, empty, empty]);
    expect(notifyWritten({ ...empty, users: ["bob"], sms: "hi" }, null)).toEqual({
      users: ["bob"],
      methods: { sms: { message: "hi" } },
    });
  });
});

describe("a new notification", () => {
  const likely = (actions: string, expectation: string) => {
    const text = FLOW.replace(/\n$/, `\n    - last:\n        actions: [${actions}]\n        expect: ${expectation}\n`);
    const { stages } = analyse(text).outline;
    const last = stages.at(-1);
    if (!last) throw new Error("the text has no stage");
    const { users, confirmation } = likelyForm(stages, last);
    return { users, confirmation };
  };

  it("invites those who act in the stage and are not invited there yet", () => {
    const acts = "{ approved-by: { users: [bob, eve, dan], documents: [annex] } }";
    const invited = "notify: { users: [eve], methods: { email: hi } }";
    expect(likely(invited, acts)).toEqual({ users: ["bob", "dan"], confirmation: false });
  });

  it("tells the result to all who act, where nobody acts in the stage", () => {
    const everybody = ["alice", "bob", "carol", "dan", "eve"];
    expect(likely("", "{}")).toEqual({ users: everybody, confirmation: true });
    const reported = "notify: { users: [alice, eve], kind: confirmation, methods: { email: hi } }";
    expect(likely(reported, "{}")).toEqual({ users: ["bob", "carol", "dan"], confirmation: true });
  });
});
