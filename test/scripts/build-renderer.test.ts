import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";

test("the app's pages are built for production, also where a test runner asks for them", {
  timeout: 120_000,
}, async () => {
  const assets = path.join(await ensureRenderer(), "assets");
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const development = [];
  for (const name of scripts) {
    if ((await readFile(path.join(assets, name), "utf8")).includes("jsxDEV")) development.push(name);
  }
  expect(scripts).not.toEqual([]);
  expect(development).toEqual([]);
});
