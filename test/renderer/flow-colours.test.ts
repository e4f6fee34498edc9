import { expect, test } from "vitest";
import { isDeep } from "../../src-renderer/authoring/flow-colours.ts";

test.each([
  ["a thousand brackets and one", "[".repeat(1_001), true],
  ["a mix of both kinds", '{"a":['.repeat(501), true],
  ["dashes in one line", `${"- ".repeat(1_000)}x`, true],
  ["a thousand brackets, closed one by one", "[x]".repeat(5_000), false],
  ["more closed than opened", `${"]".repeat(5_000)}[`, false],
  ["a list of many", "- x\n".repeat(5_000), false],
])("%s", (_what, text, deep) => {
  expect(isDeep(text)).toBe(deep);
});
