import { describe, expect, test } from "vitest";
import { isObject, sameJson } from "../../src-shared/language/edit/compare.ts";
import { analyse, applyEdits, type Intent, intend, intendedValue } from "../../src-shared/language/index.ts";
import { parse } from "../../src-shared/language/syntax/parse.ts";
import { itemsOf, type Node, plainValue } from "../../src-shared/language/syntax/tree.ts";
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

/** Anchors that nothing refers to. */
function idle(text: string): readonly string[] {
  const used = new Set(marks(text, "*"));
  return marks(text, "&").filter((name) => !used.has(name));
}

/** Whether a change is at, or below, an alias. */
function changesAlias(text: string, intent: Intent): boolean {
  const after = intendedValue(analyse(text).value, intent);
  const found = (node: Node, value: unknown): boolean => {
    if (sameJson(plainValue(node), value)) return false;
    if (node.shared !== null) return true;
    if (node.kind === "map")
      return [...node.entries].some(([key, child]) => found(child, isObject(value) ? value[key] : undefined));
    return itemsOf(node).some((item, at) => found(item, Array.isArray(value) ? value[at] : undefined));
  };
  return found(parse(text).root, after);
}

/** The names of the anchors (`&`) or aliases (`*`) of a text that the decorator wrote. */
function marks(text: string, mark: "*" | "&"): readonly string[] {
  return [...text.matchAll(/([*&])(a\d+)\b/g)].flatMap(([, found, name = ""]) => (found === mark ? [name] : []));
}

