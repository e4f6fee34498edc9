import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at } from "../../scripts/places.ts";
import { transitionsPage } from "../../scripts/transitions-page.ts";

it("docs/transitions.md says what the transition table says; `node scripts/make-transitions.ts` writes it anew", () => {
  expect(readFileSync(at("docs/transitions.md"), "utf8")).toBe(transitionsPage());
});
