import { expect, test } from "vitest";
import { attempts } from "./check.ts";
import { FUZZ_TIMEOUT, inputs } from "./effort.ts";
import { shortMutated } from "./mutate.ts";
import { checkShort } from "./short.ts";

test("short texts, wounded or noise", { timeout: FUZZ_TIMEOUT }, () => {
  expect(attempts(0, inputs(800), "short", shortMutated, checkShort)).toEqual([]);
});
