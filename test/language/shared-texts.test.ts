import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { analyse, type Intent, intend, intendedValue } from "../../src-shared/language/index.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { Decorator, type Dice, dice } from "./decorated.ts";

const names = ["alice", "bob", "carol"];

/** A flow that says the same in several places, so that its text has anchors and aliases to them. */
function repetitive(roll: Dice) {
  const methods = { email: { message: "hello" }, "email-link-only": true };
  const notify = { users: ["alice", "bob"], kind: "confirmation", methods };
  const actions = [{ notify }, { notify: { ...notify, kind: "standard" } }];
  const act = { users: ["alice", "bob"], documents: ["contract"] };
  const expects = [{}, { "signed-by": act }, { "signed-by": act, "approved-by": { ...act, users: ["carol"] } }];
  const stages = Array.from({ length: 2 + roll(3) }, (_, at) => ({
    [`stage ${at}`]: { actions: actions.slice(0, roll(3)), expect: expects[roll(3)] },
  }));
  const person = { id_type: "full_name", id: "A B", auth_to_sign: { provider: "idverify", method: "document" } };
  const others = { id_type: "full_name", id: "C D", auth_to_sign: { provider: "idverify", method: "document" } };
  return {
    process: { "dsl-version": "0.3.0", stages },
    process_parameters: {
      users: Object.fromEntries(names.map((name) => [name, roll(3) === 0 ? others : person])),
      documents: { contract: "1001" },
      messages: { hello: "Dear all,\nplease sign", bye: "Dear all,\nplease sign" },
    },
  };
}

/** What moves, copies or takes away text that others may refer to. */
function anyMove(roll: Dice, stages: number): Intent {
  const stage = roll(stages);
  switch (roll(5)) {
    case 0:
      return { intent: "deleteStage", stage };
    case 1:
      return { intent: "duplicateStage", stage, name: "copy" };
    case 2:
      return { intent: "moveName", kind: "participant", name: names[roll(3)] ?? "", to: roll(3) };
    default:
      return { intent: "moveStage", from: stage, to: roll(stages) };
  }
}

/** What changes one place, where a list or map may stand that others refer to. */
function anyChange(roll: Dice, flow: ReturnType<typeof repetitive>): Intent {
  const stage = roll(flow.process.stages.length);
  const count = Object.values(flow.process.stages[stage] ?? {})[0]?.actions.length ?? 0;
  const callback = { callback: { "callback-name": "done" } };
  const name = names[roll(3)] ?? "";
  const act = { stage, verb: "sign", participant: roll(2) === 0 ? "alice" : "carol", document: "contract" } as const;
  switch (roll(7)) {
    case 0:
    case 1:
      return count === 0
        ? { intent: "addAction", stage, at: 0, value: callback }
        : { intent: "removeAction", stage, at: roll(count) };
    case 2:
      return { intent: "addAction", stage, at: roll(count + 1), value: callback };
    case 3:
      return { intent: "setAct", ...act, on: roll(2) === 0 };
    case 4:
      return { intent: "setAuthentication", name, when: "auth_to_sign", value: null };
    case 5:
      return { intent: "setParticipantField", name, field: "id", value: "E F" };
    default:
      return { intent: "setMessage", name: roll(2) === 0 ? "hello" : "bye", value: "Hello" };
  }
}

/** The names of the anchors (`&`) or aliases (`*`) of a text that the decorator wrote. */
function marks(text: string, mark: "*" | "&"): readonly string[] {
  return [...text.matchAll(/([*&])(a\d+)\b/g)].flatMap(([, found, name = ""]) => (found === mark ? [name] : []));
}

