import { ensureBuilt, isBuilt } from "./ensure-built.ts";
import { at } from "./places.ts";

const RENDERER = {
  out: at("out/renderer"),
  sources: [
    "src-renderer",
    "src-shared",
    "resources/locales",
    "vite.config.ts",
    "scripts/build-check-page.ts",
    "package-lock.json",
  ].map((source) => at(source)),
};

/** Whether the pages in out/renderer are those of their sources. */
export const isRendererBuilt = (): boolean => isBuilt(RENDERER);

/**
 * Builds the renderer to out/renderer when it is missing or older than its sources.
 * @returns the folder that holds index.html.
 * @throws Vite's error when a source does not build.
 */
export async function ensureRenderer(): Promise<string> {
  await ensureBuilt(RENDERER, async (outDir) => {
    // Only here: every start of the app from a checkout asks, and hardly one has to build.
    const { build } = await import("vite");
    await build({ configFile: at("vite.config.ts"), logLevel: "warn", build: { outDir } });
    const { buildCheckPage } = await import("./build-check-page.ts");
    await buildCheckPage(outDir);
  });
  return RENDERER.out;
}

if (import.meta.main) await ensureRenderer();
