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
export const isRendererBuilt = (): Promise<boolean> => isBuilt(RENDERER);

/**
 * Builds the renderer to out/renderer when it is missing or older than its sources.
 * @returns the folder that holds index.html.
 * @throws Vite's error when a source does not build.
 */
export async function ensureRenderer(): Promise<string> {
  await ensureBuilt(RENDERER, async (outDir) => {
    // Only here: every start of the app from a checkout asks, and hardly one has to build.
    const { build } = await import("vite");
    const environment = process.env.NODE_ENV;
    // Vite keeps a value that is there: under a test runner's, React would be built in its slow form for development.
    process.env.NODE_ENV = "production";
    try {
      await build({ configFile: at("vite.config.ts"), logLevel: "warn", build: { outDir } });
      const { buildCheckPage } = await import("./build-check-page.ts");
      await buildCheckPage(outDir);
    } finally {
      if (environment === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = environment;
    }
  });
  return RENDERER.out;
}

if (import.meta.main) await ensureRenderer();
