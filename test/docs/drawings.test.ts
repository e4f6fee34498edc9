import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drawnFlows } from "../../scripts/drawn-flows.ts";

test("the drawings in docs/images are what scripts/make-drawings.ts writes", () => {
  for (const [file, svg] of drawnFlows())
    expect(readFileSync(path.join(import.meta.dirname, "../..", file), "utf8"), `${file}: npm run drawings`).toBe(svg);
});