const comments = (text: string) => [...text.matchAll(/#c\d+;/g)].map(([comment]) => comment).sort();

describe("text that others refer to moves, is copied and goes", () => {
  test("the outcome says what was intended, and keeps its comments", { timeout: FUZZ_TIMEOUT }, () => {
    for (let seed = 0; seed < inputs(40); seed += 1) {
      const roll = dice(seed + 77_000);
      const value = repetitive(roll);
      const text = new Decorator(seed * 5).text(value);
      const intent = anyMove(roll, value.process.stages.length);
      const edited = applyEdits(text, intend(text, intent));
      const reported = `seed ${seed}: ${JSON.stringify(intent)}\n${text}\n--- after\n${edited}`;
      expect(analyse(edited).value, reported).toEqual(intendedValue(analyse(text).value, intent));
      const anchors = marks(edited, "&");
      expect(anchors.length, reported).toBe(new Set(anchors).size);
      if (intent.intent === "deleteStage" || intent.intent === "duplicateStage") continue;
      // A map with a merge key that lost its anchor is rewritten, without the comments inside of it.
      if (!text.includes("<<")) expect(comments(edited), reported).toEqual(comments(text));
    }
  });

  test("what changes where others refer to leaves them what they said", { timeout: FUZZ_TIMEOUT }, () => {
    for (let seed = 0; seed < inputs(40); seed += 1) {
      const roll = dice(seed + 99_000);
      const value = repetitive(roll);
      const text = new Decorator(seed * 7).text(value);
      const intent = anyChange(roll, value);
      const edited = applyEdits(text, intend(text, intent));
      const reported = `seed ${seed}: ${JSON.stringify(intent)}\n${text}\n--- after\n${edited}`;
      expect(analyse(edited).value, reported).toEqual(intendedValue(analyse(text).value, intent));
      expect(marks(edited, "&").length, reported).toBe(new Set(marks(edited, "&")).size);
    }
  });

  const stage = (name: string, notify: string) =>
    `  - ${name}: # about ${name}\n      actions:\n        - notify: ${notify}\n      expect: {}\n`;
  const block =
    "&n # beside\n            # inside\n            users: &u [a] # who\n            methods: { email: &m hi }";
  const [one, two, three] = [
    stage("one", block),
    stage("two", "*n # again"),
    stage("three", "{ users: *u, methods: { email: *m } }"),
  ];
  const head = 'dsl-version: "0.3.0"\nstages:\n';
  const text = head + one + two + three;
  const written = stage("two", "{ users: [a], methods: { email: hi } } # again");
  const plain = stage("three", "{ users: [a], methods: { email: hi } }");

  test.each<[string, Intent, string]>([
    ["behind one alias: that is written out", { intent: "moveStage", from: 0, to: 1 }, written + one + three],
    ["behind all of them", { intent: "moveStage", from: 0, to: 2 }, written + plain + one],
    ["an alias moves before the anchor", { intent: "moveStage", from: 1, to: 0 }, written + one + three],
    ["what lies inside of it is written out alone", { intent: "moveStage", from: 2, to: 0 }, plain + one + two],
    ["the anchor goes", { intent: "deleteStage", stage: 0 }, written + plain],
    ["an alias goes", { intent: "deleteStage", stage: 1 }, one + three],
    ["an alias moves behind another", { intent: "moveStage", from: 1, to: 2 }, one + three + two],
    [
      "an alias is copied",
      { intent: "duplicateStage", stage: 1, name: "four" },
      one + two + two.replace("two", "four") + three,
    ],
  ])("%s", (_what, intent, stages) => {
    const expected = head + stages;
    expect(applyEdits(text, intend(text, intent))).toBe(expected);
  });

  test("an anchor that is given twice is written out where it would be mistaken", () => {
    const twice =
      head +
      stage("one", "&n { users: [a] }") +
      stage("two", "*n") +
      stage("x", "&n { users: [b] }") +
      stage("y", "*n");
    for (const from of [0, 1, 2, 3])
      for (const to of [0, 1, 2, 3]) {
        const intent: Intent = { intent: "moveStage", from, to };
        const after = analyse(applyEdits(twice, intend(twice, intent)));
        expect(after.value).toEqual(intendedValue(analyse(twice).value, intent));
      }
  });

  test("a person who is removed leaves the same details to whoever shared them", () => {
    const people = (rest: string) => `process_parameters:\n  users:\n${rest}`;
    const person = "\n      # as agreed\n      id_type: full_name\n      id: A B # so far\n";
    const before = people(`    alice: &who${person}    bob: *who # too\n    carol: { <<: *who, id: C }\n`);
    const removed = applyEdits(before, intend(before, { intent: "remove", kind: "participant", name: "alice" }));
    expect(removed).toBe(
      people("    bob: { id_type: full_name, id: A B } # too\n    carol: { id: C, id_type: full_name }\n"),
    );
  });

  const actions =
    "\n        # first\n        - callback: { callback-name: a } # A\n        - callback: { callback-name: b }";
  const plainActions = actions.replace("\n        # first", "").replace(" # A", "");
  const acting = (name: string, list: string) =>
    `  - ${name}: # about ${name}\n      actions:${list}\n      expect: {}\n`;
  const rest = actions.replace(/\n.*# first\n.*# A/, "");
  const removal: Intent = { intent: "removeAction", stage: 0, at: 0 };

  test.each<[string, Intent, readonly string[], readonly string[]]>([
    [
      "where its anchor stands: the aliases are written out",
      removal,
      [` &a # shared${actions}`, " *a # too", " *a"],
      [` &a # shared${rest}`, ` # too${plainActions}`, plainActions],
    ],
    [
      "where an alias stands: only that is written out",
      { ...removal, stage: 1 },
      [` &a${actions}`, " *a", " *a"],
      [` &a${actions}`, rest, " *a"],
    ],
  ])("a list changes %s", (_what, intent, before, after) => {
    const texts = (lists: readonly string[]) => head + lists.map((list, at) => acting(`s${at}`, list)).join("");
    expect(applyEdits(texts(before), intend(texts(before), intent))).toBe(texts(after));
  });
});
