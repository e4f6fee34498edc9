import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { type Intent, intend } from "../../src-shared/language/index.ts";

function done(text: string, intent: Intent): string {
  return applyEdits(text, intend(text, intent));
}

describe("JSON looks as it does around a change", () => {
  const spaced = `{
  "dsl-version": "0.3.0",
  "stages": [
    { "one": { "actions": [], "expect": { "signed-by": { "users": ["a", "b"], "documents": ["d"] } } } },
    { "two": { "actions": [], "expect": {} } }
  ]
}
`;
  const approves: Intent = { intent: "setAct", stage: 0, verb: "approve", participant: "c", document: "d", on: true };

  test("a new member on one line has the spaces of those beside it", () => {
    expect(done(spaced, approves)).toBe(
      spaced.replace('["d"] } }', '["d"] }, "approved-by": { "users": ["c"], "documents": ["d"] } }'),
    );
    const narrow = spaced.replace(/(?<=\S) (?=[^{\s]*\S)/g, "");
    expect(done(narrow, approves)).toContain('["d"]},"approved-by":{"users":["c"],"documents":["d"]}}');
  });

  test("a value in place of an empty one stays on its line", () => {
    expect(done(spaced, { ...approves, stage: 1 })).toBe(
      spaced.replace('"expect": {}', '"expect": { "approved-by": { "users": ["c"], "documents": ["d"] } }'),
    );
  });

  test("a new stage takes one line among stages of one line each, and lines among those of several", () => {
    for (const at of [0, 1, 2]) {
      const lines = spaced.split("\n");
      lines.splice(3 + at, 0, `    { "new": { "actions": [], "expect": {} } }${at === 2 ? "" : ","}`);
      if (at === 2) lines[4] += ",";
      expect(done(spaced, { intent: "addStage", at, name: "new" })).toBe(lines.join("\n"));
    }
    const spread = JSON.stringify(JSON.parse(spaced), null, 2);
    expect(done(spread, { intent: "addStage", at: 1, name: "new" })).toContain(
      '    {\n      "new": {\n        "actions": [],\n        "expect": {}\n      }\n    },\n',
    );
  });
});
