import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
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

/** Bytes of the scripts and styles that a page names, and so loads before it shows anything; compressed. */
async function firstLoad(page: string): Promise<number> {
  const folder = await ensureRenderer();
  const html = await readFile(path.join(folder, page), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/gu)].map(([, file = ""]) => file);
  const sizes = named.map(async (file) => gzipSync(await readFile(path.join(folder, file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("the first view of the app loads at most 400 KB compressed, a participant's page at most 250", {
  timeout: 120_000,
}, async () => {
  expect(await firstLoad("index.html")).toBeLessThanOrEqual(400_000);
  expect(await firstLoad("participant.html")).toBeLessThanOrEqual(250_000);
});
