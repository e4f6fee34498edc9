import { rename, rm, utimes, writeFile } from "node:fs/promises";
import { isFresh } from "./freshness.ts";
import { at } from "./places.ts";

const OUT = at("out/renderer");
const STAMP = at("out/renderer/.built");
const SOURCES = [
  "src-renderer",
  "src-shared",
  "resources/locales",
  "vite.config.ts",
  "scripts/build-check-page.ts",
  "package-lock.json",
].map((source) => at(source));

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
  // Only here: every start of the app from a checkout asks, and hardly one has to build.
  const { build } = await import("vite");
  const environment = process.env.NODE_ENV;
  // Vite keeps a value that is there: under a test runner's, React would be built in its slow form for development.
  process.env.NODE_ENV = "production";
  try {
    await build({ configFile: at("vite.config.ts"), logLevel: "warn", build: { outDir: fresh } });
    const { buildCheckPage } = await import("./build-check-page.ts");
    await buildCheckPage(fresh);
    await writeFile(`${fresh}/.built`, "");
    await utimes(`${fresh}/.built`, began, began);
    await put(fresh);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    await rm(fresh, { recursive: true, force: true });
  }
  return OUT;
}

/** Two starts at once may both build: the second to come finds a build as fresh as its own in place, and keeps that. */
async function put(fresh: string): Promise<void> {
  const former = `${fresh}-former`;
  await unless(["ENOENT"], rename(OUT, former));
  await unless(["ENOTEMPTY", "EEXIST"], rename(fresh, OUT));
  await rm(former, { recursive: true, force: true });
}

/** Waits for `done`; a failure with one of these codes is none. */
async function unless(codes: readonly string[], done: Promise<void>): Promise<void> {
  await done.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? "")) throw error;
  });
}

if (import.meta.main) await ensureRenderer();
