import { rename, rm, utimes, writeFile } from "node:fs/promises";
import { build } from "vite";
import { isFresh } from "./freshness.ts";
import { at } from "./places.ts";

const OUT = at("out/renderer");
const STAMP = at("out/renderer/.built");
const SOURCES = ["src-renderer", "src-shared", "resources/locales", "vite.config.ts", "package-lock.json"].map(
  (source) => at(source),
);

/**
 * Builds the renderer to out/renderer when it is missing or older than its sources. A build that fails, or a second one
 * at the same time, leaves the former in place.
 * @returns the folder that holds index.html.
 * @throws Vite's error when a source does not build.
 */
export async function ensureRenderer(): Promise<string> {
  if (await isFresh(STAMP, SOURCES)) return OUT;
  // The stamp says when the build began: a source saved while it runs makes it stale.
  const began = new Date();
  const fresh = at(`out/renderer-${process.pid}`);
  try {
    await build({ configFile: at("vite.config.ts"), logLevel: "warn", build: { outDir: fresh } });
    await writeFile(`${fresh}/.built`, "");
    await utimes(`${fresh}/.built`, began, began);
    await rm(OUT, { recursive: true, force: true });
    await rename(fresh, OUT);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return OUT;
}

if (import.meta.main) await ensureRenderer();
