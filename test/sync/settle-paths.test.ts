import { describe, expect, test } from "vitest";
import { analyse, wireFields } from "../../src-shared/language/index.ts";
import { type Choice, type Conflict, canonicalFields, merge, settledWith } from "../../src-shared/sync/index.ts";
import { TEXT } from "./rig.ts";

const read = (text: string) => canonicalFields(wireFields(analyse(text).value));
type Edit = readonly [from: string, to: string];
const edited = (edits: readonly Edit[]) =>
  read(
    edits.reduce((text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    }, TEXT),
  );
const three = (mine: readonly Edit[], theirs: readonly Edit[]) => ({
  base: read(TEXT),
  mine: edited(mine),
  theirs: edited(theirs),
});
const choose = ({ path, kind }: Conflict, take: "mine" | "theirs"): Choice => ({ path, kind, take });

const TITLE: Edit = ["title: Loan", "title: Mine"];
const THEIR_TITLE: Edit = ["title: Loan", "title: Theirs"];
const DAYS: Edit = ["duration: 14", "duration: 30"];
const THEIR_DAYS: Edit = ["duration: 14", "duration: 60"];
const STAGES: Edit = ["  stages:\n", "  stages:\n    - a:\n        actions: []\n        expect: {}\n"];
const THEIR_STAGES: Edit = ["  stages:\n", "  stages:\n    - b:\n        actions: []\n        expect: {}\n"];
const names = ({ process }: ReturnType<typeof read>) =>
  (process as { stages: readonly object[] }).stages.flatMap((stage) => Object.keys(stage));

describe("Y6: each conflict of a draft is settled on its own", () => {
  test("one for mine, one for theirs, and what did not conflict is merged", () => {
    const sides = three([TITLE, DAYS], [THEIR_TITLE, THEIR_DAYS, ["alice@example", "anna@example"]]);
    const { conflicts } = merge(sides);
    expect(conflicts.map(({ path }) => path.join("/"))).toEqual(["title", "duration"]);
    const [title, days] = conflicts as [Conflict, Conflict];
    const settled = settledWith([choose(days, "theirs"), choose(title, "mine")], sides);
    expect(settled).toEqual({
      fields: edited([TITLE, THEIR_DAYS, ["alice@example", "anna@example"]]),
      ...{ conflicts: [], unused: [] },
    });
  });

  test("one is left open, and a choice that fits nothing is told", () => {
    const sides = three([TITLE, DAYS], [THEIR_TITLE, THEIR_DAYS]);
    const other: Choice = { path: ["folder_id"], kind: "changed", take: "mine" };
    const settled = settledWith([{ path: ["title"], kind: "changed", take: "theirs" }, other], sides);
    expect(settled.conflicts).toMatchObject([{ path: ["duration"] }]);
    expect(settled.unused).toEqual([other]);
  });

  test("a value of the author's own", () => {
    const sides = three([TITLE], [THEIR_TITLE]);
    const choice: Choice = { path: ["title"], kind: "changed", take: "value", value: "Both" };
    expect(settledWith([choice], sides).fields.title).toBe("Both");
  });

  test("what one side removed is removed, or stays", () => {
    const bob = "    bob: { id_type: email, id: bob@example.test }\n";
    const sides = three([[bob, ""]], [["bob@example.test", "robert@example.test"]]);
    const [gone] = merge(sides).conflicts as [Conflict];
    expect(gone).toMatchObject({ kind: "removed", mine: undefined });
    const users = (take: "mine" | "theirs") =>
      Object.keys((settledWith([choose(gone, take)], sides).fields.process_parameters as { users: object }).users);
    expect(users("mine")).toEqual(["alice"]);
    expect(users("theirs")).toEqual(["alice", "bob"]);
  });

  test("the order of stages", () => {
    const sides = three([STAGES], [THEIR_STAGES]);
    const [order] = merge(sides).conflicts as [Conflict];
    expect(order.kind).toBe("order");
    expect(names(settledWith([choose(order, "mine")], sides).fields)).toEqual(["a", "b", "signing"]);
    expect(names(settledWith([choose(order, "theirs")], sides).fields)).toEqual(["b", "a", "signing"]);
  });

  test("two names of one participant, with all that mentions it", () => {
    const named = (name: string): readonly Edit[] => [
      ["    bob: {", `    ${name}: {`],
      ["users: [alice, bob], methods", `users: [alice, ${name}], methods`],
      ["users: [alice, bob], documents", `users: [alice, ${name}], documents`],
    ];
    const sides = three(named("robert"), named("bobby"));
    const [renamed] = merge(sides).conflicts as [Conflict];
    expect(settledWith([choose(renamed, "mine")], sides).fields).toEqual(edited(named("robert")));
    expect(settledWith([choose(renamed, "theirs")], sides).fields).toEqual(edited(named("bobby")));
  });

  test("two conflicts of one list are settled in their order", () => {
    const two = TEXT.replace(
      "        expect:\n",
      "          - callback: { callback-name: a }\n          - callback: { callback-name: keep }\n          - callback: { callback-name: b }\n        expect:\n",
    );
    const side = (name: string) =>
      read(
        two
          .replace("callback: { callback-name: a }", name)
          .replace("callback: { callback-name: b }", name.replace("1", "2")),
      );
    const sides = {
      base: read(two),
      mine: side("callback: { callback-name: mine-1 }"),
      theirs: side("notify: { users: [bob], methods: { email: theirs-1 } }"),
    };
    const { conflicts } = merge(sides);
    expect(conflicts).toHaveLength(2);
    const [first, second] = conflicts as [Conflict, Conflict];
    const { fields, conflicts: open } = settledWith([choose(first, "theirs"), choose(second, "mine")], sides);
    expect(open).toEqual([]);
    const { actions } = Object.values((fields.process as { stages: readonly object[] }).stages[0] ?? {})[0] as {
      actions: readonly object[];
    };
    expect(JSON.stringify(actions.slice(1))).toMatch(/theirs-1.*keep.*mine-2/);
  });
});
