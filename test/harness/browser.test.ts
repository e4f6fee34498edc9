import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { SWITCHED_OFF } from "./browser.ts";

test("the tests' browser goes without all that Playwright's own would go without, but for what is Edge's", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const bundle = readFileSync(path.join(folder, "lib/coreBundle.js"), "utf8");
  const list = /disabledFeatures = \[([^\]]*)\]/.exec(bundle)?.[1] ?? "";
  const own = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name ?? "");
  expect(SWITCHED_OFF.toSorted()).toEqual(own.filter((name) => !name.startsWith("ms")).toSorted());
});
