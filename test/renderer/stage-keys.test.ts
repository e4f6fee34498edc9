import { expect, test } from "vitest";
import { createStageKeys } from "../../src-renderer/authoring/session/stage-keys.ts";
import { Analyser } from "../../src-shared/language/index.ts";

const stage = (name: string, of = "hello") => `    - ${name}:
        actions:
          - notify: { users: [ann], methods: { email: { message: ${of} } } }
        expect: {}
`;
const empty = (name: string) => `    - ${name}:\n        actions: []\n        expect: {}\n`;

/** The keys of the stages of one flow, as its text changes. */
function follower() {
  const analyser = new Analyser();
  const follow = createStageKeys();
  return (...stages: readonly string[]) => {
    const { kind, outline, value } = analyser.analyse(
      `process:\n  dsl-version: "0.3.0"\n  stages:\n${stages.join("") || "    []\n"}`,
    );
    return follow({ kind, outline, value });
  };
}

test("a stage keeps its key when it moves, is renamed, and when that is undone", () => {
  const keys = follower();
  const [a, b] = keys(stage("a"), stage("b"));
  expect(a).not.toBe(b);
  expect(keys(stage("b"), stage("a"))).toEqual([b, a]);
  expect(keys(stage("b"), stage("c"))).toEqual([b, a]);
  expect(keys(stage("b"), stage("a"))).toEqual([b, a]);
  const [first, second, last] = keys(stage("b"), empty("new"), stage("a"));
  expect([first, last]).toEqual([b, a]);
  expect([a, b]).not.toContain(second);
});

test("a stage that another replaces is not renamed", () => {
  const keys = follower();
  const [a, b] = keys(stage("a"), stage("b"));
  const [other, same] = keys(empty("c"), stage("b"));
  expect(same).toBe(b);
  expect(other).not.toBe(a);
});

test("a stage that is added where one was deleted is new, and undo brings the deleted one back", () => {
  const keys = follower();
  const [a, b] = keys(empty("a"), stage("b"));
  expect(keys(stage("b"))).toEqual([b]);
  const [fresh] = keys(empty("fresh"), stage("b"));
  expect([a, b]).not.toContain(fresh);
  keys(stage("b"));
  expect(keys(empty("a"), stage("b"))).toEqual([a, b]);
});

test("another stage under the name of one that was deleted is new", () => {
  const keys = follower();
  const [a] = keys(stage("a"), stage("b"));
  keys(stage("b"));
  expect(keys(stage("a", "bye"), stage("b"))[0]).not.toBe(a);
});

test("stages of one name have keys of their own", () => {
  const keys = follower();
  const twice = keys(stage("a"), stage("a"));
  expect(new Set(twice).size).toBe(2);
  expect(keys(stage("a"), stage("a"), empty("b")).slice(0, 2)).toEqual(twice);
});