/** Merge keys, and aliases of values in lines with comments, which cannot go along into braces: they may be written out. */
function bound(text: string): number {
  const values = text.matchAll(/^( *).*&(a\d+)\b.*\r?\n(?=((?:\1(?: |- |#).*\r?\n)*))/gm);
  const commented = new Set([...values].flatMap(([, , name, lines = ""]) => (lines.includes("#c") ? [name] : [])));
  return (text.match(/<</g) ?? []).length + marks(text, "*").filter((name) => commented.has(name)).length;
}

const comments = (text: string) => [...text.matchAll(/#c\d+;/g)].map(([comment]) => comment).sort();

describe("text that others refer to moves, is copied and goes", () => {
  test("the outcome says what was intended, and no alias is written out", { timeout: FUZZ_TIMEOUT }, () => {
    for (let seed = 0; seed < inputs(250); seed += 1) {
      const roll = dice(seed + 77_000);
      const value = repetitive(roll);
      const text = new Decorator(seed * 5).text(value);
      const intent = anyMove(roll, value.process.stages.length);
      const edited = applyEdits(text, intend(text, intent));
      const told = `seed ${seed}: ${JSON.stringify(intent)}\n${text}\n--- after\n${edited}`;
      expect(analyse(edited).value, told).toEqual(intendedValue(analyse(text).value, intent));
      const anchors = marks(edited, "&");
      expect(anchors.length, told).toBe(new Set(anchors).size);
      if (intent.intent === "deleteStage") continue;
      const [before, after] = [marks(text, "*").length, marks(edited, "*").length];
      if (intent.intent === "duplicateStage") expect(after, told).toBeGreaterThanOrEqual(before);
      else {
        expect(after, told).toBeLessThanOrEqual(before);
        expect(after, told).toBeGreaterThanOrEqual(before - bound(text));
        expect(comments(edited), told).toEqual(comments(text));
      }
    }
  });

  test("what changes where others refer to leaves them what they said, and no anchor without use", {
    timeout: FUZZ_TIMEOUT,
  }, () => {
    for (let seed = 0; seed < inputs(250); seed += 1) {
      const roll = dice(seed + 99_000);
      const value = repetitive(roll);
      const text = new Decorator(seed * 7).text(value);
      const intent = anyChange(roll, value);
      const edited = applyEdits(text, intend(text, intent));
      const told = `seed ${seed}: ${JSON.stringify(intent)}\n${text}\n--- after\n${edited}`;
      expect(analyse(edited).value, told).toEqual(intendedValue(analyse(text).value, intent));
      expect(marks(edited, "&").length, told).toBe(new Set(marks(edited, "&")).size);
      // What is changed where an alias or a merge key stands leaves the anchor where it is.
      const own = idle(edited).length <= idle(text).length;
      if (!text.includes("<<") && !changesAlias(text, intent)) expect(own, told).toBe(true);
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
  const emptied = stage("one", "*n # beside");
  const taken = block.replace("# beside", "# again");

  test.each<[string, Intent, string]>([
    [
      "behind one alias: it takes the anchor over",
      { intent: "moveStage", from: 0, to: 1 },
      stage("two", taken) + emptied + three,
    ],
    ["behind both", { intent: "moveStage", from: 0, to: 2 }, stage("two", taken) + three + emptied],
    [
      "an alias moves before the anchor",
      { intent: "moveStage", from: 1, to: 0 },
      stage("two", taken) + emptied + three,
    ],
    [
      "what lies inside of it is taken over alone",
      { intent: "moveStage", from: 2, to: 0 },
      stage("three", "{ users: &u [a], methods: { email: &m hi } }") +
        stage("one", block.replace("&u [a]", "*u").replace("&m hi", "*m")) +
        two,
    ],
    ["the anchor goes", { intent: "deleteStage", stage: 0 }, stage("two", taken.replace("&n ", "")) + three],
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

  test("a person who is removed leaves the anchor to the next of the same", () => {
    const people = (rest: string) => `process_parameters:\n  users:\n${rest}`;
    const person = "\n      # as agreed\n      id_type: full_name\n      id: A B # so far\n";
    const before = people(`    alice: &who${person}    bob: *who # too\n    carol: { <<: *who, id: C }\n`);
    const removed = applyEdits(before, intend(before, { intent: "remove", kind: "participant", name: "alice" }));
    expect(removed).toBe(people(`    bob: &who # too${person}    carol: { <<: *who, id: C }\n`));
    const merged = applyEdits(removed, intend(removed, { intent: "remove", kind: "participant", name: "bob" }));
    expect(analyse(merged).value).toEqual({
      process_parameters: { users: { carol: { id_type: "full_name", id: "C" } } },
    });
  });

  const actions =
    "\n        # first\n        - callback: { callback-name: a } # A\n        - callback: { callback-name: b }";
  const acting = (name: string, list: string) =>
    `  - ${name}: # about ${name}\n      actions:${list}\n      expect: {}\n`;
  const rest = actions.replace(/\n.*# first\n.*# A/, "");
  const newer = { callback: { "callback-name": "c" } };
  const removal: Intent = { intent: "removeAction", stage: 0, at: 0 };

  test.each<[string, Intent, readonly string[], readonly string[]]>([
    [
      "one item goes: the first alias takes the list over",
      removal,
      [` &a # shared${actions}`, " *a # too", " *a"],
      [` # shared${rest}`, ` &a # too${actions}`, " *a"],
    ],
    [
      "one item comes",
      { intent: "addAction", stage: 0, at: 2, value: newer },
      [` &a${actions}`, " *a # too", " *a"],
      [`${actions}\n        - callback: { callback-name: c }`, ` &a # too${actions}`, " *a"],
    ],
    [
      "nothing else refers to it: no anchor is left",
      removal,
      [` &a # shared${actions}`, " *a # too"],
      [` # shared${rest}`, ` # too${actions}`],
    ],
    [
      "on one line",
      removal,
      [" &a [callback: { callback-name: a }, callback: { callback-name: b }] # too", " *a", " *a"],
      [
        " [callback: { callback-name: b }] # too",
        " &a [callback: { callback-name: a }, callback: { callback-name: b }]",
        " *a",
      ],
    ],
    [
      "the change is where an alias stands: the list stays with its anchor",
      { ...removal, stage: 1 },
      [` &a${actions}`, " *a", " *a"],
      [` &a${actions}`, rest, " *a"],
    ],
  ])("a list changes where its anchor stands: %s", (_what, intent, before, after) => {
    const texts = (lists: readonly string[]) => head + lists.map((list, at) => acting(`s${at}`, list)).join("");
    expect(applyEdits(texts(before), intend(texts(before), intent))).toBe(texts(after));
  });
});
