import { expect, test } from "vitest";
import { attempts } from "./check.ts";
import { shortMutated } from "./mutate.ts";
import { checkShort } from "./short.ts";

/** One half, so that two workers share the work. */
test("short texts, wounded or noise", { timeout: 600_000 }, () => {
  expect(attempts(49_000, 98_000, "short", shortMutated, checkShort)).toEqual([]);
});
